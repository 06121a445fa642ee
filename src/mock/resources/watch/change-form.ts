// The form of changes in a stream: event name, and where the item is in the data.

import type { BodyMediaType } from '../../../openapi/content.ts';
import { describesEvents } from '../../../openapi/event-items.ts';
import { cachedMediaType, isEventStream } from '../../../openapi/media-type.ts';
import { splitWords } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import { viewSchema } from '../../../openapi/parameters/schema-view.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { isJsonText } from '../../../openapi/schema/json-text.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { getSchemaKey } from '../inference/resource-types.ts';
import type { PropertyPath } from '../resource.ts';
import { CHANGE_KINDS, type ChangeKind, nameChanges } from './change-words.ts';

/** How one kind of change is sent. */
export interface ChangeForm {
  /** The name of the event; undefined for none, and in JSON sequences. */
  readonly name: string | undefined;
  /** The schema of the data, or of the line; undefined if the document has none. */
  readonly payload: Part<Schema> | undefined;
  /** Whether the schema describes the whole event. */
  readonly isEvent: boolean;
  /** Whether `data` contains the payload as a JSON text. */
  readonly isText: boolean;
  /** Where the payload has the item; undefined if only its properties are in it. */
  readonly path: PropertyPath | undefined;
  /** The property of the payload that names the kind of change. */
  readonly named: { readonly property: string; readonly value: string } | undefined;
}

/** The forms by kind of change. A kind without a name among others is not sent. */
export type ChangeForms = ReadonlyMap<ChangeKind, ChangeForm>;

/** The schema of one event or line: `itemSchema`, before OpenAPI 3.2 the schema of an object. */
export function itemSchemaOf({ schema, itemSchema }: BodyMediaType, references: References): Part<Schema> | undefined {
  return itemSchema ?? (getSchemaShape(schema, references)?.isObject ? schema : undefined);
}

/**
 * The forms of changes of a resource in a media type; undefined if it cannot show them.
 *
 * @param item - the schema of the resource
 * @param mayLack - whether data may have another schema than the item. Default false
 */
export function findChangeForms(
  type: BodyMediaType,
  item: Part<Schema> | undefined,
  references: References,
  mayLack = false,
): ChangeForms | undefined {
  const media = cachedMediaType(type.type);
  const isEvents = media !== undefined && isEventStream(media);
  const whole = itemSchemaOf(type, references);
  const isWhole = isEvents && whole !== undefined && describesEvents(whole, references);
  const names = namesOf(whole, isEvents, isWhole, references);
  if (!names) return undefined;
  const key = getSchemaKey(item, references);
  const forms = [...names].flatMap(([kind, name]) => {
    const data = isWhole && whole ? dataSchemas(whole, name, references) : undefined;
    const payload = data ? data.payload : whole;
    const naming = payload ? namingProperties(payload, references) : [];
    const chosen = payload && chooseBranch(payload, kind, naming, references);
    const path = chosen && findItem(chosen, key, references);
    const property = path?.length === 0 ? undefined : chosen && kindProperty(chosen, kind, naming, references);
    if (property === 'other') return [];
    const form = { name, payload: chosen, isEvent: isWhole, isText: data?.isText ?? true, path, named: property };
    return [[kind, form] as const];
  });
  const hasItem = forms.some(([, { payload, path }]) => path !== undefined || (payload === undefined && mayLack));
  const isNamed =
    nameChanges(declaredEvents(type, references)).size > 0 || forms.some(([, { named }]) => named !== undefined);
  return hasItem || (mayLack && isNamed) ? new Map(forms) : undefined;
}

/** The event names that the document declares; empty if any is allowed, or there are none. */
export function declaredEvents(type: BodyMediaType, references: References): readonly string[] {
  const media = cachedMediaType(type.type);
  const whole = media && isEventStream(media) ? itemSchemaOf(type, references) : undefined;
  if (!whole || !describesEvents(whole, references)) return [];
  const { values } = viewSchema(whole, references).property('event');
  return values.filter((value) => typeof value === 'string');
}

/** The event name of each kind of change that is sent; undefined if the declared names mean something else. */
function namesOf(
  whole: Part<Schema> | undefined,
  isEvents: boolean,
  isWhole: boolean,
  references: References,
): ReadonlyMap<ChangeKind, string | undefined> | undefined {
  const all = (nameOf: (kind: ChangeKind) => string | undefined) =>
    new Map(CHANGE_KINDS.map((kind) => [kind, nameOf(kind)]));
  if (!isEvents) return all(() => undefined);
  if (!whole) return all((kind) => kind);
  // Clients that read data only would take the data of a deletion for those of an update.
  if (!isWhole) return all((kind) => (kind === 'deleted' ? kind : undefined));
  const view = viewSchema(whole, references);
  if (!view.propertyNames.includes('event')) return all(() => undefined);
  const { values } = view.property('event');
  const declared = values.filter((value) => typeof value === 'string');
  if (declared.length === 0) return all((kind) => kind);
  const named = nameChanges(declared);
  if (named.size > 0) return named;
  const [only, ...others] = new Set(declared);
  return others.length === 0 ? all(() => only) : undefined;
}

/** The schema of the value in `data` of events with a name. */
function dataSchemas(
  whole: Part<Schema>,
  name: string | undefined,
  references: References,
): Pick<ChangeForm, 'payload' | 'isText'> {
  const data = composed(whole, references, (branch) => acceptsName(branch, name, references)).flatMap((part) =>
    part.value.properties?.data === undefined ? [] : [below(part, 'properties', 'data')],
  );
  const parts = data.flatMap((part) => composed(part, references, () => true));
  const texts = parts.filter(({ value }) => isJsonText(value) && 'contentSchema' in value);
  const isText = texts.length > 0 || parts.some(({ value }) => [value.type].flat().includes('string'));
  const [found] = texts.map((part) => below(part, 'contentSchema'));
  const described = found ?? (isText ? undefined : data[0]);
  return { payload: described, isText };
}

function below(part: Part<Schema>, ...steps: readonly string[]): Part<Schema> {
  const value = steps.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], part.value);
  return { value: value as Schema, pointer: childPointer(part.pointer, ...steps) };
}

/** Maximum number of composed schemas. */
const MAX_PARTS = 100;

/** A schema with those it refers to and is composed of, and the alternatives that are accepted. */
function composed(
  schema: Part<Schema>,
  references: References,
  accepts: (branch: Part<Schema>) => boolean,
): readonly Part<Schema>[] {
  const found: Part<Schema>[] = [];
  const open = [schema];
  for (let part = open.shift(); part && found.length < MAX_PARTS; part = open.shift()) {
    const target = references.resolve(part);
    if (!target || found.some(({ value }) => value === target.value)) continue;
    if (target.value !== part.value) found.push(part);
    found.push(target);
    open.push(...branchesOf(target, 'allOf'));
    for (const keyword of ['oneOf', 'anyOf'] as const) open.push(...branchesOf(target, keyword).filter(accepts));
  }
  return found;
}

function branchesOf(part: Part<Schema>, keyword: 'allOf' | 'oneOf' | 'anyOf'): readonly Part<Schema>[] {
  const list = part.value[keyword];
  if (!Array.isArray(list)) return [];
  return list.map((value, index) => ({ value, pointer: childPointer(part.pointer, keyword, index) }));
}

function acceptsName(branch: Part<Schema>, name: string | undefined, references: References): boolean {
  const { values } = viewSchema(branch, references).property('event');
  return values.length === 0 || values.includes(name);
}

/** Words of properties that name changes: `type`, `eventType`. */
const NAMING = new Set(['type', 'kind', 'event', 'op', 'operation', 'action', 'change']);

/** The properties that name changes. One value such as `new` may be a state of the item as well. */
function namingProperties(payload: Part<Schema>, references: References): readonly string[] {
  const view = viewSchema(payload, references);
  return view.propertyNames.filter((property) => {
    const names = new Set(nameChanges(view.property(property).values).values());
    return names.size > 1 || splitWords(property).every((word) => NAMING.has(word));
  });
}

/** The alternative of a payload that is meant for a kind of change; the payload itself if it has properties. */
function chooseBranch(
  payload: Part<Schema>,
  kind: ChangeKind,
  naming: readonly string[],
  references: References,
): Part<Schema> {
  const target = references.resolve(payload) ?? payload;
  if (target.value.properties !== undefined) return payload;
  const branches = [...branchesOf(target, 'oneOf'), ...branchesOf(target, 'anyOf')];
  return branches.find((branch) => kindProperty(branch, kind, naming, references) !== 'other') ?? payload;
}

/** The property that names a kind of change: `other` if it only names other kinds; undefined without one. */
function kindProperty(
  payload: Part<Schema>,
  kind: ChangeKind,
  naming: readonly string[],
  references: References,
): { readonly property: string; readonly value: string } | 'other' | undefined {
  const view = viewSchema(payload, references);
  for (const property of naming) {
    if (!view.propertyNames.includes(property)) continue;
    const named = nameChanges(view.property(property).values);
    const value = named.get(kind);
    if (value !== undefined) return { property, value };
    if (named.size > 0) return 'other';
  }
  return undefined;
}

/** The place of the item in a payload, at most two levels down. */
function findItem(
  payload: Part<Schema>,
  key: string | undefined,
  references: References,
  depth = 0,
): PropertyPath | undefined {
  if (key === undefined) return undefined;
  if (getSchemaKey(payload, references) === key) return [];
  if (depth === 2) return undefined;
  for (const [name, part] of getSchemaShape(payload, references)?.properties ?? []) {
    const found = findItem(part, key, references, depth + 1);
    if (found) return [name, ...found];
  }
  return undefined;
}
