// Parsing of parameters by style (OpenAPI 3.0.3, section 4.7.12.2; RFC 6570).

import { parseScalar } from './parse-scalar.ts';
import { mayBeScalar, type SchemaView } from './schema-view.ts';

/** The serialization of a parameter. */
export interface ParameterStyle {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  /** Such as `form`. */
  readonly style: string;
  readonly explode: boolean;
}

/** Decodes raw text. @throws URIError for invalid percent-encoding */
export type Decode = (raw: string) => string;

/**
 * The value of a parameter that was sent as one text. Lists and objects that cannot be parsed stay text.
 *
 * @param raw - raw text: encoded delimiters are not delimiters
 * @throws URIError for invalid percent-encoding
 * @throws SyntaxError if the prefix of the style is missing
 */
export function readStyled(raw: string, style: ParameterStyle, meaning: SchemaView, decode: Decode): unknown {
  const bare = withoutPrefix(raw, style);
  const { types } = meaning;
  const isList = types?.has('array') ?? false;
  const isObject = types?.has('object') ?? false;
  if (!isList && !isObject) return parseScalar(decode(bare), meaning);
  const pieces = bare === '' ? [] : splitPieces(bare, style);
  // A value that may be a scalar or a list is a scalar unless it contains a delimiter.
  if (pieces.length < 2 && mayBeScalar(meaning)) return parseScalar(decode(bare), meaning);
  const object = isObject ? readObject(pieces, style, meaning, decode) : undefined;
  if (object) return object;
  return isList ? pieces.map((piece, index) => parseScalar(decode(piece), meaning.item(index))) : decode(bare);
}

/** Removes the prefix of the label and matrix styles. */
function withoutPrefix(raw: string, { name, style, explode }: ParameterStyle): string {
  if (style === 'label') {
    if (!raw.startsWith('.')) throw new SyntaxError('must begin with "."');
    return raw.slice(1);
  }
  if (style !== 'matrix') return raw;
  const named = `;${encodeURIComponent(name)}`;
  if (raw === named) return '';
  if (raw.startsWith(`${named}=`)) return raw.slice(named.length + 1);
  // Members of an exploded object have their own names.
  if (explode && raw.startsWith(';')) return raw.slice(1);
  throw new SyntaxError(`must begin with "${named}="`);
}

/** Delimiters of list items, plain and encoded. */
const DELIMITERS: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
  spaceDelimited: [/\+|%20/, /%20/],
  pipeDelimited: [/\||%7c/i, /%7c/i],
};
const COMMAS = [/,/, /%2c/i] as const;

/**
 * Splits a list. Encoded delimiters count if there is no plain one: many clients encode them. Headers are not encoded.
 */
function splitPieces(bare: string, { name, style, explode, in: location }: ParameterStyle): readonly string[] {
  if (style === 'matrix' && explode) {
    const own = encodeURIComponent(name);
    return bare
      .split(';')
      .map((piece) => (piece === own ? '' : piece.startsWith(`${own}=`) ? piece.slice(own.length + 1) : piece));
  }
  // RFC 6570 uses commas here; the tables of OpenAPI before 3.0.4 use dots.
  if (style === 'label' && (explode || !bare.includes(','))) return bare.split('.');
  const [plain, encoded] = DELIMITERS[style] ?? COMMAS;
  return bare.split(location === 'header' || plain.test(bare) ? plain : encoded);
}

/** `R=100,G=200` if exploded, else `R,100,G,200`; undefined for other text. */
function readObject(
  pieces: readonly string[],
  { explode, style }: ParameterStyle,
  meaning: SchemaView,
  decode: Decode,
): object | undefined {
  const entries: [string, unknown][] = [];
  const add = (key: string, text: string) => {
    const name = decode(key);
    entries.push([name, parseScalar(decode(text), meaning.property(name))]);
  };
  if (explode) {
    for (const piece of pieces) {
      const at = piece.indexOf('=');
      // `;name` has empty text (RFC 6570, section 3.2.7).
      if (at < 0 && style !== 'matrix') return undefined;
      add(at < 0 ? piece : piece.slice(0, at), at < 0 ? '' : piece.slice(at + 1));
    }
  } else {
    if (pieces.length % 2 === 1) return undefined;
    for (let at = 0; at < pieces.length; at += 2) add(pieces[at] ?? '', pieces[at + 1] ?? '');
  }
  return Object.fromEntries(entries);
}
