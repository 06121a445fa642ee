// The singular of English names, by pluralize.

import pluralize from 'pluralize';
import { normalizeName } from './name-words.ts';

// Mistakes of the library, and other uses in APIs.
pluralize.addUncountableRule(/(data|basis|canvas|lens|dns|https|sms|kubernetes)$/i);
pluralize.addUncountableRule(/^.{1,2}$/);
pluralize.addSingularRule(/(cookie)s$/i, '$1');
pluralize.addSingularRule(/((^|c|head|must)ache)s$/i, '$1');
pluralize.addSingularRule(/(canvas)es$/i, '$1');
pluralize.addSingularRule(/(series)$/i, '$1');
pluralize.addSingularRule(/(lens)es$/i, '$1');
pluralize.addSingularRule(/(criteri)a$/i, '$1on');

/** Longer words are no English; the rules would take long. */
const MAX_LENGTH = 100;

/** The singular of the last word of a name: `order categories` is `order category`. Names in one word, such as `ordercategories`, are one. */
export function singular(name: string): string {
  return name.replace(/(?<!\S)\S+$/, (word) => (word.length > MAX_LENGTH ? word : pluralize.singular(word)));
}

/** Whether two names are equal, ignoring case, separators and plural. */
export function isSameName(first: string, second: string): boolean {
  const [one, other] = [normalizeName(first), normalizeName(second)];
  return one === other || singular(one) === singular(other);
}
