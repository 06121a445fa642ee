// A parameter that is written as one text, by its style (OpenAPI 3.0.3, section 4.7.12.2; RFC 6570).

import { type Meaning, mayBeScalar } from './meaning.ts';
import { readText } from './text.ts';

/** How a parameter is written. */
export interface Style {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Such as `form`. */
  readonly style: string;
  readonly explode: boolean;
}

/** Turns what was sent into the text that is meant. @throws URIError when it does not decode */
export type Decode = (sent: string) => string;

/** A text does not begin as its style demands. */
export class WrongStyle extends Error {}

/**
 * The value of a parameter that came as one text. What its schema means to be a list or an object and cannot be read as one stays a text.
 *
 * @param sent - as sent: an encoded delimiter is none
 * @throws URIError when it does not decode
 * @throws WrongStyle when it does not begin as its style demands
 */
export function readStyled(sent: string, style: Style, meaning: Meaning, decode: Decode): unknown {
  const bare = withoutPrefix(sent, style);
  const { types } = meaning;
  const isList = types?.has('array') ?? false;
  const isObject = types?.has('object') ?? false;
  if (!isList && !isObject) return readText(decode(bare), meaning);
  const pieces = bare === '' ? [] : piecesOf(bare, style);
  // What may be one value or several is one unless there is a sign of several.
  if (pieces.length < 2 && mayBeScalar(meaning)) return readText(decode(bare), meaning);
  const object = isObject ? readObject(pieces, style, meaning, decode) : undefined;
  if (object) return object;
  return isList ? pieces.map((piece, index) => readText(decode(piece), meaning.item(index))) : decode(bare);
}

/** The label and matrix styles begin with a character of their own, and matrix with the name. */
function withoutPrefix(sent: string, { name, style, explode }: Style): string {
  if (style === 'label') {
    if (!sent.startsWith('.')) throw new WrongStyle('must begin with "."');
    return sent.slice(1);
  }
  if (style !== 'matrix') return sent;
  const named = `;${encodeURIComponent(name)}`;
  if (sent === named) return '';
  if (sent.startsWith(`${named}=`)) return sent.slice(named.length + 1);
  // The members of an exploded object stand under their own names.
  if (explode && sent.startsWith(';')) return sent.slice(1);
  throw new WrongStyle(`must begin with "${named}="`);
}

/** What stands between the parts of a list, as itself and encoded. */
const DELIMITERS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  spaceDelimited: [/\+|%20/, /%20/],
  pipeDelimited: [/\||%7c/i, /%7c/i],
};
const COMMAS = [/,/, /%2c/i] as const;

/**
 * The parts of a list. Many clients encode the delimiters with the rest, so an encoded one counts where none stands as itself. A header field is not
 * encoded at all.
 */
function piecesOf(bare: string, { name, style, explode, in: place }: Style): readonly string[] {
  if (style === 'matrix' && explode) {
    const own = `${encodeURIComponent(name)}=`;
    return bare.split(';').map((piece) => (piece.startsWith(own) ? piece.slice(own.length) : piece));
  }
  // Not exploded, RFC 6570 has commas, and the tables of OpenAPI before 3.0.4 have dots.
  if (style === 'label' && (explode || !bare.includes(','))) return bare.split('.');
  const [plain, encoded] = DELIMITERS[style] ?? COMMAS;
  return bare.split(place === 'header' || plain.test(bare) ? plain : encoded);
}

/** `R=100,G=200` when exploded, else `R,100,G,200`; undefined when it is neither. */
function readObject(
  pieces: readonly string[],
  { explode }: Style,
  meaning: Meaning,
  decode: Decode,
): object | undefined {
  const entries: [string, unknown][] = [];
  const add = (key: string, text: string) => {
    const name = decode(key);
    entries.push([name, readText(decode(text), meaning.property(name))]);
  };
  if (explode) {
    for (const piece of pieces) {
      const at = piece.indexOf('=');
      if (at < 0) return undefined;
      add(piece.slice(0, at), piece.slice(at + 1));
    }
  } else {
    if (pieces.length % 2 === 1) return undefined;
    for (let at = 0; at < pieces.length; at += 2) add(pieces[at] ?? '', pieces[at + 1] ?? '');
  }
  return Object.fromEntries(entries);
}
