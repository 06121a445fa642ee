// The life cycle of an item: create, read, list, change, read, delete, gone.

import { listProperties } from '../../src/mock/resources/item-properties.ts';
import { getAtPath } from '../../src/mock/resources/property-path.ts';
import type { ResourceAction, Resources } from '../../src/mock/resources/resource.ts';
import { getServerValueKind } from '../../src/mock/resources/server-value-kind.ts';
import type { Document, Operation } from '../../src/openapi/document.ts';
import { getSchemaShape } from '../../src/openapi/schema/schema-shape.ts';
import { isRecord } from '../../src/schema/is-record.ts';
import { findViolation, type Judge } from './judge.ts';
import type { KnownItems } from './known-items.ts';
import type { SendRequest, SourcedResponse } from './try-operation.ts';

/** A resource with its paths. */
export interface Lifecycle {
  readonly parameter: string;
  readonly create: Operation;
  readonly read: Operation;
  readonly list: Operation | undefined;
  readonly change: Operation | undefined;
  readonly remove: Operation | undefined;
  readonly roles: {
    readonly create: ResourceAction | undefined;
    readonly read: ResourceAction | undefined;
    readonly list: ResourceAction | undefined;
  };
}

/** All pairs of a collection with POST and an item with GET. */
export function findLifecycles(document: Document, resources: Resources): readonly Lifecycle[] {
  const bare = (path: string) => path.replace(/(\.json)?\/?$/, '');
  const at = new Map<string, Map<string, Operation>>();
  const requested = new Set<string>();
  for (const operation of document.operations.values()) {
    const address = `${operation.method} ${operation.path.replace(/\{[^{}]*\}/g, '{}')}`;
    // Of several paths that differ only in parameter names, the first one responds.
    if (operation.path.includes('#') || requested.has(address)) continue;
    requested.add(address);
    const here = at.get(bare(operation.path)) ?? new Map<string, Operation>();
    at.set(bare(operation.path), here.set(operation.method, operation));
  }
  return [...at].flatMap(([path, item]) => {
    const [, collection, parameter = ''] = /^(.*)\/\{([^{}]+)\}$/.exec(path) ?? [];
    const create = collection === undefined ? undefined : at.get(collection)?.get('POST');
    const read = item.get('GET');
    if (collection === undefined || !create || !read || !readsOne(read)) return [];
    const change = item.get('PATCH') ?? item.get('PUT') ?? item.get('POST');
    const list = at.get(collection)?.get('GET');
    const roles = {
      create: resources.action(create.id),
      read: resources.action(read.id),
      list: list && resources.action(list.id),
    };
    return [{ parameter, create, read, list, change, remove: item.get('DELETE'), roles }];
  });
}

/** Whether a response is about one item: not a list (`/pets/{status}`), and not a test for existence. */
function readsOne({ responses, successStatus, references }: Operation): boolean {
  const types = responses.forStatus(successStatus)?.mediaTypes ?? [];
  const [schema] = types.flatMap((type) => type.schema ?? []);
  return types.length > 0 && !getSchemaShape(schema, references)?.isList;
}

interface LifecycleContext {
  readonly send: SendRequest;
  readonly judge: Judge;
  readonly known: KnownItems;
  readonly document: Document;
  rejection(responded: SourcedResponse): string;
}

/** @returns the first error; undefined if there is none */
export async function testLifecycle(
  one: Lifecycle,
  { send, judge, known, document, rejection }: LifecycleContext,
): Promise<string | undefined> {
  const { create, read, list, change, remove, parameter, roles } = one;
  let [step, fault] = ['', undefined as string | undefined];
  const done = async (
    name: string,
    operation: Operation,
    values: Readonly<Record<string, string>>,
    see?: (body: unknown) => unknown,
  ) => {
    step = name;
    const responded = await send(operation, values, name, see);
    fault = responded.status < 400 ? findViolation(operation, responded, judge) : rejection(responded);
    return responded;
  };
  const reported = () => `${step} ${fault}`;

  let sent: unknown;
  const above = known.valuesFor(create);
  const made = await done('create', create, above, (body) => (sent = body));
  if (fault) return reported();
  if (made.source !== 'stored') return `the response of create is ${made.source}`;
  const id = idOf(made, sent, roles.create, parameter);
  if (id === undefined) return 'create does not return the id';
  // Paths of one resource may use different names for its parents.
  const names = [...create.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const own = [...read.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const values: Record<string, string> = { ...above, [parameter]: id };
  own.slice(0, -1).forEach((name, index) => {
    const same = above[name] ?? above[names[index] ?? ''];
    if (same !== undefined) values[name] = same;
  });

  const first = await done('read', read, values);
  if (fault) return reported();
  const lost =
    roles.read && roles.create ? findLostProperty(document, first, sent, roles.create, roles.read) : undefined;
  if (lost) return `read does not return the sent ${lost}`;
  if (list) {
    const listed = await done('list', list, values);
    if (fault) return reported();
    if (isMissingFromList(listed, id, roles.list)) return 'list does not contain the item';
  }
  if (change) {
    await done('change', change, values);
    if (fault) return reported();
    await done('read again', read, values);
    if (fault) return reported();
  }
  if (remove) {
    await done('delete', remove, values);
    if (fault) return reported();
    const gone = await send(read, values, 'read');
    if (gone.status !== 404 && gone.status !== 410) return `the deleted item is still there: ${gone.status}`;
  }
  return undefined;
}

/** The id of the created item, as a person would find it: in the response, in its Location, in the request. */
function idOf(
  { headers, text }: SourcedResponse,
  sent: unknown,
  role: ResourceAction | undefined,
  parameter: string,
): string | undefined {
  const place = role?.resource.id?.path;
  const body = parsed(text);
  const shown = firstOf(role?.responsePath && getAtPath(body, role.responsePath));
  const whole = firstOf((role?.requestPath && getAtPath(sent, role.requestPath)) ?? sent);
  const candidates = [
    place && getAtPath(shown, place),
    locationId(headers),
    isRecord(body) ? (body[parameter] ?? body.id) : undefined,
    place && getAtPath(whole, place),
    isRecord(whole) ? whole[parameter] : undefined,
  ];
  const found = candidates.find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return found === undefined ? undefined : String(found);
}

/** The first one of several created items. */
function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function locationId(headers: Headers): string | undefined {
  const location = headers.get('location');
  return location === null ? undefined : decodeURIComponent(location.replace(/^.*\//, ''));
}

/** The first property that was sent and differs from the one read, though it should be equal. */
function findLostProperty(
  document: Document,
  { text }: SourcedResponse,
  sent: unknown,
  create: ResourceAction,
  read: ResourceAction,
): string | undefined {
  const shown = read.responsePath && getAtPath(parsed(text), read.responsePath);
  const requested = firstOf(create.requestPath && getAtPath(sent, create.requestPath));
  if (!isRecord(shown) || !isRecord(requested)) return undefined;
  const members = listProperties(read.resource.schema?.value, read.operation.references);
  const shape = getSchemaShape(read.resource.schema, read.operation.references);
  const above = new Set(create.parents.map(({ path: place }) => place?.[0]));
  for (const member of members) {
    const { name, readOnly, writeOnly } = member;
    // Times and versions are set by the server.
    if (getServerValueKind(member) !== undefined) continue;
    const [was, is] = [requested[name], shown[name]];
    // A parent other than that of the path is not stored, and write-only properties are not returned.
    const schema = shape?.properties.get(name);
    const isShowable = () => !schema || document.validate(schema, was, 'response').length === 0;
    if (above.has(name) || !isShowable()) continue;
    if (readOnly || writeOnly || typeof was === 'object' || was === undefined || typeof was !== typeof is) continue;
    if (was !== is && name !== read.resource.id?.path?.[0]) return name;
  }
  return undefined;
}

/** Whether a list with ids omits one, though it is not a page of a longer list. */
function isMissingFromList({ text, source }: SourcedResponse, id: string, role: ResourceAction | undefined): boolean {
  const place = role?.resource.id?.path;
  const items = role?.responsePath && getAtPath(parsed(text), role.responsePath);
  if (source !== 'stored' || role?.kind !== 'list' || !place || !Array.isArray(items)) return false;
  const ids = items.map((item) => getAtPath(item, place));
  return ids.some((one) => one !== undefined) && !ids.some((one) => String(one) === id);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
