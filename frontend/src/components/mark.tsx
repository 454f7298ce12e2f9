/** Glyph's mark: a G drawn as one stroke, with the point that a search lands on. */
export function Mark({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path
        d="M22 9.5A9 9 0 1 0 24 19h-7"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="25.5" cy="6.5" r="2.6" fill="var(--warningForeground)" />
    </svg>
  );
}
