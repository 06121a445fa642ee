// Reads the parameters of a request: texts become values by style, location and schema.

import { emptyObject } from '../../schema/empty-object.ts';
import type { Finding } from '../finding.ts';
import { child } from '../pointer.ts';
import type { References } from '../references.ts';
import { cookiesOf, decodeCookie } from './cookie.ts';
import { groupByName, isSentEmpty, readFromQuery, readWholeQuery, type Texts } from './from-query.ts';
import { type KnownParameter, type ReadableParameter, readOne } from './known-parameter.ts';
import { mayBeScalar, meaningOf } from './meaning.ts';
import { pairsOf } from './query.ts';
import { type Decode, WrongStyle } from './style.ts';
import { readText } from './text.ts';

/** The parameters of a request as sent, not decoded. */
export interface SentParameters {
  /** Texts of the path by parameter name; undefined for an RPC call. */
  readonly path: Readonly<Record<string, string>> | undefined;
  /** Without its `?`. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** Values by location and name; header names in lower case. */
export type ParameterValues = Readonly<Record<ReadableParameter['in'], Record<string, unknown>>>;

export interface ReadParameters {
  readonly values: ParameterValues;
  /** Unreadable parameters. */
  readonly findings: readonly Finding[];
  /** Names of query parameters that were sent without a value where that is allowed. Default: none. */
  readonly empty?: readonly string[];
}

/** Whether a parameter that is reported as missing was sent: unreadable, or without a value. */
export function isSentAnyway(
  { part, pointer, keyword, params }: Finding,
  { findings, empty = [] }: ReadParameters,
): boolean {
  const name = `${params.missingProperty}`;
  if (keyword !== 'required' || pointer !== child('', name)) return false;
  return (
    (part === 'query' && empty.includes(name)) || findings.some((one) => one.part === part && one.pointer === pointer)
  );
}

export interface ParameterReader {
  /** Reads the declared parameters that were sent. */
  read(sent: SentParameters): ReadParameters;
  /** Converts texts among values from other sources, such as an RPC message, like `read`. */
  settle(values: ParameterValues): void;
  /**
   * Adds default values, and path values that are not declared. Called after validation, because an invalid `default`
   * is not an error of the client.
   *
   * @returns the parameters that received their default value
   */
  complete(values: ParameterValues, sent: Pick<SentParameters, 'path'>): readonly ReadableParameter[];
}

/** Creates the reader of an operation's parameters. If two have the same name and location, the first one counts. */
export function createParameterReader(
  parameters: readonly ReadableParameter[],
  references: References,
): ParameterReader {
  const known = parameters.map((parameter): KnownParameter => {
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
  // An object without properties is serialized as nothing (RFC 6570, section 3.2.8).
  const writtenAsNothing = inQuery.filter(
    ({ parameter, isSpread, meaning }) => isSpread && parameter.required === true && meaning.default === undefined,
  );
  const withDefault = known.filter(({ meaning }) => meaning.default !== undefined);

  return {
    read({ path, query, headers }) {
      const values = emptyValues();
      const findings: Finding[] = [];
      let empty: readonly string[] | undefined;
      const put = ({ parameter, key }: KnownParameter, read: () => unknown) => {
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
      for (const one of writtenAsNothing) put(one, () => values.query[one.key] ?? emptyObject());
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
        // Handlers may modify their input.
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

function readFromCookies(one: KnownParameter, cookies: Texts): unknown {
  const { parameter, key, meaning } = one;
  const texts = cookies.get(key);
  const [first] = texts ?? [];
  if (texts === undefined || first === undefined) return undefined;
  if (!parameter.explode || parameter.content || !meaning.types?.has('array')) return readOne(first, one, decodeCookie);
  // `a=1&a=2` is the form style in one cookie; browsers send two cookies.
  const pieces = texts.flatMap((text) => text.split(`&${key}=`));
  if (pieces.length === 1 && mayBeScalar(meaning)) return readText(decodeCookie(first), meaning);
  return pieces.map((text, index) => readText(decodeCookie(text), meaning.item(index)));
}

/** @throws unknown if it is not an error of the client */
function unreadable({ in: part, content }: ReadableParameter, key: string, thrown: unknown): Finding {
  const finding = { part, pointer: child('', key), params: {} };
  if (thrown instanceof URIError) return { ...finding, keyword: 'encoding', message: 'has invalid percent-encoding' };
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
