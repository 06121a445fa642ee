// Translates a request for one server into one for another, with its ids.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { addCredential, type CredentialsByScheme } from '../credentials.ts';
import { parseJsonBody } from '../requests/json-body.ts';
import { referencesIn } from '../requests/references.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { MAX_COMPARED_DEPTH } from './comparison-context.ts';
import type { IdPairing } from './id-pairing.ts';
import { idKindOf } from './value-meaning.ts';

/** The context of a translation. */
interface TranslationContext {
  readonly pairing: IdPairing;
  readonly resolveReference: ReferenceResolver;
  readonly action: ResourceAction | undefined;
}

/**
 * A request with the ids of the other server; unchanged if they are equal.
 *
 * @param base - the prefix of the document's paths
 */
export function translateRequest(
  request: SerializedRequest,
  operation: Operation,
  base: string,
  context: TranslationContext,
): SerializedRequest {
  const [path = '', query] = splitAt(request.target, '?');
  const values = translatePath(request, context);
  const otherPath = values === request.rawParameters.path ? path : (fillPath(values, operation, base) ?? path);
  const otherQuery = query === undefined ? undefined : translateForm(query, context);
  const headers = request.headers.map(([name, text]) => [name, translateHeader(name, text, context)] as const);
  return {
    ...request,
    target: otherQuery === undefined ? otherPath : `${otherPath}?${otherQuery}`,
    headers,
    body: request.body && translateBody(request, context),
    rawParameters: {
      path: values,
      query: otherQuery ?? '',
      headers: Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text])),
    },
  };
}

/**
 * A mock rejects a body with ids of unknown items, which the document does not say.
 *
 * @returns lends these ids known ones of the second server; undefined if there are none
 */
export function lendIds(
  body: unknown,
  { action, pairing, resolveReference }: TranslationContext,
): (() => void) | undefined {
  const unknown = referencesIn(body, action, resolveReference).flatMap(({ path, resource: { name } }) =>
    [getAtPath(body, path)].flat().flatMap((id) => {
      return isStringOrNumber(id) && pairing.there(name, id) === undefined ? [{ name, id }] : [];
    }),
  );
  if (unknown.length === 0) return undefined;
  return () => {
    for (const { name, id } of unknown) pairing.lend(name, id);
  };
}

/** The texts in the path; themselves where all are the same. */
function translatePath(
  { rawParameters: { path = {} } }: SerializedRequest,
  { action, pairing }: TranslationContext,
): Readonly<Record<string, string>> {
  const entries = Object.entries(path).map(([name, written]) => {
    const parent = action?.parents.find(({ parameter }) => parameter === name);
    const kind = action?.parameter === name ? action.resource.name : parent?.resource?.name;
    const value = decodeOrKeep(written);
    const there = kind === undefined ? pairing.translateText(value) : pairing.there(kind, value);
    const isSame = there === undefined || String(there) === value;
    return [name, isSame ? written : encodeURIComponent(String(there))] as const;
  });
  return entries.every(([name, text]) => text === path[name]) ? path : Object.fromEntries(entries);
}

function fillPath(values: Readonly<Record<string, string>>, { path }: Operation, base: string): string | undefined {
  const text = path.replace(/\{([^}]+)\}/g, (template, name: string) => values[name] ?? template);
  return /[{#]/.test(text) ? undefined : base + text;
}

function translateForm(form: string, context: TranslationContext): string {
  return form
    .split('&')
    .map((pair) => {
      const [name = '', value] = splitAt(pair, '=');
      if (value === undefined) return pair;
      const text = decodeOrKeep(value.replaceAll('+', ' '));
      const there = String(translateScalar(text, [decodeOrKeep(name)], context));
      return there === text ? pair : `${name}=${encodeURIComponent(there)}`;
    })
    .join('&');
}

function translateHeader(name: string, text: string, { pairing }: TranslationContext): string {
  if (/^(authorization|cookie|content-type)$/i.test(name)) return text;
  return String(pairing.there('~mark', text) ?? pairing.translateText(text));
}

function translateBody({ headers, body }: SerializedRequest, context: TranslationContext): Uint8Array | undefined {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  if (!media || !body) return body;
  const text = Buffer.from(body).toString();
  if (media.type === 'application' && media.subtype === 'x-www-form-urlencoded')
    return Buffer.from(translateForm(text, context));
  if (!isJson(media)) return body;
  try {
    const parsed: unknown = parseJsonBody(body, text);
    const there = translateValue(parsed, [], context);
    return there === parsed ? body : Buffer.from(stringifyJson(there));
  } catch {
    return body;
  }
}

/** A value with other ids; unchanged if they are equal, or deeper than comparisons go. */
function translateValue(value: unknown, names: readonly string[], context: TranslationContext, depth = 0): unknown {
  if (depth > MAX_COMPARED_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => translateValue(item, names, context, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).map(
      ([name, one]) => [name, translateValue(one, [...names, name], context, depth + 1)] as const,
    );
    return entries.every(([name, one]) => one === value[name]) ? value : Object.fromEntries(entries);
  }
  return translateScalar(value, names, context);
}

function translateScalar(
  value: unknown,
  names: readonly string[],
  { pairing, resolveReference }: TranslationContext,
): unknown {
  if (!isStringOrNumber(value)) return value;
  const kind = idKindOf(names, undefined, resolveReference);
  const known = kind === undefined ? undefined : pairing.there(kind, value);
  if (known !== undefined) return typeof value === 'string' ? String(known) : known;
  return typeof value === 'string' ? (pairing.there('~mark', value) ?? pairing.translateText(value)) : value;
}

/** A request with the credentials of the other server instead of this one's: each server receives its own only. */
export function replaceCredentials(
  request: SerializedRequest,
  operation: Operation,
  own: CredentialsByScheme,
  others: CredentialsByScheme,
): SerializedRequest {
  let changed = request;
  for (const demand of operation.security.flat()) {
    const [text, other] = [own, others].map((known) => known.get(demand.name) ?? known.get(''));
    if (text === undefined || text === other) continue;
    const bare = { ...request, target: '', headers: [] };
    const before = addCredential(bare, demand, text);
    const after = other === undefined ? bare : addCredential(bare, demand, other);
    const [field] = before.headers;
    changed = {
      ...changed,
      target: changed.target.replace(before.target.slice(1), () => after.target.slice(1)),
      headers: changed.headers.flatMap(([name, value]) => {
        if (name.toLowerCase() !== field?.[0].toLowerCase()) return [[name, value] as const];
        const shownThere = value.replace(field[1], () => after.headers[0]?.[1] ?? '');
        return shownThere === '' ? [] : [[name, shownThere] as const];
      }),
    };
  }
  return changed;
}

function splitAt(text: string, sign: string): readonly [before: string, after?: string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
