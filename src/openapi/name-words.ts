// Words of names, in any style: `petID`, `pet_id`, `Pet-Id` and `pet.id` are `pet id`.

/** The letters and digits of a name, in lower case. */
export function normalizeName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/**
 * The words of a name, in lower case. Capitals in a row are one word, with a plural `s`; digits belong to the word
 * before them.
 *
 * @example splitWords('HTTPServer2_userIDs') // ['http', 'server2', 'user', 'ids']
 */
export function splitWords(name: string): readonly string[] {
  return name
    .replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 $2')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
