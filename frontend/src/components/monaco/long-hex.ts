/** "#fff" as "#ffffff": the CSS minifier shortens colours, and Monaco takes only the long form. */
export function longHex(color: string): string {
  const digits = color.trim().replace('#', '');
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${long}`;
}
