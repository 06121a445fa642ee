// The reply that shows something of a resource: in the envelope, the status and the header fields that the document asks for.

import { createHash } from 'node:crypto';
import type { BodyMediaType } from '../../openapi/content.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { JSON_TYPE, jsonMediaType } from '../../openapi/json-media-type.ts';
import { lazy } from '../../openapi/lazy.ts';
import { cachedMediaType, isConcrete, type MediaRange } from '../../openapi/media-type.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Operation } from '../../openapi/operation.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import type { Part } from '../../openapi/references.ts';
import { flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { isNamed } from '../../server/pipeline/conditional.ts';
import { fitting } from '../../server/pipeline/hold-reply.ts';
import { type Fields, HandlerResponse } from '../../server/pipeline/reply.ts';
import { fitted } from './fitted.ts';
import { isDone } from './inference/verb.ts';
import { wordsOf } from './inference/word.ts';
import { pathOfItem, urlOfItem } from './items/item-path.ts';
import { idIn, scopeIn } from './items/key.ts';
import { hiddenNames } from './members.ts';
import { narrowed } from './narrowed.ts';
import { valueAt, without, withProperties, withValue } from './place.ts';
import type { KeptItem } from './resource.ts';
import type { Inferred, ResourceCall } from './resource-call.ts';

/** The status of a success. @param made - whether something was made, which has a status of its own (RFC 9110, section 15.3.2) */
export function statusOf({ responses: answers, successStatus }: Operation, made: boolean): number {
  return made && answers.all.some(({ key }) => key === '201') ? 201 : successStatus;
}

/**
 * The reply about an item: all of it, the part of it that the operation is about, or where the answer has another form, what of it has a place there.
 *
 * @returns undefined when the document describes an answer that cannot be made of it
 */
export function showItem(call: ResourceCall, kept: KeptItem, { made = false } = {}): HandlerResponse | undefined {
  const { operation } = call.request;
  const status = statusOf(operation, made);
  const headers = headersFor(call, status, kept);
  const shown = valueAt(visible(call, kept.item), call.role.part);
  return showValue(call, status, headers, { shown, about: kept });
}

/** What an answer shows. */
export interface Shown {
  /** The item, the list or the part, which stands where the answer has a place for it. */
  readonly shown: unknown;
  /** The item whose properties stand in the answer where there is no such place. */
  readonly about?: KeptItem | undefined;
  /** Further properties of the envelope, by their places. */
  readonly beside?: readonly (readonly [place: readonly string[], value: unknown])[];
}

/** A reply with a value in its envelope; undefined as with `showItem`. */
export function showValue(
  call: ResourceCall,
  status: number,
  headers: Fields,
  { shown, about, beside = [] }: Shown,
): HandlerResponse | undefined {
  const { role, inferred, request } = call;
  const { operation } = request;
  const answer = operation.responses.forStatus(status);
  if (!answer?.hasBody) return new HandlerResponse(status, undefined, headers, 'stored');
  const type = valueTypeOf(answer);
  if (!type) return undefined;
  const { schema: whole } = type;
  const fields = isConcrete(cachedMediaType(type.type) ?? ANY) ? headers : { ...headers, 'content-type': JSON_TYPE };
  if (!whole) return new HandlerResponse(status, shown ?? {}, fields, 'stored');
  const told = role.shown && shown !== undefined ? withValue({}, role.shown, shown) : undefined;
  const { part: schema } = narrowed(whole, told, operation.references);
  const sample = about
    ? lazy(() => inferred.sample(schema, `${operation.id} ${about.id}`))
    : () => envelopeOf(inferred, schema, `${operation.id} ${status}`, schema === whole ? '' : schema.pointer);
  const isWhole = role.shown?.length === 0;
  let body =
    isWhole && shown !== undefined
      ? shown
      : role.shown && shown !== undefined
        ? withValue(sample(), role.shown, shown)
        : alike(call, sample(), about);
  for (const [place, value] of beside)
    body = value === undefined ? without(body, place) : withValue(body, place, value);
  const fit = fitted(body, sample, (value) => operation.validateResponse(status, value, type));
  return fit === undefined ? undefined : fitting(new HandlerResponse(status, fit, fields, 'stored'), type);
}

const envelopes = new WeakMap<Inferred, Map<string, unknown>>();

/** What stands around what is shown, where that is of no item alone: always the same. */
function envelopeOf(inferred: Inferred, schema: Part<Schema>, key: string, choice: string): unknown {
  const known = envelopes.get(inferred) ?? new Map<string, unknown>();
  envelopes.set(inferred, known);
  const own = key + choice;
  if (!known.has(own)) known.set(own, inferred.sample(schema, key));
  return known.get(own);
}

/** The media type of an answer in which values are written: JSON, anything, or else what has a form for them; undefined when there is none. */
function valueTypeOf({ mediaTypes }: OperationResponse): BodyMediaType | undefined {
  return (
    jsonMediaType(mediaTypes) ??
    mediaTypes.find(({ type }) => /^(\*|application)\/\*|^\*$/.test(type)) ??
    mediaTypes.find(({ type }) => /[/+]xml\b|\/x-www-form-urlencoded\b/.test(type))
  );
}

const ANY: MediaRange = { type: '*', subtype: '*', parameters: new Map() };

/** An item without what is never shown. */
export function visible({ resource, request }: ResourceCall, item: unknown): unknown {
  const hidden = hiddenNames(resource.schema, request.operation.references);
  return withProperties(
    item,
    hidden.map((name) => [name, undefined]),
  );
}

/** Another body that tells of an item: what is named alike in both is the item's. */
function alike({ resource }: ResourceCall, sample: unknown, about: KeptItem | undefined): unknown {
  if (!isRecord(sample) || !about) return sample;
  const id = resource.id?.place ? valueAt(about.item, resource.id.place) : idIn(about.id);
  const members = Object.entries(sample).map(([name, value]) => {
    const own = valueAt(about.item, [name]);
    if (own !== undefined) return [name, own];
    // An item that keeps its id further inside is called by it here.
    const isId = isIdOf(resource.name, name) || resource.id?.place?.at(-1) === name || isAskedBy(resource.path, name);
    if (id !== undefined && isId) return [name, id];
    return [name, value === false && isDone(name) ? true : value];
  });
  return Object.fromEntries(members);
}

/** Whether a property is the id of a kind of thing: `id`, or `petId` of pets. */
function isIdOf(resource: string, name: string): boolean {
  const [last, ...before] = wordsOf(name).toReversed();
  return last === 'id' && resource.startsWith(before.toReversed().join('-'));
}

/** Whether the path of an item asks for its id by this name. */
function isAskedBy(path: string, name: string): boolean {
  const [, parameter = ''] = /\{([^{}]+)\}[^{}]*$/.exec(path) ?? [];
  return parameter !== '' && wordsOf(parameter).join(' ') === wordsOf(name).join(' ');
}

/** The header fields that the document asks for, those of an item as it tells them. @param kept - default: the answer is about none */
export function headersFor(call: ResourceCall, status: number, kept?: KeptItem): Fields {
  const { request, inferred } = call;
  const { operation } = request;
  const fields: Record<string, string> = {};
  const { headers = [], hasBody = false } = operation.responses.forStatus(status) ?? {};
  // Who has made something learns where it is, if by nothing else then by this (RFC 9110, section 15.3.2).
  const isUntold = status === 201 || !hasBody || !call.role.shown || call.resource.id?.place === undefined;
  const untold =
    call.role.deed === 'create' && isUntold && !headers.some(({ name }) => name === 'location')
      ? kept && addressOf(call, kept, undefined)
      : undefined;
  if (untold !== undefined) fields.location = untold;
  for (const { name, required, schema } of headers) {
    const address =
      kept && (name === 'location' || name === 'content-location') ? addressOf(call, kept, schema) : undefined;
    if (address !== undefined) fields[name] = address;
    else if (required && name !== 'etag' && schema)
      fields[name] = String(inferred.sample(schema, `${operation.id} ${name}`));
  }
  return kept && isNamed(operation, status) ? { ...fields, etag: tagOf(kept) } : fields;
}

/** In characters: clients read header fields of some 16 KiB together, and servers request lines of some 8 KiB (RFC 9110, section 4.1). An id may be longer. */
const LONGEST_ADDRESS = 8000;

/**
 * Where an item is: its path, or where the document wants a URL, that. Some documents say of it that it begins further inside than their paths do (`^/poi/[0-9]+$` below `/api/v1/poi`).
 *
 * @returns undefined when the document wants something else, or it is longer than a client can ask for
 */
function addressOf(call: ResourceCall, { id }: KeptItem, schema: Part<Schema> | undefined): string | undefined {
  const path = pathOfItem(call, scopeIn(id), idIn(id));
  if (path.length > LONGEST_ADDRESS) return undefined;
  if (!schema) return path;
  const { document } = call.inferred;
  const { format } = flattenSchema(schema.value, document.references);
  const url = urlOfItem(call, scopeIn(id), idIn(id));
  const ends = [...path.matchAll(/\//g)].flatMap(({ index }) => [path.slice(index), path.slice(index + 1)]);
  const all = format === 'uri' || format === 'url' ? [url, ...ends] : [path, url, ...ends];
  return all.find((one) => document.validate(schema, one, 'response').length === 0);
}

/** The name of an item as it is now (RFC 9110, section 8.8.3): the same in all answers that show it. */
export function tagOf({ id, item }: KeptItem): string {
  return `"${createHash('sha256')
    .update(`${id} ${JSON.stringify(item)}`)
    .digest('base64url')
    .slice(0, 22)}"`;
}
