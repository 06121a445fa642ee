// Comparison of names: `pet_ids`, `PetId` and `petId` all name a pet's id.

import { singular } from '../../../openapi/singular.ts';

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

/** Whether two names are equal, ignoring case, separators and plural. */
export function isSameName(first: string, second: string): boolean {
  const [one, other] = [normalizeName(first), normalizeName(second)];
  return one === other || singular(one) === singular(other);
}
