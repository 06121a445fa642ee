// Reconstructs items from a recording, response by response.

import type { ParentIds } from '../../mock/resources/items/item-key.ts';
import { getInputValue } from '../../mock/resources/list/list-input.ts';
import { getListRule } from '../../mock/resources/list/list-rule.ts';
import { deleteAtPath, getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import { checkItem } from '../../mock/resources/seed/fixture-items.ts';
import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { applyMergePatch } from '../../schema/merge-patch.ts';
import { jsonIn } from '../requests/json-body.ts';
import { findCreatedId, getResponseItem } from '../scenarios/scenario-context.ts';
import type { MatchedExchange } from './match-recording.ts';
import { RecordedItems } from './recorded-items.ts';
import { withoutDepths } from './recording-redaction.ts';

/** One exchange of an operation that is about things. */
interface Seen extends MatchedExchange {
  readonly role: ResourceAction;
  readonly kept: RecordedItems;
  /** The body that was sent, if it is JSON. */
  readonly sent: unknown;
  /** The path segment with the id; undefined if there is none. */
  readonly named: string | undefined;
}

/** Processes a recording. @returns items by type, also of types without items */
export function itemsFromRecording(
  document: Document,
  resources: Resources,
  recorded: readonly MatchedExchange[],
): ReadonlyMap<string, RecordedItems> {
  const all = new Map<string, RecordedItems>();
  const keptOf = ({ resource }: ResourceAction): RecordedItems => {
    const kept = all.get(resource.name) ?? new RecordedItems(resource);
    all.set(resource.name, kept);
    return kept;
  };
  for (const one of recorded) {
    const role = resources.action(one.operation.id);
    if (!role) continue;
    const { status } = one.answer;
    const seen: Seen = {
      ...one,
      read: { ...one.read, value: withoutDepths(one.read.value) },
      role,
      kept: keptOf(role),
      sent: withoutDepths(jsonIn(one.call.body)),
      named: namedIn(role, one),
    };
    if (status < 300) look(seen);
    else if ((status === 404 || status === 410) && role.kind === 'read' && role.part.length === 0) forget(seen);
  }
  return all;

  function look(seen: Seen): void {
    const { role, sent, kept } = seen;
    const shown = shownIn(seen);
    switch (role.kind) {
      case 'list':
      case 'search':
        lookAtList(seen);
        break;
      case 'createMany':
      case 'changeMany':
        for (const item of listIn(seen)) put(seen, item);
        break;
      case 'create':
        put(seen, madeIn(seen));
        break;
      case 'read':
      case 'act':
        put(seen, shown);
        break;
      case 'replace':
        put(seen, shown ?? sentItem(seen));
        break;
      case 'change':
        put(seen, shown ?? applyMergePatch(knownTo(seen), role.requestPath && getAtPath(sent, role.requestPath)));
        break;
      case 'delete':
        forget(seen);
        break;
      case 'clear':
        kept.removeBelow(scopeFor(seen, undefined) ?? []);
        break;
      case 'deleteMany':
        for (const id of idsIn(seen)) forget({ ...seen, named: id });
        break;
      case 'count':
        break;
    }
  }

  function lookAtList(seen: Seen): void {
    const { role, kept, operation, call } = seen;
    const list = listIn(seen);
    const described = describedIn(seen);
    for (const item of list) {
      const known = isRecord(item) ? knownTo({ ...seen, named: idOf(seen, item) }, item) : undefined;
      // Properties that a list omits are unchanged.
      const rest = isRecord(known) ? Object.entries(known).filter(([name]) => described && !described.has(name)) : [];
      put({ ...seen, named: undefined }, isRecord(item) ? { ...Object.fromEntries(rest), ...item } : item);
    }
    const { by, direction } = getListRule(role).sorting;
    const parts = { ...operation.parameterReader.read(call.rawParameters).values, body: seen.sent };
    const isSorted = [by, direction].some((input) => input && getInputValue(input, parts) !== undefined);
    const [first] = list;
    const scope = scopeFor(seen, first);
    if (!isSorted && scope)
      kept.arrange(
        scope,
        list.flatMap((item) => idOf(seen, item) ?? []),
      );
  }

  function put(seen: Seen, item: unknown): void {
    const { role, kept } = seen;
    const id = role.resource.isSingleton ? '' : (idOf(seen, item) ?? seen.named);
    const scope = scopeFor(seen, item);
    if (item === undefined || id === undefined || !scope) return;
    const known = kept.get(scope, id);
    if (role.part.length === 0) kept.put({ scope, id, item: withId(seen, item, id) });
    else if (known) kept.put({ ...known, item: setAtPath(known.item, role.part, item) });
  }

  function forget(seen: Seen): void {
    const { role, kept, named } = seen;
    const scope = scopeFor(seen, undefined);
    const id = role.resource.isSingleton ? '' : named;
    if (!scope || id === undefined) return;
    const known = kept.get(scope, id);
    if (role.part.length > 0) {
      if (known) kept.put({ ...known, item: deleteAtPath(known.item, role.part) });
      return;
    }
    kept.remove(scope, id);
    // Items below it are removed as well.
    for (const other of all.values()) {
      const at = other.resource.parents.findIndex((parent) => parent.resource === role.resource);
      if (at === scope.length) other.removeBelow(scope, id);
    }
  }

  /** A created item: the response if it is complete, else the request body. */
  function madeIn(seen: Seen): unknown {
    const { role } = seen;
    const [shown, sent] = [shownIn(seen), sentItem(seen)];
    const isWhole = isRecord(shown) && checkItem(role.resource, shown, document).length === 0;
    if (isWhole || !isRecord(sent)) return shown ?? sent;
    return isRecord(shown) ? { ...sent, ...shown } : sent;
  }
}

function namedIn(
  { parameter, kind: deed }: ResourceAction,
  { call: { rawParameters: sent } }: MatchedExchange,
): string | undefined {
  const written = parameter === undefined || deed === 'create' ? undefined : sent.path?.[parameter];
  return written === undefined ? undefined : decodeOrKeep(written);
}

/** The item in a response; undefined if there is none. */
function shownIn({ role, read }: Seen): unknown {
  const item = getResponseItem(role, { decoded: read });
  return isRecord(item) || role.part.length > 0 ? item : undefined;
}

function sentItem({ role, sent }: Seen): unknown {
  return role.requestPath && getAtPath(sent, role.requestPath);
}

function listIn({ role, read }: Seen): readonly unknown[] {
  const list = getResponseItem(role, { decoded: read });
  return Array.isArray(list) ? list : [];
}

/** The ids of a body that names several. */
function idsIn({ role, sent }: Seen): readonly string[] {
  const list = role.requestPath && getAtPath(sent, role.requestPath);
  const place = role.resource.id?.path ?? [];
  return (Array.isArray(list) ? list : []).flatMap((one) => textOf(isRecord(one) ? getAtPath(one, place) : one) ?? []);
}

/** The properties of items in a list; undefined if the document does not declare them. */
function describedIn({ role, read }: Seen): ReadonlySet<string> | undefined {
  const { references } = role.operation;
  let shape = getSchemaShape(read.type?.schema, references);
  for (const name of role.responsePath ?? []) shape = getSchemaShape(shape?.properties.get(name), references);
  const items = getSchemaShape(shape?.items, references);
  return items && items.properties.size > 0 ? new Set(items.properties.keys()) : undefined;
}

function idOf(seen: Seen, item: unknown): string | undefined {
  const { role, call, answer, read, sent } = seen;
  const place = role.resource.id?.path;
  const own = textOf(place && getAtPath(item, place));
  if (own !== undefined || role.kind !== 'create') return own;
  return textOf(findCreatedId(role, { request: call, response: answer, decoded: read }, sent));
}

/** A made thing with its id, where neither body shows it. */
function withId({ role }: Seen, item: unknown, id: string): unknown {
  const { id: own } = role.resource;
  if (!own?.path || !isRecord(item) || getAtPath(item, own.path) !== undefined) return item;
  return setAtPath(item, own.path, own.type === 'string' ? id : Number(id));
}

/** The parents of an item; undefined if unknown. */
function scopeFor({ role, call }: Seen, item: unknown): ParentIds | undefined {
  const scope = role.resource.parents.map(({ key, path: place }) => {
    const parent = role.parents.find((one) => one.key === key);
    const written = parent && call.rawParameters.path?.[parent.parameter];
    return written === undefined ? textOf(place && getAtPath(item, place)) : decodeOrKeep(written);
  });
  return scope.every((one) => one !== undefined) ? (scope as ParentIds) : undefined;
}

function knownTo(seen: Seen, item?: unknown): unknown {
  const scope = scopeFor(seen, item);
  const id = seen.role.resource.isSingleton ? '' : seen.named;
  return scope && id !== undefined ? seen.kept.get(scope, id)?.item : undefined;
}

function textOf(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
