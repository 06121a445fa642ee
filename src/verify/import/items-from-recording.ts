// Reconstructs items from a recording, response by response.

import type { ParentIds } from '../../mock/resources/items/item-key.ts';
import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getInputValue } from '../../mock/resources/list/list-input.ts';
import { deleteAtPath, getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import { checkItem } from '../../mock/resources/seed/fixture-items.ts';
import type { Document } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber, toNumber } from '../../schema/json/exact-number.ts';
import { applyMergePatch } from '../../schema/merge-patch.ts';
import { jsonIn } from '../requests/json-body.ts';
import { findCreatedId, getResponseItem } from '../scenarios/scenario-context.ts';
import type { MatchedExchange } from './match-recording.ts';
import { RecordedItems } from './recorded-items.ts';
import { withoutDepths } from './recording-redaction.ts';

/** One exchange of an operation that is about things. */
interface ItemExchange extends MatchedExchange {
  readonly action: ResourceAction;
  readonly recordedItems: RecordedItems;
  /** The body that was sent, if it is JSON. */
  readonly requestBody: unknown;
  /** The path segment with the id; undefined if there is none. */
  readonly pathId: string | undefined;
}

/** Processes a recording. @returns items by type, also of types without items */
export function itemsFromRecording(
  document: Document,
  resources: Resources,
  recorded: readonly MatchedExchange[],
): ReadonlyMap<string, RecordedItems> {
  const all = new Map<string, RecordedItems>();
  const itemsOf = ({ resource }: ResourceAction): RecordedItems => {
    const items = all.get(resource.name) ?? new RecordedItems(resource);
    all.set(resource.name, items);
    return items;
  };
  for (const one of recorded) {
    const action = resources.action(one.operation.id);
    if (!action) continue;
    const { status } = one.response;
    const exchange: ItemExchange = {
      ...one,
      decoded: { ...one.decoded, value: withoutDepths(one.decoded.value) },
      action,
      recordedItems: itemsOf(action),
      requestBody: withoutDepths(jsonIn(one.request.body)),
      pathId: findPathId(action, one),
    };
    if (status < 300) apply(exchange);
    else if ((status === 404 || status === 410) && action.kind === 'read' && action.part.length === 0) remove(exchange);
  }
  return all;

  function apply(exchange: ItemExchange): void {
    const { action, requestBody: sent, recordedItems: items } = exchange;
    const shown = findResponseItem(exchange);
    switch (action.kind) {
      case 'list':
      case 'search':
        applyList(exchange);
        break;
      case 'createMany':
      case 'changeMany':
        for (const item of findListedItems(exchange)) put(exchange, item);
        break;
      case 'create':
        put(exchange, findCreatedItem(exchange));
        break;
      case 'read':
      case 'act':
        put(exchange, shown);
        break;
      case 'replace':
        put(exchange, shown ?? findSentItem(exchange));
        break;
      case 'change':
        put(
          exchange,
          shown ?? applyMergePatch(findRecorded(exchange), action.requestPath && getAtPath(sent, action.requestPath)),
        );
        break;
      case 'delete':
        remove(exchange);
        break;
      case 'clear':
        items.removeBelow(scopeFor(exchange, undefined) ?? []);
        break;
      case 'deleteMany':
        for (const id of findSentIds(exchange)) remove({ ...exchange, pathId: id });
        break;
      case 'count':
        break;
    }
  }

  function applyList(exchange: ItemExchange): void {
    const { action, recordedItems: items, operation, request } = exchange;
    const list = findListedItems(exchange);
    const described = listDeclaredProperties(exchange);
    for (const item of list) {
      const known = isRecord(item) ? findRecorded({ ...exchange, pathId: idOf(exchange, item) }, item) : undefined;
      // Properties that a list omits are unchanged.
      const rest = isRecord(known) ? Object.entries(known).filter(([name]) => described && !described.has(name)) : [];
      put({ ...exchange, pathId: undefined }, isRecord(item) ? { ...Object.fromEntries(rest), ...item } : item);
    }
    const { by, direction } = getListRule(action).sorting;
    const parts = { ...operation.parameterReader.read(request.rawParameters).values, body: exchange.requestBody };
    const isSorted = [by, direction].some((input) => input && getInputValue(input, parts) !== undefined);
    const [first] = list;
    const scope = scopeFor(exchange, first);
    if (!isSorted && scope)
      items.arrange(
        scope,
        list.flatMap((item) => idOf(exchange, item) ?? []),
      );
  }

  function put(exchange: ItemExchange, item: unknown): void {
    const { action, recordedItems: items } = exchange;
    const id = action.resource.isSingleton ? '' : (idOf(exchange, item) ?? exchange.pathId);
    const scope = scopeFor(exchange, item);
    if (item === undefined || id === undefined || !scope) return;
    const known = items.get(scope, id);
    if (action.part.length === 0) items.put({ scope, id, item: withId(exchange, item, id) });
    else if (known) items.put({ ...known, item: setAtPath(known.item, action.part, item) });
  }

  function remove(exchange: ItemExchange): void {
    const { action, recordedItems: items, pathId: named } = exchange;
    const scope = scopeFor(exchange, undefined);
    const id = action.resource.isSingleton ? '' : named;
    if (!scope || id === undefined) return;
    const known = items.get(scope, id);
    if (action.part.length > 0) {
      if (known) items.put({ ...known, item: deleteAtPath(known.item, action.part) });
      return;
    }
    items.remove(scope, id);
    // Items below it are removed as well.
    for (const other of all.values()) {
      const at = other.resource.parents.findIndex((parent) => parent.resource === action.resource);
      if (at === scope.length) other.removeBelow(scope, id);
    }
  }

  /** A created item: the response if it is complete, else the request body. */
  function findCreatedItem(exchange: ItemExchange): unknown {
    const { action } = exchange;
    const [shown, sent] = [findResponseItem(exchange), findSentItem(exchange)];
    const isWhole = isRecord(shown) && checkItem(action.resource, shown, document).length === 0;
    if (isWhole || !isRecord(sent)) return shown ?? sent;
    return isRecord(shown) ? { ...sent, ...shown } : sent;
  }
}

function findPathId(
  { parameter, kind }: ResourceAction,
  { request: { rawParameters: sent } }: MatchedExchange,
): string | undefined {
  const written = parameter === undefined || kind === 'create' ? undefined : sent.path?.[parameter];
  return written === undefined ? undefined : decodeOrKeep(written);
}

/** The item in a response; undefined if there is none. */
function findResponseItem({ action, decoded }: ItemExchange): unknown {
  const item = getResponseItem(action, { decoded });
  return isRecord(item) || action.part.length > 0 ? item : undefined;
}

function findSentItem({ action, requestBody: sent }: ItemExchange): unknown {
  return action.requestPath && getAtPath(sent, action.requestPath);
}

function findListedItems({ action, decoded }: ItemExchange): readonly unknown[] {
  const list = getResponseItem(action, { decoded });
  return Array.isArray(list) ? list : [];
}

/** The ids of a body that names several. */
function findSentIds({ action, requestBody: sent }: ItemExchange): readonly string[] {
  const list = action.requestPath && getAtPath(sent, action.requestPath);
  const place = action.resource.id?.path ?? [];
  return (Array.isArray(list) ? list : []).flatMap((one) => textOf(isRecord(one) ? getAtPath(one, place) : one) ?? []);
}

/** The properties of items in a list; undefined if the document does not declare them. */
function listDeclaredProperties({ action, decoded }: ItemExchange): ReadonlySet<string> | undefined {
  const { references } = action.operation;
  let shape = getSchemaShape(decoded.type?.schema, references);
  for (const name of action.responsePath ?? []) shape = getSchemaShape(shape?.properties.get(name), references);
  const items = getSchemaShape(shape?.items, references);
  return items && items.properties.size > 0 ? new Set(items.properties.keys()) : undefined;
}

function idOf(exchange: ItemExchange, item: unknown): string | undefined {
  const { action, request, response, decoded, requestBody: sent } = exchange;
  const place = action.resource.id?.path;
  const own = textOf(place && getAtPath(item, place));
  if (own !== undefined || action.kind !== 'create') return own;
  return textOf(findCreatedId(action, { request, response, decoded }, sent));
}

/** A made thing with its id, where neither body shows it. */
function withId({ action }: ItemExchange, item: unknown, id: string): unknown {
  const { id: own } = action.resource;
  if (!own?.path || !isRecord(item) || getAtPath(item, own.path) !== undefined) return item;
  return setAtPath(item, own.path, own.type === 'string' ? id : toNumber(id));
}

/** The parents of an item; undefined if unknown. */
function scopeFor({ action, request }: ItemExchange, item: unknown): ParentIds | undefined {
  const scope = action.resource.parents.map(({ key, path: place }) => {
    const parent = action.parents.find((one) => one.key === key);
    const written = parent && request.rawParameters.path?.[parent.parameter];
    return written === undefined ? textOf(place && getAtPath(item, place)) : decodeOrKeep(written);
  });
  return scope.every((one) => one !== undefined) ? (scope as ParentIds) : undefined;
}

function findRecorded(exchange: ItemExchange, item?: unknown): unknown {
  const scope = scopeFor(exchange, item);
  const id = exchange.action.resource.isSingleton ? '' : exchange.pathId;
  return scope && id !== undefined ? exchange.recordedItems.get(scope, id)?.item : undefined;
}

function textOf(id: unknown): string | undefined {
  return isStringOrNumber(id) ? String(id) : undefined;
}
