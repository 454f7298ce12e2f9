import { ICON_SHAPES } from './icon-shapes';

export type IconName = keyof typeof ICON_SHAPES;

/** Decoration only: whatever it stands in carries the words. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  const { box, paths } = ICON_SHAPES[name];
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${box} ${box}`}
      fill="currentColor"
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path} d={path} fillRule="evenodd" clipRule="evenodd" />
      ))}
    </svg>
  );
}
