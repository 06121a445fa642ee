// Reads a parameter from cookies: in one cookie, or in several.

import { decodeCookie, unquoteCookie } from './parse-cookies.ts';
import { parseScalar } from './parse-scalar.ts';
import { type PreparedParameter, readParameterText } from './prepared-parameter.ts';
import type { TextsByName } from './query-parameters.ts';
import type { Decode } from './read-styled.ts';
import { mayBeScalar, type SchemaView } from './schema-view.ts';

/** How a style writes cookies. */
interface CookieFormat {
  readonly decode: Decode;
  /** Removes quotes around a value. */
  unquote(text: string): string;
  /** Whether one cookie may contain exploded values that are joined by `&`. */
  readonly joinsByAmpersand: boolean;
}

const FORM_STYLE: CookieFormat = { decode: decodeCookie, unquote: unquoteCookie, joinsByAmpersand: true };

/** Values are passed through unchanged (OpenAPI 3.2, sections 4.12.2.2 and 4.12.3). */
const COOKIE_STYLE: CookieFormat = { decode: (raw) => raw, unquote: (raw) => raw, joinsByAmpersand: false };

/**
 * The value of a cookie parameter; undefined if it was not sent. The form style joins exploded values by `&` in one
 * cookie; the cookie style and browsers send several cookies.
 *
 * @param ownNames - of all cookie parameters
 */
export function readCookieParameter(
  one: PreparedParameter,
  cookies: TextsByName,
  ownNames: ReadonlySet<string>,
): unknown {
  const { parameter, key, view } = one;
  const { types } = view;
  const format = parameter.style === 'cookie' ? COOKIE_STYLE : FORM_STYLE;
  const { decode } = format;
  const isExploded = parameter.explode && !parameter.content;
  const texts = cookies.get(key)?.map(format.unquote);
  const [first] = texts ?? [];
  if (texts === undefined || first === undefined)
    return isExploded && types?.has('object') ? readMembers(view, cookies, ownNames, format) : undefined;
  if (isExploded && types?.has('array')) {
    const pieces = texts.flatMap((text) => (format.joinsByAmpersand ? text.split(`&${key}=`) : text));
    if (pieces.length === 1 && mayBeScalar(view)) return parseScalar(decode(first), view);
    return pieces.map((text, index) => parseScalar(decode(text), view.item(index)));
  }
  return readParameterText(first, one, decode);
}

/**
 * An object whose members are cookies, or pairs within one; undefined if there is none. Undocumented members count if
 * the object has no documented ones.
 */
function readMembers(
  view: SchemaView,
  cookies: TextsByName,
  ownNames: ReadonlySet<string>,
  { decode, unquote, joinsByAmpersand }: CookieFormat,
): object | undefined {
  const names = new Set(view.propertyNames);
  const isOpen = names.size === 0;
  const isMember = (name: string) => (isOpen ? name !== '' && !ownNames.has(name) : names.has(name));
  const members = new Map<string, string[]>();
  const add = (name: string, text: string) => members.set(name, [...(members.get(name) ?? []), text]);
  for (const [raw, texts] of cookies)
    for (const text of isMember(decode(raw)) ? texts : [])
      for (const [name, one] of joinsByAmpersand
        ? pairsIn(decode(raw), unquote(text), decode, isMember)
        : [[raw, text]])
        add(name, one);
  const entries = [...members].map(([name, texts]): [string, unknown] => {
    const property = view.property(name);
    const isList = property.types?.has('array') ?? false;
    return [
      name,
      isList
        ? texts.map((text, index) => parseScalar(decode(text), property.item(index)))
        : parseScalar(decode(texts[0] ?? ''), property),
    ];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The pairs of `R=1&G=2`, where other text after `&` belongs to the value before it. */
function pairsIn(
  first: string,
  text: string,
  decode: Decode,
  isMember: (name: string) => boolean,
): readonly (readonly [name: string, text: string])[] {
  const [own = '', ...others] = text.split('&');
  const pairs: [string, string][] = [[first, own]];
  for (const other of others) {
    const at = other.indexOf('=');
    const name = at < 0 ? '' : decode(other.slice(0, at));
    const last = pairs.at(-1);
    if (isMember(name)) pairs.push([name, other.slice(at + 1)]);
    else if (last) last[1] += `&${other}`;
  }
  return pairs;
}
