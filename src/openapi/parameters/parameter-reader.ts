// Reads the parameters of a request: texts become values by style, location and schema.

import { emptyObject } from '../../schema/empty-object.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Finding } from '../finding.ts';
import { decodeOrKeep } from '../lookup/path-template.ts';
import type { References } from '../references.ts';
import { parseCookies } from './parse-cookies.ts';
import { parseScalar } from './parse-scalar.ts';
import { type PreparedParameter, type ReadableParameter, readParameterText } from './prepared-parameter.ts';
import { parseQueryPairs } from './query-pairs.ts';
import { groupByName, isSentEmpty, isWronglyEmpty, readQueryParameter, readWholeQuery } from './query-parameters.ts';
import { readCookieParameter } from './read-cookie.ts';
import type { Decode } from './read-styled.ts';
import { viewSchema } from './schema-view.ts';

/** The parameters of a request as sent, not decoded. */
export interface RawParameters {
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
  /** Names in the query that belong to no parameter. Default: none. */
  readonly undeclared?: readonly string[];
}

/** Whether a parameter that is reported as missing was sent: unreadable, or without a value. */
export function wasSent(
  { part, pointer, keyword, params }: Finding,
  { findings, empty = [] }: ReadParameters,
): boolean {
  const name = `${params.missingProperty}`;
  if (keyword !== 'required' || pointer !== childPointer('', name)) return false;
  return (
    (part === 'query' && empty.includes(name)) || findings.some((one) => one.part === part && one.pointer === pointer)
  );
}

export interface ParameterReader {
  /** Reads the declared parameters that were sent. */
  read(raw: RawParameters): ReadParameters;
  /** Converts texts among values from other sources, such as an RPC message, like `read`. */
  convertTexts(values: ParameterValues): void;
  /**
   * Adds default values, and path values that are not declared. Called after validation, because an invalid `default`
   * is not an error of the client.
   *
   * @returns the parameters that received their default value
   */
  applyDefaults(values: ParameterValues, raw: Pick<RawParameters, 'path'>): readonly ReadableParameter[];
}

/** Creates the reader of an operation's parameters. If two have the same name and location, the first one counts. */
export function createParameterReader(
  parameters: readonly ReadableParameter[],
  references: References,
): ParameterReader {
  const known = parameters.map((parameter): PreparedParameter => {
    const { name, in: location, style, explode, content } = parameter;
    const view = viewSchema(content ? content.schema : parameter.schema, references);
    const isFormStyle = location === 'query' && style === 'form' && explode && !content;
    const isSpread = isFormStyle && view.types?.has('object') === true && !view.types.has('array');
    const isOne = !view.types?.has('object') && !view.types?.has('array');
    const isPlain = isOne && !content && (style === 'simple' || style === 'form');
    return { parameter, key: location === 'header' ? name.toLowerCase() : name, view, isSpread, isPlain };
  });
  const inQuery = known.filter(({ parameter }) => parameter.in === 'query');
  const inCookies = known.filter(({ parameter }) => parameter.in === 'cookie');
  const ownNames = new Set(
    inQuery.filter(({ parameter, isSpread }) => !isSpread && !parameter.isWholeQuery).map(({ key }) => key),
  );
  for (const { view, isSpread } of inQuery) if (isSpread) for (const name of view.propertyNames) ownNames.add(name);
  const cookieNames = new Set(inCookies.map(({ key }) => key));
  const declared = new Set(known.map(({ parameter }) => parameter.name));
  // An object without properties is serialized as nothing (RFC 6570, section 3.2.8).
  const emptyObjects = inQuery.filter(
    ({ parameter, isSpread, view }) => isSpread && parameter.required === true && view.default === undefined,
  );
  const withDefault = known.filter(({ view }) => view.default !== undefined);
  const takesAnyName = inQuery.some(
    ({ parameter, isSpread, view }) =>
      parameter.isWholeQuery || (isSpread && (view.allowsOtherProperties ?? view.propertyNames.length === 0)),
  );
  const deepObjects = inQuery.filter(({ parameter }) => parameter.style === 'deepObject').map(({ key }) => `${key}[`);
  const isDeclared = (name: string) => ownNames.has(name) || deepObjects.some((start) => name.startsWith(start));

  return {
    read({ path, query, headers }) {
      const values = emptyValues();
      const findings: Finding[] = [];
      let empty: readonly string[] | undefined;
      let undeclared: readonly string[] | undefined;
      const store = ({ parameter, key }: PreparedParameter, read: () => unknown) => {
        try {
          const value = read();
          if (value !== undefined) values[parameter.in][key] = value;
        } catch (cause) {
          findings.push(unreadableFinding(parameter, key, cause));
        }
      };
      for (const one of known) {
        const { key, parameter } = one;
        if (parameter.in === 'path') {
          const raw = path?.[key];
          if (raw !== undefined) store(one, () => readParameterText(raw, one, decodeURIComponent));
        } else if (parameter.in === 'header') {
          const raw = headers[key];
          if (raw !== undefined) store(one, () => readParameterText(raw, one, trimText));
        }
      }
      if (query !== '') {
        const pairs = parseQueryPairs(query);
        const byName = groupByName(pairs);
        const others = takesAnyName ? [] : [...byName.keys()].filter((name) => !isDeclared(name));
        if (others.length > 0) undeclared = others;
        for (const one of inQuery) {
          if (one.parameter.isWholeQuery) store(one, () => readWholeQuery(query, one));
          else if (isWronglyEmpty(one, byName)) findings.push(emptyFinding(one));
          else if (isSentEmpty(one, byName)) empty = [...(empty ?? []), one.key];
          else store(one, () => readQueryParameter(one, pairs, byName, ownNames));
        }
      }
      for (const one of emptyObjects) store(one, () => values.query[one.key] ?? emptyObject());
      if (inCookies.length > 0 && headers.cookie !== undefined) {
        const cookies = parseCookies(headers.cookie);
        for (const one of inCookies) store(one, () => readCookieParameter(one, cookies, cookieNames));
      }
      return { values, findings, ...(empty && { empty }), ...(undeclared && { undeclared }) };
    },
    convertTexts(values) {
      for (const { parameter, key, view } of known) {
        const value = values[parameter.in][key];
        if (typeof value === 'string') values[parameter.in][key] = parseScalar(value, view);
      }
    },
    applyDefaults(values, { path = {} }) {
      let filled: ReadableParameter[] | undefined;
      for (const { parameter, key, view } of withDefault) {
        if (Object.hasOwn(values[parameter.in], key)) continue;
        filled ??= [];
        filled.push(parameter);
        const { default: defaultValue } = view;
        // Handlers may modify their input.
        values[parameter.in][key] =
          typeof defaultValue === 'string' ? parseScalar(defaultValue, view) : structuredClone(defaultValue);
      }
      for (const name of Object.keys(path)) {
        if (!declared.has(name)) values.path[name] = decodeOrKeep(path[name] ?? '');
      }
      return filled ?? NONE;
    },
  };
}

const NONE: readonly ReadableParameter[] = [];

function emptyValues(): ParameterValues {
  return { path: emptyObject(), query: emptyObject(), header: emptyObject(), cookie: emptyObject() };
}

const trimText: Decode = (raw) => raw.trim();

/** @throws unknown if it is not an error of the client */
function unreadableFinding({ in: part, content }: ReadableParameter, key: string, cause: unknown): Finding {
  const finding = { part, pointer: childPointer('', key), params: {} };
  if (cause instanceof URIError) return { ...finding, keyword: 'encoding', message: 'has invalid percent-encoding' };
  if (!(cause instanceof SyntaxError)) throw cause;
  if (content) return { ...finding, keyword: 'content', message: `must be ${content.type}` };
  return { ...finding, keyword: 'style', message: cause.message };
}

function emptyFinding({ key }: PreparedParameter): Finding {
  const pointer = childPointer('', key);
  return { part: 'query', pointer, params: {}, keyword: 'allowEmptyValue', message: 'must not be empty' };
}
