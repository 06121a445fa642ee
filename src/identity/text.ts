// In which language a caller is told why it is refused. The texts are those of the reference implementation: clients match on them.

import { de } from './texts/de.ts';
import { en, type TextKey, type Texts } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { it } from './texts/it.ts';

/** What is known of the languages that a caller reads. */
export interface Reader {
  /** The language of the user (BCP 47); undefined for programs, and for who calls with a personal access token. */
  readonly preferred: string | undefined;
  /** The field `Accept-Language`. */
  readonly accepted: string | undefined;
}

/** Of whom nothing is known. */
export const ANYBODY: Reader = { preferred: undefined, accepted: undefined };

const LANGUAGES: ReadonlyMap<string, Texts> = new Map(Object.entries({ en, de, fr, it }));

/** A text in the language that the user prefers, else in the best one that the request accepts; in English where neither is known. */
export function textFor({ preferred, accepted }: Reader, key: TextKey): string {
  for (const range of [preferred ?? '', ...acceptedLanguages(accepted)]) {
    const texts = lookUp(range);
    if (texts) return texts[key];
  }
  return en[key];
}

/** The languages of an `Accept-Language` field, best first (RFC 9110, section 12.5.4). */
function acceptedLanguages(field = ''): string[] {
  const languages = field.split(',').map((part) => {
    const [range = '', weight] = part.split(';');
    const [, quality = '1'] = /^\s*q=([\d.]+)\s*$/i.exec(weight ?? '') ?? [];
    return { range: range.trim(), quality: Number(quality) };
  });
  const wanted = languages.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return wanted.map(({ range }) => range);
}

/** The texts for a language, however closely it is described: `de-CH-1996`, then `de-CH`, then `de` (RFC 4647, section 3.4). */
function lookUp(range: string): Texts | undefined {
  const subtags = range.toLowerCase().split('-');
  for (let count = subtags.length; count > 0; count -= 1) {
    const texts = LANGUAGES.get(subtags.slice(0, count).join('-'));
    if (texts) return texts;
  }
  return undefined;
}
