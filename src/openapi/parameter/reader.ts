// The parameters of an operation, read from a request: texts become values by style, place and schema.

import { emptyObject } from '../../schema/empty-object.ts';
import type { BodyType } from '../content.ts';
import type { Finding } from '../finding.ts';
import { child } from '../pointer.ts';
import type { Part, References } from '../references.ts';
import { cookiesOf, decodeCookie } from './cookie.ts';
import { jsonIn, readForm } from './form.ts';
import { isForm } from './form-field.ts';
import { type Meaning, mayBeScalar, meaningOf } from './meaning.ts';
import { decodeQuery, type Pair, pairsOf, readDeepObject } from './query.ts';
import { type Decode, readStyled, type Style, WrongStyle } from './style.ts';
import { readText } from './text.ts';

/** What is known of a parameter, its defaults filled in. */
export interface ReadableParameter extends Style {
  readonly schema: Part | undefined;
  /** The media type in which it is written; undefined when it is written by its style. */
  readonly content:
    | { readonly type: string; readonly schema: Part | undefined; readonly encoding: BodyType['encoding'] }
    | undefined;
  /** Whether it is all of the query. */
  readonly isWholeQuery: boolean;
  readonly allowEmptyValue: boolean;
}

/** Where parameters are found in a request. Nothing is decoded. */
export interface SentParameters {
  /** The texts in the path, by the names in its template; undefined when the operation was called as a remote procedure. */
  readonly path: Readonly<Record<string, string>> | undefined;
  /** Without its `?`. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Values by place and name; the names of header fields are in lower case. */
export type ParameterValues = Readonly<Record<ReadableParameter['in'], Record<string, unknown>>>;

export interface ReadParameters {
  readonly values: ParameterValues;
  /** What could not be read. */
  readonly findings: readonly Finding[];
  /** The names in the query that were sent empty where that is allowed: they are there, and have no value. Default: none. */
  readonly empty?: readonly string[];
}

/** Whether it is found missing what was sent all the same: what could not be read, or is empty. */
export function isSentAnyway(
  { part, pointer, keyword, params }: Finding,
  { findings, empty = [] }: ReadParameters,
): boolean {
  if (keyword !== 'required' || pointer !== '') return false;
  const name = `${params.missingProperty}`;
  return (
    (part === 'query' && empty.includes(name)) ||
    findings.some((one) => one.part === part && one.pointer === child('', name))
  );
}

export interface ParameterReader {
  /** The values that were sent. What an operation does not declare is left out. */
  read(sent: SentParameters): ReadParameters;
  /** Values that came in another way than as text, such as in a message: texts among them are read as in `read`. */
  settle(values: ParameterValues): void;
  /**
   * Puts in what stands for values that were not sent, and what stands in the path without being declared. Done after the check, because a `default` that breaks its
   * schema is no mistake of the client.
   *
   * @returns the parameters that were not sent and have a value now
   */
  complete(values: ParameterValues, sent: Pick<SentParameters, 'path'>): readonly ReadableParameter[];
}

/** A parameter, with what its schema means. */
interface Known {
  readonly parameter: ReadableParameter;
  /** Under which its value is found. */
  readonly key: string;
  readonly meaning: Meaning;
  /** Whether each member of the object is a pair of the query by itself. */
  readonly isSpread: boolean;
  /** Whether its text is the value, encoded: no style makes more of it. */
  readonly isPlain: boolean;
}

/** Makes ready to read the parameters of one operation. Where two have one name and place, the first one counts. */
export function createParameterReader(
  parameters: readonly ReadableParameter[],
  references: References,
): ParameterReader {
  const known = parameters.map((parameter): Known => {
    const { name, in: place, style, explode, content } = parameter;
    const meaning = meaningOf(content ? content.schema : parameter.schema, references);
    const isForm = place === 'query' && style === 'form' && explode && !content;
    const isSpread = isForm && meaning.types?.has('object') === true && !meaning.types.has('array');
    const isOne = !meaning.types?.has('object') && !meaning.types?.has('array');
    const isPlain = isOne && !content && (style === 'simple' || style === 'form');
    return { parameter, key: place === 'header' ? name.toLowerCase() : name, meaning, isSpread, isPlain };
  });
  const inQuery = known.filter(({ parameter }) => parameter.in === 'query');
  const inCookies = known.filter(({ parameter }) => parameter.in === 'cookie');
  const ownNames = new Set(
    inQuery.filter(({ parameter, isSpread }) => !isSpread && !parameter.isWholeQuery).map(({ key }) => key),
  );
  for (const { meaning, isSpread } of inQuery) if (isSpread) for (const name of meaning.names) ownNames.add(name);
  const declared = new Set(known.map(({ parameter }) => parameter.name));
  const withDefault = known.filter(({ meaning }) => meaning.default !== undefined);

  return {
    read({ path, query, headers }) {
      const values = emptyValues();
      const findings: Finding[] = [];
      let empty: readonly string[] | undefined;
      const put = ({ parameter, key }: Known, read: () => unknown) => {
        try {
          const value = read();
          if (value !== undefined) values[parameter.in][key] = value;
        } catch (thrown) {
          findings.push(unreadable(parameter, key, thrown));
        }
      };
      for (const one of known) {
        const { key, parameter } = one;
        if (parameter.in === 'path') {
          const sent = path?.[key];
          if (sent !== undefined) put(one, () => readOne(sent, one, decodeURIComponent));
        } else if (parameter.in === 'header') {
          const sent = headers[key];
          if (sent !== undefined) put(one, () => readOne(sent, one, trimmed));
        }
      }
      if (inQuery.length > 0 && query !== '') {
        const pairs = pairsOf(query);
        const byName = groupByName(pairs);
        for (const one of inQuery) {
          if (one.parameter.isWholeQuery) put(one, () => readWholeQuery(query, one));
          else if (isSentEmpty(one, byName)) empty = [...(empty ?? []), one.key];
          else put(one, () => readFromQuery(one, pairs, byName, ownNames));
        }
      }
      if (inCookies.length > 0 && headers.cookie !== undefined) {
        const cookies = cookiesOf(headers.cookie);
        for (const one of inCookies) put(one, () => readFromCookies(one, cookies));
      }
      return empty ? { values, findings, empty } : { values, findings };
    },
    settle(values) {
      for (const { parameter, key, meaning } of known) {
        const value = values[parameter.in][key];
        if (typeof value === 'string') values[parameter.in][key] = readText(value, meaning);
      }
    },
    complete(values, { path = {} }) {
      let filled: ReadableParameter[] | undefined;
      for (const { parameter, key, meaning } of withDefault) {
        if (Object.hasOwn(values[parameter.in], key)) continue;
        filled ??= [];
        filled.push(parameter);
        const { default: given } = meaning;
        // Handlers may change what they are given.
        values[parameter.in][key] = typeof given === 'string' ? readText(given, meaning) : structuredClone(given);
      }
      for (const name of Object.keys(path)) {
        if (!declared.has(name)) values.path[name] = decodedOr(path[name] ?? '');
      }
      return filled ?? NONE;
    },
  };
}

const NONE: readonly ReadableParameter[] = [];

function emptyValues(): ParameterValues {
  return { path: emptyObject(), query: emptyObject(), header: emptyObject(), cookie: emptyObject() };
}

const trimmed: Decode = (sent) => sent.trim();

/** The value of a parameter that came as one text. */
function readOne(sent: string, { parameter, meaning, isPlain }: Known, decode: Decode): unknown {
  if (isPlain) return readText(decode(sent), meaning);
  const { content } = parameter;
  if (content) return /^[^;]*[/+]json *(;|$)/i.test(content.type) ? JSON.parse(decode(sent)) : decode(sent);
  return readStyled(sent, parameter, meaning, decode);
}

function groupByName(pairs: readonly Pair[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const { name, text } of pairs) {
    const texts = byName.get(name);
    if (texts) texts.push(text);
    else byName.set(name, [text]);
  }
  return byName;
}

/** The value of a parameter that is all of the query. Only in a form, a `+` is a space. */
function readWholeQuery(query: string, one: Known): unknown {
  const { content } = one.parameter;
  if (!content || !isForm(content.type)) return readOne(query, one, decodeURIComponent);
  return readForm(query, one.meaning, content.encoding);
}

type Texts = ReadonlyMap<string, readonly string[]>;

/** Whether a parameter may be sent empty in place of a value: of a text, the empty one is a value. */
export function mayBeEmpty(
  { in: place, isWholeQuery, allowEmptyValue }: ReadableParameter,
  { types }: Meaning,
): boolean {
  return place === 'query' && !isWholeQuery && allowEmptyValue && types !== undefined && !types.has('string');
}

function isSentEmpty({ parameter, key, meaning }: Known, byName: Texts): boolean {
  if (!mayBeEmpty(parameter, meaning)) return false;
  const texts = byName.get(key);
  return texts?.length === 1 && texts[0] === '';
}

function readFromQuery(one: Known, pairs: readonly Pair[], byName: Texts, ownNames: ReadonlySet<string>): unknown {
  const { parameter, key, meaning, isSpread } = one;
  const { style, explode, content } = parameter;
  if (isSpread) return readSpread(one, byName, ownNames);
  if (style === 'deepObject' && !content) {
    const own = pairs.filter(({ name }) => name === key || !ownNames.has(name));
    return readDeepObject(key, own, meaning);
  }
  const texts = byName.get(key);
  const [first] = texts ?? [];
  if (texts === undefined || first === undefined) return undefined;
  const { types } = meaning;
  const isList = types?.has('array') === true && !content;
  // Of several texts for what may be one value only, the first one counts.
  if (isList && (texts.length > 1 || (explode && !mayBeScalar(meaning))))
    return texts.map((text, index) => readItem(decodeQuery(text), meaning.item(index)));
  return explode && isList ? readText(decodeQuery(first), meaning) : readOne(first, one, decodeQuery);
}

/** An item of a list. Nothing says how objects are written there (OpenAPI 3.0.3, section 4.7.12.4); clients write them in JSON. */
function readItem(text: string, meaning: Meaning): unknown {
  return (meaning.types?.has('object') ? jsonIn(text) : undefined) ?? readText(text, meaning);
}

/** An object of which each member is a pair of the query; undefined when there is none. */
function readSpread({ meaning }: Known, byName: Texts, ownNames: ReadonlySet<string>): object | undefined {
  const { names, isOpen = names.length === 0 } = meaning;
  const others = isOpen ? [...byName.keys()].filter((name) => !ownNames.has(name)) : [];
  const entries = [...names, ...others].flatMap((name): [string, unknown][] => {
    const texts = byName.get(name);
    if (!texts) return [];
    const property = meaning.property(name);
    const isList = property.types?.has('array') ?? false;
    const read = isList
      ? texts.map((text, index) => readText(decodeQuery(text), property.item(index)))
      : readText(decodeQuery(texts[0] ?? ''), property);
    return [[name, read]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function readFromCookies(one: Known, cookies: Texts): unknown {
  const { parameter, key, meaning } = one;
  const texts = cookies.get(key);
  const [first] = texts ?? [];
  if (texts === undefined || first === undefined) return undefined;
  if (!parameter.explode || parameter.content || !meaning.types?.has('array')) return readOne(first, one, decodeCookie);
  // `a=1&a=2` is how the form style writes it, and two cookies are how browsers would.
  const pieces = texts.flatMap((text) => text.split(`&${key}=`));
  if (pieces.length === 1 && mayBeScalar(meaning)) return readText(decodeCookie(first), meaning);
  return pieces.map((text, index) => readText(decodeCookie(text), meaning.item(index)));
}

/** @throws unknown what is no mistake of the client */
function unreadable({ in: part, content }: ReadableParameter, key: string, thrown: unknown): Finding {
  const finding = { part, pointer: child('', key), params: {} };
  if (thrown instanceof URIError)
    return { ...finding, keyword: 'encoding', message: 'has percent-encoding that does not decode' };
  if (thrown instanceof WrongStyle) return { ...finding, keyword: 'style', message: thrown.message };
  if (thrown instanceof SyntaxError && content)
    return { ...finding, keyword: 'content', message: `must be ${content.type}` };
  throw thrown;
}

function decodedOr(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    return sent;
  }
}
