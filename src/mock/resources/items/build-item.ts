// New items from the request body and server-set properties.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part } from '../../../openapi/references.ts';
import type { FlatSchema } from '../../../openapi/schema/flat-schema.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { addOne, isJsonNumber, type JsonNumber } from '../../../schema/json/exact-number.ts';
import { isMoment, isSeldom, numberKind, textKind } from '../../samples/generate/property-meaning.ts';
import { findSentFiles } from '../files/sent-files.ts';
import {
  type ItemProperty,
  listAllProperties,
  listProperties,
  listPropertiesFor,
  mayBeNull,
} from '../item-properties.ts';
import { narrowSchema } from '../narrow-schema.ts';
import { getAtPath, setAtPath, withProperties } from '../property-path.ts';
import type { ResourceAction } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { getFilterDefault, listFilterChoices } from '../seed/document-values.ts';
import { formatTime, getServerValueKind } from '../server-value-kind.ts';
import { showExistingItems, showReferredItems } from './embed-existing-items.ts';
import { buildItemUrl } from './item-path.ts';
import { getFileProperty, isUploadedFile } from './uploaded-file.ts';

/** The input for a new item, beside the call. */
interface NewItemInput {
  /** The part of the item that the client sent; undefined without a body. */
  readonly sent: unknown;
  /** The sequence number in its resource. */
  readonly number: number;
  /** Undefined for an item without one. */
  readonly id: string | JsonNumber | undefined;
}

/**
 * Builds a new item from the sent properties, defaults, id, timestamps, version, owner, URL, parents, and required
 * properties that clients cannot send. Optional properties that were not sent are omitted.
 */
export function buildItem(call: ResourceCall, { sent, number, id }: NewItemInput): unknown {
  const { resource, inferred, request } = call;
  const { references } = request.operation;
  const own = resource.schema && narrowSchema(resource.schema, sent, references);
  const members = listProperties(own?.schema, references);
  const sampleOf = (schema: Part<Schema>) =>
    inferred.sample(schema, `${resource.name} ${number}`, { name: resource.name, now: request.now });
  if (own && members.length === 0) return sent ?? sampleOf(own.part);
  const sendable = getRequestProperties(call);
  const given = isRecord(sent) ? sent : {};
  const raw = rawBody(call);
  let sampled: unknown;
  const sample = (member: ItemProperty) => {
    if (own) sampled ??= sampleOf(own.part);
    const value = getAtPath(sampled, [member.name]);
    return showExistingItems(call, member, value, number) ?? value;
  };
  const [file] = findSentFiles(request).map((one) => one.file);
  const item = new Map<string, unknown>();
  const marks = resource.softDeletes.flatMap((one) => one.marks);
  const [idName] = id !== undefined && resource.id?.path?.length === 1 ? resource.id.path : [];
  for (const member of members) {
    const { name, required } = member;
    const readOnly = isServerProperty(member, sendable);
    if (name === idName) {
      item.set(name, id);
      continue;
    }
    const isSent = Object.hasOwn(given, name) && !readOnly;
    const canBeSent = sendable.has(name) && !readOnly;
    const value = isSent
      ? complete(call, given[name], member.schema)
      : firstDefined(
          () => getFileProperty(member, file),
          () => defaultOf(member, sendable.get(name)),
          () => (canBeSent ? undefined : serverValue(call, member)),
          () => showReferredItems(call, member, given),
        );
    if (value !== undefined) item.set(name, value);
    else if (required || (!canBeSent && !member.writeOnly)) {
      const mark = marks.find((one) => one.name === name && one.kind !== 'choice');
      if (mark?.cleared !== undefined) item.set(name, mark.cleared);
      const created = mark
        ? undefined
        : (filterDefault(call, member) ??
          initialValue(member, canBeSent ? sendable.get(name) : undefined, () => sample(member)));
      if (created !== undefined) item.set(name, created);
    }
  }
  // A file is stored only if the schema has a property for it.
  for (const [name, value] of Object.entries(given))
    if (
      !item.has(name) &&
      !isUploadedFile(getAtPath(raw, [name])) &&
      !members.some((member) => member.name === name && isServerProperty(member, sendable))
    )
      item.set(name, value);
  return withPathValues(call, Object.fromEntries(item), id);
}

/** The item in the raw body, with files as files. */
function rawBody({ action, request }: ResourceCall): Readonly<Record<string, unknown>> {
  const body = action.requestPath && getAtPath(request.parts.body, action.requestPath);
  return isRecord(body) ? body : {};
}

/** Sets the properties of an item that follow from its path: id, owner, parents and URL. */
export function withPathValues(call: ResourceCall, created: unknown, id: string | JsonNumber | undefined): unknown {
  const { resource, request } = call;
  let item = created;
  if (id !== undefined && resource.id?.path) item = setAtPath(item, resource.id.path, id);
  if (call.owner !== undefined && resource.owner) item = setAtPath(item, resource.owner, call.owner);
  for (const [{ path: propertyPath, parameter }, value] of call.parents) {
    const sentValue = propertyPath && getAtPath(call.sent, propertyPath);
    // The parent in the path takes precedence over the body.
    if (propertyPath && (typeof sentValue !== 'object' || sentValue === null))
      item = setAtPath(item, propertyPath, request.parts.path[parameter] ?? value);
  }
  for (const member of listPropertiesFor(resource.schema, item, request.operation.references)) {
    if (
      getServerValueKind(member) !== 'self' ||
      getAtPath(item, [member.name]) === undefined ||
      isSent(call, member.name)
    )
      continue;
    const url = buildItemUrl(call, call.parentIds ?? call.guessParentIds(call.sent), String(id ?? ''));
    item = setAtPath(item, [member.name], url);
  }
  return item;
}

function isSent({ sent }: ResourceCall, name: string): boolean {
  return isRecord(sent) && Object.hasOwn(sent, name);
}

/** The properties of an item in the request body, by name. */
export function getRequestProperties({ action }: Pick<ResourceCall, 'action'>): ReadonlyMap<string, ItemProperty> {
  const found = cache.get(action) ?? new Map(findRequestProperties(action).map((member) => [member.name, member]));
  cache.set(action, found);
  return found;
}

const cache = new WeakMap<ResourceAction, ReadonlyMap<string, ItemProperty>>();

function findRequestProperties({
  requestPath = [],
  kind,
  operation: { references, requestSchema },
}: ResourceAction): readonly ItemProperty[] {
  let schema: Part<Schema> | undefined = requestSchema;
  for (const name of requestPath) schema = getSchemaShape(schema, references)?.properties.get(name);
  return listAllProperties(kind.endsWith('Many') ? getSchemaShape(schema, references)?.items : schema, references);
}

/** The properties that clients can send, by the schema of the request body. */
export function getWritableNames(call: ResourceCall): ReadonlySet<string> {
  return new Set([...getRequestProperties(call).values()].flatMap(({ name, readOnly }) => (readOnly ? [] : [name])));
}

/**
 * The sent properties that the schema of the request body does not declare. @param sent - one of several items.
 * Default: the body
 */
export function getUndeclaredNames(call: ResourceCall, sent: unknown = call.sent): readonly string[] {
  const described = getRequestProperties(call);
  const names = isRecord(sent) ? Object.keys(sent) : [];
  return names.filter((name) => !described.has(name));
}

/** Whether only the server sets a property: it is read-only, and the request schema has no writable version of it. */
export function isServerProperty(
  { name, readOnly }: ItemProperty,
  sendable: ReadonlyMap<string, ItemProperty>,
): boolean {
  return readOnly && sendable.get(name)?.readOnly !== false;
}

/** The default of a property, which may be null. */
function defaultOf(member: ItemProperty, sendable?: ItemProperty): unknown {
  return [sendable, member].find((one) => one?.schema.default !== undefined)?.schema.default;
}

/** Completes a nested value with defaults and server-set properties. */
function complete(call: ResourceCall, sent: unknown, schema: FlatSchema): unknown {
  if (!isRecord(sent)) return sent;
  const members = listProperties(schema, call.request.operation.references);
  return withProperties(
    sent,
    members.map((member) => {
      const sentValue = getAtPath(sent, [member.name]);
      const own = firstDefined(
        () => defaultOf(member),
        () => (member.readOnly ? serverValue(call, member) : undefined),
      );
      return [member.name, sentValue === undefined ? own : complete(call, sentValue, member.schema)];
    }),
  );
}

/** Paths of the caller. */
const CALLER_PATHS = /\/(me|myself|self|whoami|current[-_]?user|viewer|user|profile|account)$/i;
/** Properties with a person's name, in order of preference. */
const NAMES_OF_CALLERS = ['username', 'user name', 'login', 'email', 'name'];

/** Sets the name of the caller in the item of `/me` and similar paths, if there is a property for it. */
export function withCallerName({ resource, request }: ResourceCall, item: unknown): unknown {
  const name = isRecord(request.caller) ? request.caller.name : undefined;
  if (!resource.isSingleton || typeof name !== 'string' || !CALLER_PATHS.test(resource.path)) return item;
  const members = listProperties(resource.schema?.value, request.operation.references);
  const isMeant = (words: string) => words !== 'email' || name.includes('@');
  const member = NAMES_OF_CALLERS.filter(isMeant)
    .map((words) => members.find((one) => one.type === 'string' && splitWords(one.name).join(' ') === words))
    .find((one) => one !== undefined);
  return member ? setAtPath(item, [member.name], name) : item;
}

/** The value of a server-set property of a new item. */
function serverValue({ request }: ResourceCall, member: ItemProperty): unknown {
  const { caller, now } = request;
  switch (getServerValueKind(member)) {
    case 'created':
    case 'updated':
      return formatTime(member, now);
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
function filterDefault({ resource, inferred }: ResourceCall, { name, type, schema }: ItemProperty): unknown {
  if (type !== 'string') return undefined;
  const [first] = listFilterChoices(resource, name, inferred.document);
  if (!Array.isArray(schema.enum)) return first;
  // Otherwise a list request without filters would not return the new item.
  const usual = getFilterDefault(resource, name, inferred.document);
  return schema.enum.includes(usual) ? usual : undefined;
}

/** The first value that is not undefined; it may be null. */
function firstDefined(...values: readonly (() => unknown)[]): unknown {
  for (const value of values) {
    const found = value();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** States of new items, in order of preference. */
const FIRST_STATES = ['new', 'open', 'pending', 'queued', 'draft', 'active'];

/** The value of an enum for a new item: one that the request allows, the likeliest first. */
function initialChoice({ name, schema }: ItemProperty, sendable: ItemProperty | undefined): unknown {
  const all = Array.isArray(schema.enum) ? schema.enum : [];
  const sent: unknown = sendable?.schema.enum;
  const allowed = Array.isArray(sent) ? all.filter((one) => sent.includes(one)) : [];
  const choices = allowed.length > 0 ? allowed : all;
  const prefix = normalizeName(name);
  const wordOf = (choice: unknown) => {
    const word = normalizeName(String(choice));
    // `STATUS_PENDING` of `status`.
    return word.startsWith(prefix) && word !== prefix ? word.slice(prefix.length) : word;
  };
  for (const state of FIRST_STATES) {
    const found = choices.find((choice) => wordOf(choice) === state);
    if (found !== undefined) return found;
  }
  return choices[0];
}

/** Names of properties that are set when something happens: references, and reasons. */
const MEANINGFUL = / (id|ids|uid|uuid|guid|by)$|(^| )(reason|resolution|error|failure|result|outcome)$/;

/** Whether an optional property says something by its presence, such as `deletedAt` and `tenantId`. */
function hasMeaning({ name, type, format }: ItemProperty): boolean {
  const named = { name, holder: '' };
  const isTime = format === 'date-time' || format === 'date' || isMoment(named);
  return type === 'object' || isTime || isSeldom(named) || MEANINGFUL.test(splitWords(name).join(' '));
}

const COUNTS = new Set(['count', 'total', 'number', 'num', 'size', 'views', 'likes', 'usage', 'used']);

/** Whether a number that only the server sets begins at 0, as far as its name shows. */
function isCounted({ name, schema }: ItemProperty): boolean {
  const named = { name, holder: '' };
  const kind = numberKind(named);
  return (
    !hasExample({ schema }) && !isMoment(named) && (kind === undefined || kind === 'count' || kind === 'list size')
  );
}

function hasExample({ schema }: Pick<ItemProperty, 'schema'>): boolean {
  return [schema.example, schema.examples].flat().some((example) => example !== undefined);
}

/**
 * The initial value of a property: a state of new items, 0 for counts, an empty list or object, null if allowed, else a
 * sample. @param sendable - the property as clients can send it; undefined if only the server sets it
 */
function initialValue(member: ItemProperty, sendable: ItemProperty | undefined, sample: () => unknown): unknown {
  const { name, type, schema, required } = member;
  if (mayBeNull(member) && [schema.example, schema.examples].flat().includes(null)) return null;
  if (!required && hasMeaning(member)) return mayBeNull(member) ? null : undefined;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return initialChoice(member, sendable);
  if (type === 'array' && !(Number(schema.minItems) > 0)) return [];
  const isMap = type === 'object' && Object.keys(schema.properties).length === 0;
  if (required && isMap && !schema.required.length && !(Number(schema.minProperties) > 0)) return {};
  if (mayBeNull(member) && (!required || sendable || hasMeaning(member))) return null;
  const isNumber = type === 'integer' || type === 'number';
  const isCount = splitWords(name).some((word) => COUNTS.has(word)) || (!sendable && isCounted(member));
  if (isNumber && isCount && !(Number(schema.minimum) > 0)) return 0;
  // Nobody knows what an optional text of unknown meaning says of a new item.
  const isText = type === 'string' && schema.format === undefined && schema.pattern === undefined;
  const isUnknown = isText && textKind({ name, holder: '' }) === undefined;
  return !required && !sendable && isUnknown && !hasExample(member) ? undefined : sample();
}

/** Sets the update time and the version of a changed item. @param sent - the properties that the client sent */
export function withUpdateMarks({ resource, request }: ResourceCall, item: unknown, sent: unknown): unknown {
  const changed = new Map<string, unknown>();
  for (const member of listPropertiesFor(resource.schema, item, request.operation.references)) {
    if (isRecord(sent) && Object.hasOwn(sent, member.name) && !member.readOnly) continue;
    const previous = getAtPath(item, [member.name]);
    const meaning = previous === undefined ? undefined : getServerValueKind(member);
    if (meaning === 'updated') changed.set(member.name, formatTime(member, request.now));
    if (meaning === 'version' && isJsonNumber(previous)) changed.set(member.name, addOne(previous));
  }
  return withProperties(item, changed);
}
