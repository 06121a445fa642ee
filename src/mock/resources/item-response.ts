// Responses with items: envelope, status and headers as declared.

import { createHash } from 'node:crypto';
import { type BodyMediaType, JSON_TYPE, jsonMediaType } from '../../openapi/content.ts';
import { cachedMediaType, isConcrete, type MediaRange } from '../../openapi/media-type.ts';
import { splitWords } from '../../openapi/name-words.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { OperationResponse, ResponseHeader } from '../../openapi/operation-responses.ts';
import type { Part } from '../../openapi/references.ts';
import { completeHeaders, isGenerated } from '../../openapi/response-header-values.ts';
import { flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { getSchemaShape, type SchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { once } from '../../schema/once.ts';
import { HandlerResponse, type ResponseHeaders } from '../../server/pipeline/handler-response.ts';
import { markValidated } from '../../server/pipeline/validate-response.ts';
import { hasEntityTag } from '../../server/pipeline/write-response.ts';
import { coerceToSchema } from './coerce-to-schema.ts';
import { isSuccessProperty } from './inference/action-words.ts';
import { listWriteOnlyNames } from './item-properties.ts';
import { getIdFromKey, getParentIds } from './items/item-key.ts';
import { buildItemPath, buildItemUrl } from './items/item-path.ts';
import { narrowSchema } from './narrow-schema.ts';
import { deleteAtPath, getAtPath, setAtPath, withProperties } from './property-path.ts';
import type { OperationKind, PropertyPath, StoredItem } from './resource.ts';
import type { InferredModel, ResourceCall } from './resource-call.ts';

/** The status of a success. @param created - whether an item was created: 201 if declared (RFC 9110, section 15.3.2) */
export function getSuccessStatus({ responses, successStatus }: Operation, created: boolean): number {
  return created && responses.all.some(({ key }) => key === '201') ? 201 : successStatus;
}

/**
 * Responds with an item, with the part that the operation uses, or with its properties in another body.
 *
 * @returns undefined if the declared response cannot be built from the item
 */
export function respondWithItem(
  call: ResourceCall,
  stored: StoredItem,
  { made: created = false } = {},
): HandlerResponse | undefined {
  const { operation } = call.request;
  const status = getSuccessStatus(operation, created);
  const headers = createHeaders(call, status, stored);
  const shown = getAtPath(withoutWriteOnly(call, stored.item), call.action.part);
  return respondWithValue(call, status, headers, { value: shown, item: stored });
}

/** The content of a response. */
interface ResponseContent {
  /** The item, the list or the part for the response path. */
  readonly value: unknown;
  /** The item whose properties are used if there is no response path. */
  readonly item?: StoredItem | undefined;
  /** Further properties of the envelope, by path. */
  readonly metadata?: readonly (readonly [place: readonly string[], value: unknown])[];
}

/** Responds with a value in its envelope; undefined as for `respondWithItem`. */
export function respondWithValue(
  call: ResourceCall,
  status: number,
  headers: ResponseHeaders,
  { value, item: about, metadata = [] }: ResponseContent,
): HandlerResponse | undefined {
  const { action, inferred, request } = call;
  const { operation } = request;
  const response = operation.responses.forStatus(status);
  if (!response?.hasBody) return new HandlerResponse(status, undefined, headers, 'stored');
  const type = valueTypeOf(response);
  if (!type) return undefined;
  const { schema: whole } = type;
  const fields = isConcrete(cachedMediaType(type.type) ?? ANY) ? headers : { ...headers, 'content-type': JSON_TYPE };
  if (!whole) return new HandlerResponse(status, value ?? {}, fields, 'stored');
  const path = action.responsePath?.at(-1) === '0' ? action.responsePath.slice(0, -1) : action.responsePath;
  const shown = action.part.length > 0 || !path ? value : aloneOrInList(value, shapeAt(whole, path, operation));
  const envelope = path && shown !== undefined ? setAtPath({}, path, shown) : undefined;
  const { part: schema } = narrowSchema(whole, envelope, operation.references);
  const sample = about
    ? once(() => inferred.sample(schema, `${operation.id} ${about.id}`))
    : () => getEnvelope(inferred, schema, `${operation.id} ${status}`, schema === whole ? '' : schema.pointer);
  let body =
    path?.length === 0 && shown !== undefined
      ? shown
      : path && shown !== undefined
        ? setAtPath(sample(), path, shown)
        : fillFromItem(call, sample(), about);
  for (const [propertyPath, one] of metadata)
    body = one === undefined ? deleteAtPath(body, propertyPath) : setAtPath(body, propertyPath, one);
  const coerced = coerceToSchema(body, sample, (one) => operation.validateResponse(status, one, type));
  return coerced === undefined
    ? undefined
    : markValidated(new HandlerResponse(status, coerced, fields, 'stored'), type);
}

function shapeAt(
  schema: Part<Schema>,
  path: PropertyPath,
  { references }: Pick<Operation, 'references'>,
): SchemaShape | undefined {
  let shape = getSchemaShape(schema, references);
  for (const name of path) shape = getSchemaShape(shape?.properties.get(name), references);
  return shape;
}

/** An item in a list where only a list is declared, the first of several where only an item is. */
function aloneOrInList(value: unknown, shape: SchemaShape | undefined): unknown {
  if (Array.isArray(value)) return shape?.isObject && !shape.isList ? value[0] : value;
  return isRecord(value) && shape?.isList && !shape.isObject ? [value] : value;
}

const envelopes = new WeakMap<InferredModel, Map<string, unknown>>();

/** The envelope of a response without a single item; always the same. */
function getEnvelope(inferred: InferredModel, schema: Part<Schema>, key: string, choice: string): unknown {
  const known = envelopes.get(inferred) ?? new Map<string, unknown>();
  envelopes.set(inferred, known);
  const own = key + choice;
  if (!known.has(own)) known.set(own, inferred.sample(schema, key));
  return known.get(own);
}

/** The media type of a response with values: JSON, a wildcard, XML or a form; undefined without one. */
function valueTypeOf({ mediaTypes }: OperationResponse): BodyMediaType | undefined {
  return (
    jsonMediaType(mediaTypes) ??
    mediaTypes.find(({ type }) => /^(\*|application)\/\*|^\*$/.test(type)) ??
    mediaTypes.find(({ type }) => /[/+]xml\b|\/x-www-form-urlencoded\b/.test(type))
  );
}

const ANY: MediaRange = { type: '*', subtype: '*', parameters: new Map() };

/** An item without its write-only properties. */
export function withoutWriteOnly({ resource, request }: ResourceCall, item: unknown): unknown {
  const hidden = listWriteOnlyNames(resource.schema, request.operation.references);
  return withProperties(
    item,
    hidden.map((name) => [name, undefined]),
  );
}

/** A body of another form, with the equally named properties of the item. */
export function fillFromItem({ resource }: ResourceCall, sample: unknown, about: StoredItem | undefined): unknown {
  if (!isRecord(sample) || !about) return sample;
  const id = resource.id?.path ? getAtPath(about.item, resource.id.path) : getIdFromKey(about.id);
  const members = Object.entries(sample).map(([name, value]) => {
    const own = getAtPath(about.item, [name]);
    if (own !== undefined) return [name, own];
    // An item with a nested id is identified by it here.
    const isId = isIdOf(resource.name, name) || resource.id?.path?.at(-1) === name || isNamedBy(resource.path, name);
    if (id !== undefined && isId) return [name, id];
    return [name, value === false && isSuccessProperty(name) ? true : value];
  });
  return Object.fromEntries(members);
}

/** Whether a property is the id of a resource: `id`, or `petId` of pets. */
function isIdOf(resource: string, name: string): boolean {
  const [last, ...before] = splitWords(name).toReversed();
  return last === 'id' && resource.startsWith(before.toReversed().join('-'));
}

/** Whether the path parameter of the id has this name. */
function isNamedBy(path: string, name: string): boolean {
  const [, parameter = ''] = /\{([^{}]+)\}[^{}]*$/.exec(path) ?? [];
  return parameter !== '' && splitWords(parameter).join(' ') === splitWords(name).join(' ');
}

const CREATING: ReadonlySet<OperationKind> = new Set(['create', 'createMany']);

/** The headers that the document declares. @param stored - the item of the response. Default: none */
export function createHeaders(call: ResourceCall, status: number, stored?: StoredItem): ResponseHeaders {
  const { request, inferred } = call;
  const { operation } = request;
  const response = operation.responses.forStatus(status);
  const { headers = [], hasBody = false } = response ?? {};
  // A created item has a Location, at least if nothing else identifies it (RFC 9110, section 15.3.2).
  const needsLocation = status === 201 || !hasBody || !call.action.responsePath || call.resource.id?.path === undefined;
  const fallbackLocation =
    CREATING.has(call.action.kind) && needsLocation && !headers.some(({ name }) => name === 'location')
      ? stored && findAddress(call, stored, undefined)
      : undefined;
  const known = {
    ...(fallbackLocation !== undefined && { location: fallbackLocation }),
    ...(stored && hasEntityTag(operation, status) && { etag: createEtag(stored) }),
  };
  if (!response) return known;
  const make = ({ name, required, schema, content }: ResponseHeader): unknown => {
    const isAddress = name === 'location' || name === 'content-location';
    const address = stored && isAddress ? findAddress(call, stored, schema) : undefined;
    const described = schema ?? content?.schema;
    if (address !== undefined || !described || name === 'etag') return address;
    return required || isGenerated(name) ? inferred.sample(described, `${operation.id} ${name}`) : undefined;
  };
  return completeHeaders(response, operation, status, known, make).value ?? known;
}

/**
 * Maximum length of an address, in characters: clients accept about 16 KiB of headers, servers about 8 KiB of request
 * line (RFC 9110, section 4.1).
 */
const MAX_ADDRESS_LENGTH = 8000;

/**
 * The path of an item, or its URL if the document requires that. Some documents omit a prefix of their own paths
 * (`^/poi/[0-9]+$` below `/api/v1/poi`).
 *
 * @returns undefined if items have no path, the document requires another value, or the address is too long
 */
function findAddress(call: ResourceCall, { id }: StoredItem, schema: Part<Schema> | undefined): string | undefined {
  // A collection without items of its own has no path for them.
  if (!call.resource.isSingleton && !/\}[^/]*$/.test(call.resource.path)) return undefined;
  const path = buildItemPath(call, getParentIds(id), getIdFromKey(id));
  if (path.length > MAX_ADDRESS_LENGTH) return undefined;
  if (!schema) return path;
  const { document } = call.inferred;
  const { format } = flattenSchema(schema.value, document.references);
  const url = buildItemUrl(call, getParentIds(id), getIdFromKey(id));
  const ends = [...path.matchAll(/\//g)].flatMap(({ index }) => [path.slice(index), path.slice(index + 1)]);
  const all = format === 'uri' || format === 'url' ? [url, ...ends] : [path, url, ...ends];
  return all.find((one) => document.validate(schema, one, 'response').length === 0);
}

/** The entity tag of an item (RFC 9110, section 8.8.3): the same in all responses. */
export function createEtag({ id, item }: StoredItem): string {
  return `"${createHash('sha256')
    .update(`${id} ${stringifyJson(item)}`)
    .digest('base64url')
    .slice(0, 22)}"`;
}
