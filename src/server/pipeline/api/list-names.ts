// Lists existing names for an error about an unknown one.

/** How many names are listed. */
const MOST_NAMES = 20;

/** @example listNames(['main', 'blue']) // 'existing: main, blue' */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none exist';
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `existing: ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}
