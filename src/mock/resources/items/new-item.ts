// New items from the request body and server-set properties.

import { isRecord } from '../../../openapi/is-record.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part } from '../../../openapi/references.ts';
import type { FlatSchema } from '../../../openapi/schema/flat-schema.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { wordsOf } from '../inference/word.ts';
import { allMembersOf, type Member, membersFor, membersOf } from '../members.ts';
import { meaningOf, timeAs } from '../moments.ts';
import { narrowed } from '../narrowed.ts';
import { valueAt, withProperties, withValue } from '../place.ts';
import type { Role } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { choicesOf, usualOf } from '../seed/choices.ts';
import { urlOfItem } from './item-path.ts';
import { isUploaded, saidOfFile } from './uploaded.ts';

/** The input for a new item, beside the call. */
export interface Making {
  /** The part of the item that the client sent; undefined without a body. */
  readonly sent: unknown;
  /** The sequence number in its resource. */
  readonly number: number;
  /** Undefined for an item without one. */
  readonly id: string | number | undefined;
}

/**
 * Builds a new item from the sent properties, defaults, id, timestamps, version, owner, URL, parents, and required
 * properties that clients cannot send. Optional properties that were not sent are omitted.
 */
export function newItem(call: ResourceCall, { sent, number, id }: Making): unknown {
  const { resource, inferred, request } = call;
  const { references } = request.operation;
  const own = resource.schema && narrowed(resource.schema, sent, references);
  const members = membersOf(own?.schema, references);
  if (own && members.length === 0)
    return sent ?? inferred.sample(own.part, `${resource.name} ${number}`, { name: resource.name });
  const sendable = askedMembers(call);
  const given = isRecord(sent) ? sent : {};
  const raw = rawBody(call);
  let sampled: unknown;
  const sample = (name: string) => {
    if (own) sampled ??= inferred.sample(own.part, `${resource.name} ${number}`, { name: resource.name });
    return valueAt(sampled, [name]);
  };
  const file = Object.values(raw).find(isUploaded);
  const item = new Map<string, unknown>();
  const [idName] = id !== undefined && resource.id?.place?.length === 1 ? resource.id.place : [];
  for (const member of members) {
    const { name, required } = member;
    const readOnly = isServers(member, sendable);
    if (name === idName) {
      item.set(name, id);
      continue;
    }
    const isSent = Object.hasOwn(given, name) && !readOnly;
    const canBeSent = sendable.has(name) && !readOnly;
    const value = isSent
      ? complete(call, given[name], member.schema)
      : (saidOfFile(member, file) ??
        defaultOf(member, sendable.get(name)) ??
        (canBeSent ? undefined : serverValue(call, member)));
    if (value !== undefined) item.set(name, value);
    else if (required || (!canBeSent && !member.writeOnly)) {
      const created = filterDefault(call, member) ?? initialValue(member, () => sample(name));
      if (created !== undefined) item.set(name, created);
    }
  }
  // A file is stored only if the schema has a property for it.
  for (const [name, value] of Object.entries(given))
    if (
      !item.has(name) &&
      !isUploaded(valueAt(raw, [name])) &&
      !members.some((member) => member.name === name && isServers(member, sendable))
    )
      item.set(name, value);
  return rooted(call, Object.fromEntries(item), id);
}

/** The item in the raw body, with files as files. */
function rawBody({ role: action, request }: ResourceCall): Readonly<Record<string, unknown>> {
  const body = action.asked && valueAt(request.parts.body, action.asked);
  return isRecord(body) ? body : {};
}

/** Sets the properties of an item that follow from its path: id, owner, parents and URL. */
export function rooted(call: ResourceCall, created: unknown, id: string | number | undefined): unknown {
  const { resource, request } = call;
  let item = created;
  if (id !== undefined && resource.id?.place) item = withValue(item, resource.id.place, id);
  if (call.owner !== undefined && resource.owner) item = withValue(item, resource.owner, call.owner);
  for (const [{ place: propertyPath, parameter }, value] of call.above) {
    const sentValue = propertyPath && valueAt(call.asked, propertyPath);
    // The parent in the path takes precedence over the body.
    if (propertyPath && (typeof sentValue !== 'object' || sentValue === null))
      item = withValue(item, propertyPath, request.parts.path[parameter] ?? value);
  }
  for (const member of membersFor(resource.schema, item, request.operation.references)) {
    if (meaningOf(member) !== 'self' || valueAt(item, [member.name]) === undefined || isSent(call, member.name))
      continue;
    const url = urlOfItem(call, call.scope ?? call.guessScope(call.asked), String(id ?? ''));
    item = withValue(item, [member.name], url);
  }
  return item;
}

function isSent({ asked }: ResourceCall, name: string): boolean {
  return isRecord(asked) && Object.hasOwn(asked, name);
}

/** The properties of an item in the request body, by name. */
export function askedMembers({ role: action }: ResourceCall): ReadonlyMap<string, Member> {
  const found = cache.get(action) ?? new Map(findRequestProperties(action).map((member) => [member.name, member]));
  cache.set(action, found);
  return found;
}

const cache = new WeakMap<Role, ReadonlyMap<string, Member>>();

function findRequestProperties({
  asked = [],
  deed: kind,
  operation: { references, requestSchema },
}: Role): readonly Member[] {
  let schema: Part<Schema> | undefined = requestSchema;
  for (const name of asked) schema = getSchemaShape(schema, references)?.properties.get(name);
  return allMembersOf(kind.endsWith('Many') ? getSchemaShape(schema, references)?.items : schema, references);
}

/** The properties that clients can send, by the schema of the request body. */
export function sendableNames(call: ResourceCall): ReadonlySet<string> {
  return new Set([...askedMembers(call).values()].flatMap(({ name, readOnly }) => (readOnly ? [] : [name])));
}

/**
 * The sent properties that the schema of the request body does not declare. @param sent - one of several items.
 * Default: the body
 */
export function undescribedNames(call: ResourceCall, sent: unknown = call.asked): readonly string[] {
  const described = askedMembers(call);
  const names = isRecord(sent) ? Object.keys(sent) : [];
  return names.filter((name) => !described.has(name));
}

/** Whether only the server sets a property: it is read-only, and the request schema has no writable version of it. */
export function isServers({ name, readOnly }: Member, sendable: ReadonlyMap<string, Member>): boolean {
  return readOnly && sendable.get(name)?.readOnly !== false;
}

function defaultOf(member: Member, sendable: Member | undefined): unknown {
  return sendable?.schema.default ?? member.schema.default;
}

/** Completes a nested value with defaults and server-set properties. */
function complete(call: ResourceCall, sent: unknown, schema: FlatSchema): unknown {
  if (!isRecord(sent)) return sent;
  const members = membersOf(schema, call.request.operation.references);
  return withProperties(
    sent,
    members.map((member) => {
      const sentValue = valueAt(sent, [member.name]);
      const own = member.schema.default ?? (member.readOnly ? serverValue(call, member) : undefined);
      return [member.name, sentValue === undefined ? own : complete(call, sentValue, member.schema)];
    }),
  );
}

/** Paths of the caller. */
const CALLER_PATHS = /\/(me|myself|self|whoami|current[-_]?user|viewer|user|profile|account)$/i;
/** Properties with a person's name, in order of preference. */
const NAMES_OF_CALLERS = ['username', 'user name', 'login', 'email', 'name'];

/** Sets the name of the caller in the item of `/me` and similar paths, if there is a property for it. */
export function asCaller({ resource, request }: ResourceCall, item: unknown): unknown {
  const name = isRecord(request.caller) ? request.caller.name : undefined;
  if (!resource.single || typeof name !== 'string' || !CALLER_PATHS.test(resource.path)) return item;
  const members = membersOf(resource.schema?.value, request.operation.references);
  const isMeant = (words: string) => words !== 'email' || name.includes('@');
  const member = NAMES_OF_CALLERS.filter(isMeant)
    .map((words) => members.find((one) => one.type === 'string' && wordsOf(one.name).join(' ') === words))
    .find((one) => one !== undefined);
  return member ? withValue(item, [member.name], name) : item;
}

/** The value of a server-set property of a new item. */
function serverValue({ request }: ResourceCall, member: Member): unknown {
  const { caller, now } = request;
  switch (meaningOf(member)) {
    case 'created':
    case 'updated':
      return timeAs(member, now);
    case 'version':
      return 1;
    case 'owner': {
      const name = isRecord(caller) ? caller.name : undefined;
      return typeof name === 'string' ? name : undefined;
    }
    default:
      return undefined;
  }
}

/** The default of the list filter for a property, so that an unfiltered list contains the new item. */
function filterDefault({ resource, inferred }: ResourceCall, { name, type, schema }: Member): unknown {
  if (type !== 'string') return undefined;
  const [first] = choicesOf(resource, name, inferred.document);
  if (!Array.isArray(schema.enum)) return first;
  // Otherwise a list request without filters would not return the new item.
  const usual = usualOf(resource, name, inferred.document);
  return schema.enum.includes(usual) ? usual : undefined;
}

const COUNTS = new Set(['count', 'total', 'number', 'num', 'size', 'views', 'likes', 'usage', 'used']);

/**
 * The initial value of a property: the first enum value, 0 for counts, an empty list or object, null if allowed, else a
 * sample.
 */
function initialValue({ name, type, schema, required }: Member, sample: () => unknown): unknown {
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  if (type === 'array' && !(Number(schema.minItems) > 0)) return [];
  const isMap = type === 'object' && Object.keys(schema.properties).length === 0;
  if (required && isMap && !schema.required.length && !(Number(schema.minProperties) > 0)) return {};
  if (!required && mayBeNull(schema)) return null;
  // Optional objects are left for later updates.
  if (!required && type === 'object') return undefined;
  const isCount = (type === 'integer' || type === 'number') && wordsOf(name).some((word) => COUNTS.has(word));
  if (isCount && !(Number(schema.minimum) > 0)) return 0;
  return sample();
}

/** Sets the update time and the version of a changed item. @param sent - the properties that the client sent */
export function touched({ resource, request }: ResourceCall, item: unknown, sent: unknown): unknown {
  const changed = new Map<string, unknown>();
  for (const member of membersFor(resource.schema, item, request.operation.references)) {
    if (isRecord(sent) && Object.hasOwn(sent, member.name) && !member.readOnly) continue;
    const previous = valueAt(item, [member.name]);
    const meaning = previous === undefined ? undefined : meaningOf(member);
    if (meaning === 'updated') changed.set(member.name, timeAs(member, request.now));
    if (meaning === 'version' && typeof previous === 'number') changed.set(member.name, previous + 1);
  }
  return withProperties(item, changed);
}

function mayBeNull({ nullable, type }: FlatSchema): boolean {
  return nullable === true || (Array.isArray(type) && type.includes('null'));
}
