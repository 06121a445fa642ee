// The language of error texts. The texts are those of the reference implementation: clients match on them.

import { de, en, en412, fr, it, type TextKey, type Texts } from './error-texts.ts';

/**
 * The version of the reference implementation whose texts are used: up to 4.11, or from 4.12 on. They differ in
 * English only.
 */
export type TextVersion = '4.11' | '4.12';

/** The languages of a caller, and the version of the texts. */
export interface TextReader {
  /** The language of the user (BCP 47); undefined for programs, and callers with a personal access token. */
  readonly preferred: string | undefined;
  /** The header `Accept-Language`. */
  readonly accepted: string | undefined;
  readonly texts: TextVersion;
}

/** An unknown caller. */
export const ANYBODY: TextReader = { preferred: undefined, accepted: undefined, texts: '4.11' };

const ENGLISH: Readonly<Record<TextVersion, Texts>> = { '4.11': en, '4.12': en412 };
const OTHERS: ReadonlyMap<string, Texts> = new Map(Object.entries({ de, fr, it }));

/** A text in the language that the user prefers, else in the best one that the request accepts; in English where neither is known. */
export function textFor({ preferred, accepted, texts: version }: TextReader, key: TextKey): string {
  for (const range of [preferred ?? '', ...acceptedLanguages(accepted)]) {
    const texts = lookUp(range, ENGLISH[version]);
    if (texts) return texts[key];
  }
  return ENGLISH[version][key];
}

/** The languages of an `Accept-Language` header, best first (RFC 9110, section 12.5.4). */
function acceptedLanguages(field = ''): string[] {
  const languages = field.split(',').map((part) => {
    const [range = '', weight] = part.split(';');
    const [, quality = '1'] = /^\s*q=([\d.]+)\s*$/i.exec(weight ?? '') ?? [];
    return { range: range.trim(), quality: Number(quality) };
  });
  const wanted = languages.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  return wanted.map(({ range }) => range);
}

/** The texts for a language, however closely it is described (`de-CH-1996`): they are known by its first subtag (RFC 5646, section 2.2.1). */
function lookUp(range: string, english: Texts): Texts | undefined {
  const [language = ''] = range.toLowerCase().split('-', 1);
  return language === 'en' ? english : OTHERS.get(language);
}
