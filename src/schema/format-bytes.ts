// Sizes in bytes as text, such as `4 MiB`.

const UNITS = [
  ['MiB', 1024 * 1024],
  ['KiB', 1024],
] as const;

/** In the largest unit that divides it. @example formatBytes(4194304) // '4 MiB' */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`;
}
