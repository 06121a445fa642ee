// Comparison of names: `pet_ids`, `PetId` and `petId` all name a pet's id.

/** The letters and digits of a name, in lower case. */
export function normalizeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** The words of a name, in lower case: `httpStatusCode` is `http status code`. */
export function splitWords(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  indices: 'index',
  matrices: 'matrix',
  vertices: 'vertex',
  criteria: 'criterion',
  aliases: 'alias',
  statuses: 'status',
  buses: 'bus',
  news: 'news',
  series: 'series',
  movies: 'movie',
  cookies: 'cookie',
  data: 'data',
  media: 'media',
};

/** The singular of an English word: `categories` is `category`. Takes a normalised name or a single word. */
export function singularName(word: string): string {
  for (const [many, one] of Object.entries(IRREGULAR)) {
    if (word.endsWith(many)) return word.slice(0, -many.length) + one;
  }
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|x|zz|[^a]ch)es$/.test(word)) return word.slice(0, -2);
  if (/[^siu]s$/.test(word)) return word.slice(0, -1);
  return word;
}

/** Whether two names are equal, ignoring case, separators and plural. */
export function isSameName(first: string, second: string): boolean {
  const [one, other] = [normalizeName(first), normalizeName(second)];
  return one === other || singularName(one) === singularName(other);
}
