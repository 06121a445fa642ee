// Translates a request for one server into one for another, with its ids.

import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { addCredential, type Credentials } from '../credentials.ts';
import { parseJson } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { MAX_COMPARED_DEPTH } from './comparison-context.ts';
import type { IdPairing } from './id-pairing.ts';
import { idKindOf } from './value-meaning.ts';

/** The context of a translation. */
export interface TranslationContext {
  readonly pairing: IdPairing;
  readonly referredTo: ReferenceResolver;
  readonly role: ResourceAction | undefined;
}

/**
 * A request with the ids of the other server; unchanged if they are equal.
 *
 * @param base - the prefix of the document's paths
 */
export function translateRequest(
  call: SerializedRequest,
  operation: Operation,
  base: string,
  language: TranslationContext,
): SerializedRequest {
  const [path = '', query] = splitAt(call.target, '?');
  const values = pathThere(call, language);
  const otherPath = values === call.rawParameters.path ? path : (filledWith(values, operation, base) ?? path);
  const otherQuery = query === undefined ? undefined : formThere(query, language);
  const headers = call.headers.map(([name, text]) => [name, headerThere(name, text, language)] as const);
  return {
    ...call,
    target: otherQuery === undefined ? otherPath : `${otherPath}?${otherQuery}`,
    headers,
    body: call.body && bodyThere(call, language),
    rawParameters: {
      path: values,
      query: otherQuery ?? '',
      headers: Object.fromEntries(headers.map(([name, text]) => [name.toLowerCase(), text])),
    },
  };
}

/** The texts in the path; themselves where all are the same. */
function pathThere(
  { rawParameters: { path = {} } }: SerializedRequest,
  { role, pairing }: TranslationContext,
): Readonly<Record<string, string>> {
  const entries = Object.entries(path).map(([name, written]) => {
    const parent = role?.parents.find(({ parameter }) => parameter === name);
    const kind = role?.parameter === name ? role.resource.name : parent?.resource?.name;
    const value = decodeOrKeep(written);
    const there = kind === undefined ? pairing.textThere(value) : pairing.there(kind, value);
    const isSame = there === undefined || String(there) === value;
    return [name, isSame ? written : encodeURIComponent(String(there))] as const;
  });
  return entries.every(([name, text]) => text === path[name]) ? path : Object.fromEntries(entries);
}

function filledWith(values: Readonly<Record<string, string>>, { path }: Operation, base: string): string | undefined {
  const text = path.replace(/\{([^}]+)\}/g, (template, name: string) => values[name] ?? template);
  return /[{#]/.test(text) ? undefined : base + text;
}

function formThere(form: string, language: TranslationContext): string {
  return form
    .split('&')
    .map((pair) => {
      const [name = '', value] = splitAt(pair, '=');
      if (value === undefined) return pair;
      const text = decodeOrKeep(value.replaceAll('+', ' '));
      const there = String(scalarThere(text, [decodeOrKeep(name)], language));
      return there === text ? pair : `${name}=${encodeURIComponent(there)}`;
    })
    .join('&');
}

function headerThere(name: string, text: string, { pairing }: TranslationContext): string {
  if (/^(authorization|cookie|content-type)$/i.test(name)) return text;
  return String(pairing.there('~mark', text) ?? pairing.textThere(text));
}

function bodyThere({ headers, body }: SerializedRequest, language: TranslationContext): Uint8Array | undefined {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  if (!media || !body) return body;
  const text = Buffer.from(body).toString();
  if (media.type === 'application' && media.subtype === 'x-www-form-urlencoded')
    return Buffer.from(formThere(text, language));
  if (!isJson(media)) return body;
  try {
    const said: unknown = parseJson(body, text);
    const there = valueThere(said, [], language);
    return there === said ? body : Buffer.from(JSON.stringify(there));
  } catch {
    return body;
  }
}

/** A value with other ids; unchanged if they are equal, or deeper than comparisons go. */
function valueThere(value: unknown, names: readonly string[], language: TranslationContext, depth = 0): unknown {
  if (depth > MAX_COMPARED_DEPTH) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => valueThere(item, names, language, depth + 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).map(
      ([name, one]) => [name, valueThere(one, [...names, name], language, depth + 1)] as const,
    );
    return entries.every(([name, one]) => one === value[name]) ? value : Object.fromEntries(entries);
  }
  return scalarThere(value, names, language);
}

function scalarThere(value: unknown, names: readonly string[], { pairing, referredTo }: TranslationContext): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const kind = idKindOf(names, undefined, referredTo);
  const known = kind === undefined ? undefined : pairing.there(kind, value);
  if (known !== undefined) return typeof value === 'string' ? String(known) : known;
  return typeof value === 'string' ? (pairing.there('~mark', value) ?? pairing.textThere(value)) : value;
}

/** A request with the credentials of the other server instead of this one's: each server receives its own only. */
export function withCredentials(
  call: SerializedRequest,
  operation: Operation,
  own: Credentials,
  others: Credentials,
): SerializedRequest {
  let changed = call;
  for (const demand of operation.security.flat()) {
    const [text, other] = [own, others].map((known) => known.get(demand.name) ?? known.get(''));
    if (text === undefined || text === other) continue;
    const bare = { ...call, target: '', headers: [] };
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
