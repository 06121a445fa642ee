// Generates requests for operations from their document.

import type { Sampler } from '../../src/mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../src/mock/samples/generate/seeded-random.ts';
import { mainMediaType } from '../../src/openapi/content.ts';
import type { Document, Operation } from '../../src/openapi/document.ts';
import { parsePathTemplate } from '../../src/openapi/lookup/path-template.ts';
import { cachedMediaType, isJson } from '../../src/openapi/media-type.ts';
import { type SchemaView, viewSchema } from '../../src/openapi/parameters/schema-view.ts';
import type { Parameter } from '../../src/openapi/parse-parameters.ts';
import { isRecord } from '../../src/schema/is-record.ts';
import { success } from '../../src/schema/result.ts';
import { createFormats } from '../../src/server/codec/formats.ts';

/** No valid request can be sent to an operation, with the reason. */
export class Untestable extends Error {}

/** Input for a request besides its operation. */
export interface RequestInput {
  readonly document: Document;
  readonly sampler: Sampler;
  /** KnownItems values of path parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** Returns the body to send in place of the generated one. */
  readonly adapt: (body: unknown) => unknown;
  /** Other ones for other texts. */
  readonly key: string;
  /** The number of the body: the first is from the examples of the document. */
  readonly index: number;
}

/** Whether a parameter value is indistinguishable from none. */
function isNothing(value: unknown): boolean {
  if (value === '') return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isNothing);
}

/** Values where a document leaves them open. */
const OPEN_VALUES: Readonly<Record<string, unknown>> = { '': 'x', '/0': 'x' };

const UNSENDABLE_METHODS = new Set(['TRACE', 'CONNECT', 'TRACK']);
const LIMITS = { values: 500_000, limit: 4_194_304 };

/** @throws Untestable if no client can send it, or no valid request can be generated */
export async function createRequest(operation: Operation, sending: RequestInput): Promise<Request> {
  const { document, sampler, values, key } = sending;
  if (firstAt(document).get(addressOf(operation)) !== operation.id)
    throw new Untestable('another path differs only in the names of its parameters');
  if (UNSENDABLE_METHODS.has(operation.method)) throw new Untestable(`no client sends ${operation.method}`);
  const sampleOf = ({ schema, content, name, in: place }: Parameter) => {
    const part = schema ?? content?.schema;
    if (!part) return 'x';
    // Parameters without a resource have one value for all operations.
    const draw = createSeededRandom('lifecycle', place === 'path' ? name : `${operation.id} ${name} ${key}`);
    const made = sampler.sample(part, draw, { direction: 'request', name });
    if (made.reason !== undefined) throw new Untestable(`no value for the parameter ${name}: ${made.reason}`);
    if (!isNothing(made.value)) return made.value;
    // An empty text is not a path segment, and an empty list is not a query.
    const other = sampler.sample(part, draw, { direction: 'request', name, given: (pointer) => OPEN_VALUES[pointer] });
    if (other.value === undefined || isNothing(other.value))
      throw new Untestable(`no value for the parameter ${name} that can be written`);
    return other.value;
  };
  const query: string[] = [];
  const headers = new Headers();
  const texts = new Map<string, string>();
  for (const parameter of operation.parameters) {
    const { name, in: place, required } = parameter;
    if (place === 'path') texts.set(name, values[name] ?? '');
    if (place !== 'path' && !required) continue;
    const given = place === 'path' ? values[name] : undefined;
    const value = given ?? sampleOf(parameter);
    if (place === 'query') query.push(...queryOf(parameter, value));
    else if (place === 'header') headers.set(name, headerText(styled(parameter, value, String)));
    else if (place === 'cookie') headers.append('cookie', `${name}=${encodeURIComponent(String(value))}`);
    else
      texts.set(name, given === undefined ? styled(parameter, value, encodeURIComponent) : encodeURIComponent(given));
  }
  addCredentials(operation, headers, query);
  const { conditions } = parsePathTemplate(operation.path);
  for (const { name, text, value } of conditions) {
    const isSaid = query.some((pair) => pair.startsWith(`${encodeURIComponent(name)}=`)) || headers.has(name);
    if (text === undefined && value === undefined && isSaid) continue;
    const message = text ?? (value === undefined ? 'x' : decodeURIComponent(texts.get(value) ?? 'x'));
    const isHeader = operation.parameters.some(
      (one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (isHeader) headers.set(name, message);
    else {
      const at = query.findIndex((pair) => pair.startsWith(`${encodeURIComponent(name)}=`));
      if (at >= 0) query.splice(at, 1);
      query.push(`${encodeURIComponent(name)}=${encodeURIComponent(message)}`);
    }
  }
  const bare = conditions.length > 0 ? operation.path.replace(/[#?].*$/s, '') : operation.path;
  const path = bare.replace(/\{([^}]+)\}/g, (template, written: string) => {
    const name = written.replace(/^[+*.]/, '').replace(/(\+|\*|\.\.\.|:.*)$/, '');
    return texts.get(written) ?? texts.get(name) ?? encodeURIComponent(values[name] ?? template);
  });
  const hasOwnServers = [operation.part.value, document.source.bundled.paths?.[operation.path]].some(
    (one) => isRecord(one) && one.servers !== undefined,
  );
  // The format `url` of Ajv excludes localhost, which links in responses would contain.
  const url = `http://api.example.com${hasOwnServers ? '' : document.base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const body =
    operation.method === 'GET' || operation.method === 'HEAD' ? undefined : bodyOf(operation, sending, headers);
  try {
    return new Request(url, { method: operation.method, headers, ...(body !== undefined && { body }) });
  } catch (error) {
    throw new Untestable(`fetch rejects it: ${(error as Error).message}`);
  }
}

const firsts = new WeakMap<Document, ReadonlyMap<string, string>>();

/** The ids of the operations by distinguishable path: of several equivalent ones, the first one responds. */
function firstAt(document: Document): ReadonlyMap<string, string> {
  const known = firsts.get(document);
  if (known) return known;
  const made = new Map<string, string>();
  for (const operation of document.operations.values())
    if (!made.has(addressOf(operation))) made.set(addressOf(operation), operation.id);
  firsts.set(document, made);
  return made;
}

function addressOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

/** Headers contain no other characters. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').trim();
}

/** RFC 9110, section 5.1. */
const FIELD_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

function addCredentials({ secured, security }: Operation, headers: Headers, query: string[]): void {
  if (!secured) return;
  const isSendable = ({ scheme }: (typeof security)[number][number]) =>
    scheme?.type !== 'apiKey' || scheme.in !== 'header' || FIELD_NAME.test(scheme.name);
  const shown = security.find((all) => all.every(isSendable));
  if (!shown && security.length > 0) throw new Untestable('its credentials are in a header with an invalid name');
  for (const { scheme } of shown ?? []) {
    if (scheme?.type === 'apiKey') {
      const name = scheme.name ?? 'key';
      if (scheme.in === 'query') query.push(`${encodeURIComponent(name)}=key`);
      else if (scheme.in === 'cookie') headers.append('cookie', `${name}=key`);
      else headers.set(name, 'key');
    } else if (scheme?.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') {
      headers.set('authorization', `Basic ${btoa('user:word')}`);
    } else headers.set('authorization', 'Bearer token');
  }
}

function queryOf({ name, style, explode, content }: Parameter, value: unknown): readonly string[] {
  const encoded = encodeURIComponent;
  const pair = (key: string, text: unknown) => `${encoded(key)}=${encoded(String(text))}`;
  if (content) return [pair(name, JSON.stringify(value))];
  if (Array.isArray(value)) {
    if (style === 'deepObject' || value.some((one) => isRecord(one)))
      return style === 'deepObject'
        ? value.flatMap((one, at) => deep(`${name}[${at}]`, one))
        : value.map((one) => pair(name, JSON.stringify(one)));
    if (explode) return value.map((one) => pair(name, one));
    const between = style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? '%20' : ',';
    return [`${encoded(name)}=${value.map((one) => encoded(String(one))).join(between)}`];
  }
  if (!isRecord(value)) return [pair(name, value)];
  if (style === 'deepObject' || Object.values(value).some((one) => typeof one === 'object')) return deep(name, value);
  const entries = Object.entries(value);
  return explode
    ? entries.map(([key, one]) => pair(key, one))
    : [
        `${encoded(name)}=${entries
          .flat()
          .map((one) => encoded(String(one)))
          .join(',')}`,
      ];

  function deep(key: string, one: unknown): readonly string[] {
    if (Array.isArray(one)) return one.flatMap((item, at) => deep(`${key}[${at}]`, item));
    if (isRecord(one)) return Object.entries(one).flatMap(([inner, item]) => deep(`${key}[${inner}]`, item));
    return [
      `${key
        .split(/(?=\[)/)
        .map((piece) => piece.replace(/[^[\]]+/g, encoded))
        .join('')}=${encoded(String(one))}`,
    ];
  }
}

function styled(
  { name, style, explode, content }: Parameter,
  value: unknown,
  encode: (text: string) => string,
): string {
  if (content) return encode(JSON.stringify(value));
  const before = style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '';
  if (Array.isArray(value)) {
    const between = style === 'label' && explode ? '.' : style === 'matrix' && explode ? `;${name}=` : ',';
    return before + value.map((one) => encode(String(one))).join(between);
  }
  if (!isRecord(value)) return before + encode(String(value));
  const entries = Object.entries(value);
  return before + entries.map(([key, one]) => `${encode(key)}${explode ? '=' : ','}${encode(String(one))}`).join(',');
}

function bodyOf(
  operation: Operation,
  { sampler, adapt, key, index }: RequestInput,
  headers: Headers,
): string | FormData | Uint8Array<ArrayBuffer> | undefined {
  const mediaTypes = operation.body?.mediaTypes ?? [];
  const main = mainMediaType(mediaTypes);
  const chosen =
    main?.type === 'application/json' ? main : (mediaTypes.find(({ type }) => /[/+]json\b/.test(type)) ?? main);
  if (!chosen) return undefined;
  const draw = createSeededRandom('lifecycle', `${operation.id} body ${key}`);
  const made = chosen.schema ? sampler.sample(chosen.schema, draw, { direction: 'request', index }) : success({});
  if (made.reason !== undefined) throw new Untestable(`no body: ${made.reason}`);
  const isPatch = /^application\/json-patch\+json\b/.test(chosen.type);
  const value = isPatch ? [] : adapt(made.value);
  const range = cachedMediaType(chosen.type);
  const isAny = chosen.type.startsWith('*');
  if (!range && !isAny) throw new Untestable(`${JSON.stringify(chosen.type)} is not a media type`);
  if (!range || isAny || isJson(range)) {
    headers.set('content-type', isAny || !range ? 'application/json' : chosen.type.replace('*+json', 'json'));
    return JSON.stringify(value);
  }
  const sent = chosen.type.replace('*', range.type === 'image' ? 'png' : 'plain');
  const meaning = viewSchema(chosen.schema, operation.references);
  if (range.type === 'multipart' && typeof value !== 'object') throw new Untestable('a text is not a multipart body');
  if (range.type === 'multipart' && range.subtype === 'form-data') return multipartOf(value, meaning);
  headers.set('content-type', sent);
  if (typeof value === 'string')
    return range.type === 'text' || /xml$/.test(range.subtype) ? value : Uint8Array.from(Buffer.from(value));
  // Values without a structured media type are sent unchanged.
  if (range.type !== 'multipart' && !/xml$|urlencoded$|csv$/.test(range.subtype) && typeof value === 'object')
    return range.type === 'text' ? JSON.stringify(value) : Uint8Array.from(Buffer.from(JSON.stringify(value)));
  const format = createFormats(LIMITS)(range);
  if (value === undefined) return '';
  try {
    const written = format.write(value, { mediaType: range, meaning, encoding: chosen.encoding });
    return typeof written === 'string' ? written : JSON.stringify(value);
  } catch {
    return JSON.stringify(value);
  }
}

function multipartOf(value: unknown, meaning: SchemaView): FormData {
  const form = new FormData();
  for (const [name, one] of Object.entries(isRecord(value) ? value : {})) {
    const isFile = [meaning.property(name), meaning.property(name).item(0)].some((part) =>
      part.keywordValues('format').includes('binary'),
    );
    for (const item of Array.isArray(one) ? one : [one]) {
      if (item === undefined) continue;
      if (isFile) form.append(name, new Blob([String(item)]), 'file.bin');
      else if (typeof item === 'object' && item !== null)
        form.append(name, new Blob([JSON.stringify(item)], { type: 'application/json' }));
      else form.append(name, String(item));
    }
  }
  return form;
}
