// The words of a property name, with unified spellings, for its meaning.

import { splitWords } from '../../../openapi/name-words.ts';

/** Size of the cache, and length of its longest name. */
const [MAX_CACHED, MAX_LENGTH] = [20_000, 100];
const cache = new Map<string, string>();

/** The words of a name, in lower case, separated by blanks. Spellings are unified: `e-mail` is `email`. */
export function propertyWords(name: string): string {
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  const words = splitProperty(name);
  if (name.length <= MAX_LENGTH) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(name, words);
  }
  return words;
}

function splitProperty(name: string): string {
  const words = splitWords(name)
    .join(' ')
    .replace(/([a-z])(\d)/g, '$1 $2');
  return SPELLINGS.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), words);
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\be mail\b/g, 'email'],
  [/\b(user|nick|screen|login|host|file|given|sur|last|first|middle|full|display) ?names?\b/g, '$1 name'],
  [/\b(firstname|lastname)\b/g, '$1'],
  [/\b(zip|postal|post) ?code\b/g, 'postcode'],
  [/\btime ?zone\b/g, 'timezone'],
  [/\b(web ?site|home ?page)\b/g, 'website'],
  [/\b(created|updated|modified|deleted|started|ended|expires|published|completed)at\b/g, '$1 at'],
  [/\bcolour\b/g, 'color'],
  [/\bip ?(addr|address)?( v)? ?([46])?\b/g, 'ip$3'],
  [/\burls\b/g, 'url'],
];
