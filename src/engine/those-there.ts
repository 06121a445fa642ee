// The names that there are, for who has named another one.

/** How many of them are told. */
const MOST_NAMES = 20;

/** @example thoseThere(['main', 'blue']) // 'there are main, blue' */
export function thoseThere(names: readonly string[]): string {
  if (names.length === 0) return 'there is none';
  const told = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `there ${names.length === 1 ? 'is' : 'are'} ${told}${more}`;
}
