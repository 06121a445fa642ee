// Seed data: examples of the document and generated items with valid references.

import { createHash } from 'node:crypto';
import { isRecord } from '../../../schema/is-record.ts';
import { isJsonNumber, isStringOrNumber, type JsonNumber, toNumber } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { LRUCache } from '../../../schema/lru-cache.ts';
import { coerceToSchema } from '../coerce-to-schema.ts';
import { isReadableId, isStandardCode } from '../inference/id-property.ts';
import type { Inference } from '../inference.ts';
import { listProperties, listPropertiesFor, mayBeNull } from '../item-properties.ts';
import { appendNumber } from '../items/append-number.ts';
import { generateId, isAcceptedByAllPaths, isAcceptedByPath } from '../items/generate-id.ts';
import { GeneratedItems } from '../items/generated-items.ts';
import {
  buildItemKey,
  getIdFromKey,
  getParentGroup,
  getParentIds,
  nameParentIds,
  type ParentIds,
} from '../items/item-key.ts';
import { withClearedStates, withoutStates } from '../items/soft-delete.ts';
import { listAlternatives } from '../narrow-schema.ts';
import { findSameParent, isStoredParent, listScopeParents, type PathScope } from '../path-scope.ts';
import { getAtPath, setAtPath, withProperties } from '../property-path.ts';
import type { Parent, Resource, StoredItem } from '../resource.ts';
import { createDependencyOrder, type DependencyOrder } from './dependency-order.ts';
import { createParameterValues, findItemExamples, listFilterChoices, type ParameterValue } from './document-values.ts';
import { embedItems, findEmbeddedResource } from './embedded-items.ts';

/** Maximum number of generated items of a resource, below all parents. */
const MAX_COUNT = 60;
/** The usual number of items; with it or more, each alternative of a schema appears, up to a maximum. */
const [USUAL_COUNT, MAX_ALTERNATIVES] = [3, 12];
/** Maximum number of attempts to generate an item with unique values. */
const MAX_TRIES = 5;
/** An id with digits, such as `cus_9s6XKzkNRiz8i3`. */
const CODED = /^(?=.*\d)[\w.:-]+$/;

/** The ids of some items, and whether all of them are numeric. */
interface Ids {
  readonly ids: readonly string[];
  readonly areNumbers: boolean;
}

/** Maximum number of cached items that are not in the store; others are generated again with the same values. */
const MAX_CACHED = 5000;
/** Above this number of resources, seed data is written on the first change only. */
const MAX_RESOURCES = 1000;

/** The items to generate: a resource within a scope. */
interface GenerationJob {
  readonly resource: Resource;
  readonly scope: PathScope;
  /** The seed key of generated values; for the default scope, the resource name. */
  readonly name: string;
}

/**
 * Generates the seed data of each resource on first use. It depends on the document, the random seed and the scope
 * only.
 */
export class SeedData {
  readonly #parts: Inference;
  readonly #count: number;
  readonly #known: Map<Resource, readonly StoredItem[]>;
  readonly #notInStore = createItemCache(MAX_CACHED);
  readonly #making = new Set<Resource>();
  readonly #examples = new WeakMap<Resource, unknown>();
  readonly #ids = new WeakMap<readonly StoredItem[], Ids>();
  readonly #exemplary = new Map<Resource, string | undefined>();
  readonly #written: ReadonlySet<Resource>;
  readonly #usualValue: ParameterValue;
  readonly #areMany: boolean;
  #order: DependencyOrder | undefined;

  /**
   * @param count - number of items below each parent; more if the document has more examples
   * @param written - resources with items from fixtures. Default: none
   */
  constructor(parts: Inference, count: number, written: Iterable<readonly [Resource, readonly StoredItem[]]> = []) {
    this.#parts = parts;
    this.#count = count;
    this.#usualValue = createParameterValues(parts);
    this.#areMany = parts.resources.all.size > MAX_RESOURCES;
    this.#known = new Map(written);
    this.#written = new Set(this.#known.keys());
  }

  /**
   * The seed items of a resource; empty for a virtual resource. @param scope - the scope. Default: the default scope
   */
  of(resource: Resource, scope: PathScope = this.getScope(resource)): readonly StoredItem[] {
    const isUsual = this.#isUsual(resource, scope);
    const isKnown = isUsual && this.areInStore(resource, scope);
    const key = `${resource.name}/${getParentGroup(scope)}`;
    const known = isKnown ? this.#known.get(resource) : this.#notInStore.get(key);
    if (known) return known;
    const isNone = isVirtualOrSingleton(resource) || this.#count === 0 || this.#written.has(resource);
    // A resource below itself starts without items.
    if (isNone || this.#making.has(resource)) return [];
    this.#making.add(resource);
    const generated = this.#make({ resource, scope, name: isUsual ? resource.name : key });
    this.#making.delete(resource);
    if (isKnown) this.#known.set(resource, generated);
    else this.#notInStore.set(key, generated);
    return generated;
  }

  /**
   * The scope of a resource. @param parentValue - the value of a parent. Default: a generated one, that of the default scope
   */
  getScope(resource: Resource, parentValue: (parent: Parent) => string | undefined = () => undefined): PathScope {
    return listScopeParents(resource).map((index) => {
      const parent = resource.parents[index] as Parent;
      return parentValue(parent) ?? this.#usualValue(resource, parent.parameter);
    });
  }

  /**
   * Whether the store contains the items from the start: those of the default scope, and with very many resources only
   * those of fixtures.
   */
  areInStore(resource: Resource, scope: PathScope = this.getScope(resource)): boolean {
    if (this.#areMany) return isVirtualOrSingleton(resource) || this.#written.has(resource);
    return this.#isUsual(resource, scope);
  }

  /** Whether it is the default scope. */
  #isUsual(resource: Resource, scope: PathScope): boolean {
    return scope.length === 0 || isSameScope(scope, this.getScope(resource));
  }

  #make(making: GenerationJob): readonly StoredItem[] {
    const { resource } = making;
    const generated = new GeneratedItems(resource);
    const examples = this.#examplesOf(making);
    const count = this.#countOf(resource);
    for (const parentIds of this.#scopesOf(making, resource.parents)) {
      for (const example of examples.splice(0)) this.#add(generated, making, parentIds, example);
      // If one item cannot be generated, neither can the next.
      while (generated.countBelow(parentIds) < count && generated.all.length < Math.max(MAX_COUNT, count))
        if (!this.#add(generated, making, parentIds, undefined)) break;
    }
    return generated.all;
  }

  /** The number of items below each parent; each alternative of the schema appears, unless fewer items are wanted. */
  #countOf({ schema }: Resource): number {
    if (!schema || this.#count < USUAL_COUNT) return this.#count;
    const alternatives = listAlternatives(schema, this.#parts.document.references).length;
    return Math.max(this.#count, Math.min(alternatives, MAX_ALTERNATIVES));
  }

  /** The examples of a resource; if all paths can accept an id, only those with such an id. */
  #examplesOf(making: GenerationJob): unknown[] {
    const { document, resources } = this.#parts;
    const { resource } = making;
    const all = [...findItemExamples(resource, document, resources)];
    const { id } = resource;
    const generated = id && this.#newId(making, [], new GeneratedItems(resource), 1);
    if (!id || generated === undefined || !isAcceptedByAllPaths(id, generated, document)) return all;
    return all.filter((example) => isAcceptedByAllPaths(id, this.#shownId(resource, example) ?? generated, document));
  }

  /** Adds an item; returns whether it was possible. @param example - the item itself; undefined to generate one */
  #add(generated: GeneratedItems, making: GenerationJob, parentIds: ParentIds, example: unknown): boolean {
    const { document } = this.#parts;
    const { resource } = making;
    const number = generated.all.length + 1;
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const alone = example ?? this.#imagined(making, parentIds, generated, number, attempt);
      const related = this.#allowed(
        resource,
        this.#related(making, parentIds, generated, alone, example !== undefined),
        alone,
      );
      const item = example === undefined ? withClearedStates(resource, related) : withoutStates(resource, related);
      const id = this.#shownId(resource, item) ?? this.#newId(making, parentIds, generated, number);
      if (id === undefined) return false;
      const stored: StoredItem = {
        id: buildItemKey(parentIds, String(id)),
        number,
        ...nameParentIds(resource.parents, parentIds),
        item,
      };
      const isAllowed = !resource.schema || document.validate(resource.schema, item, 'response').length === 0;
      if (isAllowed && !generated.hasDuplicate(stored)) {
        generated.add(stored);
        return true;
      }
      // Examples are not changed.
      if (example !== undefined) return false;
    }
    return false;
  }

  /** An item with references as far as its schema allows them; otherwise with its own values. */
  #allowed({ schema }: Resource, related: unknown, alone: unknown): unknown {
    if (!schema) return related;
    return (
      coerceToSchema(
        related,
        () => alone,
        (value) => this.#parts.document.validate(schema, value, 'response'),
      ) ?? related
    );
  }

  /** The id in an item, if its path accepts it. */
  #shownId({ id }: Resource, item: unknown): string | JsonNumber | undefined {
    const shown = id?.path && getAtPath(item, id.path);
    return id && isStringOrNumber(shown) && isAcceptedByPath(id, shown, this.#parts.document) ? shown : undefined;
  }

  #imagined(
    making: GenerationJob,
    parentIds: ParentIds,
    generated: GeneratedItems,
    number: number,
    attempt: number,
  ): unknown {
    const { resource } = making;
    const { schema, id } = resource;
    const key = `${making.name} ${number} ${attempt}`;
    const sampled = schema
      ? this.#parts.sample(schema, key, { index: number - 1, branch: number - 1 + attempt, name: resource.name })
      : {};
    const item = this.#distinct(resource, this.#chosen(resource, sampled, key), number);
    if (!id?.path || !isRecord(item)) return item;
    const own = getAtPath(item, id.path);
    // A readable name or a standard code is a good id already.
    const isGood = isReadableId(id.path) || isStandardCode(id.path);
    const isRight =
      own === this.#shownId(resource, item) && isAcceptedByAllPaths(id, own as string, this.#parts.document);
    if (attempt + 1 < MAX_TRIES && isGood && own && isRight) return item;
    const newId = this.#newId(making, parentIds, generated, number);
    if (newId === undefined) return item;
    const named = setAtPath(item, id.path, newId);
    const isShown = !id.schema || this.#parts.document.validate(id.schema, newId, 'response').length === 0;
    return isShown ? named : item;
  }

  /** Changes unique values that equal the example: clients are likely to send the example first. */
  #distinct(resource: Resource, item: unknown, number: number): unknown {
    const { schema, name, unique, id } = resource;
    const names = [...unique, ...((id?.isClientProvided && id.path?.slice(0, 1)) || [])];
    if (!schema || names.length === 0) return item;
    const example = this.#examples.get(resource) ?? this.#parts.sample(schema, `${name} example`, { index: 0, name });
    this.#examples.set(resource, example);
    return names.reduce((found, property) => {
      const value = getAtPath(found, [property]);
      const isExample = typeof value === 'string' && value === getAtPath(example, [property]);
      return isExample ? setAtPath(found, [property], appendNumber(value, number)) : found;
    }, item);
  }

  /** Sets properties to choices of the list filter, so that the filter matches. */
  #chosen(resource: Resource, item: unknown, key: string): unknown {
    const { document } = this.#parts;
    let chosen = item;
    for (const { name, type, schema } of listProperties(resource.schema?.value, document.references)) {
      const value = type === 'string' && !schema.enum ? getAtPath(item, [name]) : undefined;
      const choices = typeof value === 'string' ? listFilterChoices(resource, name, document) : [];
      if (choices.length === 0 || choices.some((choice) => choice === value)) continue;
      chosen = setAtPath(chosen, [name], choices[hashOf(`${key} ${name}`) % choices.length]);
    }
    return chosen;
  }

  #newId(
    { resource, name }: GenerationJob,
    parentIds: ParentIds,
    generated: GeneratedItems,
    number: number,
  ): string | JsonNumber | undefined {
    const { document, sample } = this.#parts;
    const isTaken = (id: string) => generated.has(buildItemKey(parentIds, id));
    const newId = () => uuidOf(`${name} ${number}`);
    return generateId({ resource, number, newId, sample, document, like: this.exemplaryId(resource), isTaken });
  }

  /** An id with digits from an example of the document or from a fixture: new ids have its form. */
  exemplaryId(resource: Resource): string | undefined {
    const { document, resources } = this.#parts;
    const path = resource.id?.path;
    if (!path || this.#exemplary.has(resource)) return this.#exemplary.get(resource);
    const ids = findItemExamples(resource, document, resources).map((example) => getAtPath(example, path));
    const written = this.#written.has(resource) ? (this.#known.get(resource) ?? []) : [];
    const [first] = [...ids, ...written.slice(0, 1).map(({ id }) => getIdFromKey(id))];
    const found = typeof first === 'string' && CODED.test(first) ? first : undefined;
    this.#exemplary.set(resource, found);
    return found;
  }

  /** Sets parent ids and references to existing items. Objects in examples stay. */
  #related(
    making: GenerationJob,
    parentIds: ParentIds,
    generated: GeneratedItems,
    item: unknown,
    isExample: boolean,
  ): unknown {
    if (!isRecord(item)) return item;
    const { resource } = making;
    let related: unknown = item;
    resource.parents.forEach(({ path, resource: above }, index) => {
      const text = parentIds[index];
      const current = path && getAtPath(item, path);
      if (!path || text === undefined || current === undefined) return;
      related = setAtPath(
        related,
        path,
        above ? this.#idAs(above, text) : isJsonNumber(current) ? toNumber(text) : text,
      );
    });
    const places = new Set(resource.parents.map(({ path }) => path?.join(' ')));
    for (const member of listPropertiesFor(resource.schema, item, this.#parts.document.references)) {
      const { name, type } = member;
      const value = item[name];
      if (value === undefined || places.has(name)) continue;
      this.#order ??= createDependencyOrder(this.#parts);
      const shown = findEmbeddedResource(member, resource, this.#parts);
      if (shown) {
        if (isExample || (shown !== resource && this.#order(shown, resource))) continue;
        const items = shown === resource ? generated.all : this.#around(making, shown);
        const start = hashOf(`${resource.name} ${name} ${parentIds.join(' ')} ${stringifyJson(value)}`);
        if (items.length > 0) related = setAtPath(related, [name], embedItems(value, shown, items, start, this.#parts));
        continue;
      }
      const other = this.#parts.guessReference(member, resource);
      if (!other || [...(resource.id?.path ?? [])].join(' ') === name) continue;
      if (other !== resource && this.#order(other, resource)) continue;
      // An item refers to earlier ones of its own resource.
      const { ids, areNumbers } = this.#idsOf(other === resource ? [...generated.all] : this.#around(making, other));
      const [one] = type === 'array' && Array.isArray(value) ? value : [value];
      if (other === resource && ids.length === 0) {
        related = withProperties(related, [[name, Array.isArray(value) ? [] : mayBeNull(member) ? null : undefined]]);
        continue;
      }
      // Objects may have such names too.
      if (ids.length === 0 || !isStringOrNumber(one)) continue;
      // A numeric property cannot hold a textual id.
      if (isJsonNumber(one) && !areNumbers) continue;
      const asThere = (id: string | undefined) => (isJsonNumber(one) && id !== undefined ? toNumber(id) : id);
      const any = ids[hashOf(`${resource.name} ${name} ${parentIds.join(' ')} ${stringifyJson(value)}`) % ids.length];
      related = setAtPath(related, [name], Array.isArray(value) ? ids.slice(0, 2).map(asThere) : asThere(any));
    }
    return related;
  }

  /** The ids of seed items. */
  #idsOf(items: readonly StoredItem[]): Ids {
    const known = this.#ids.get(items);
    if (known) return known;
    const ids = items.map(({ id }) => getIdFromKey(id));
    const found = { ids, areNumbers: ids.every((id) => Number.isFinite(Number(id))) };
    this.#ids.set(items, found);
    return found;
  }

  /** The seed items of another resource in the same scope. */
  #around({ resource, scope }: GenerationJob, other: Resource): readonly StoredItem[] {
    const unkept = listScopeParents(resource).map((index) => resource.parents[index] as Parent);
    const parentValue = (parent: Parent) => {
      const same = findSameParent(parent, unkept, (one) => one);
      return same && scope[unkept.indexOf(same)];
    };
    return this.of(other, this.getScope(other, parentValue));
  }

  /** An id with the type of its resource. */
  #idAs({ id }: Resource, text: string): string | JsonNumber {
    return id && id.type !== 'string' ? toNumber(text) : text;
  }

  /** The parent ids for items of a resource: each existing parent, and the scope. */
  #scopesOf(making: GenerationJob, parents: readonly Parent[]): readonly ParentIds[] {
    const parent = parents.at(-1);
    if (!parent) return [[]];
    const outer = parents.slice(0, -1);
    const { resource: above } = parent;
    // Some paths of a resource are below other paths of the same resource.
    if (above && isStoredParent(parent) && !this.#making.has(above)) {
      return this.#around(making, above).flatMap(({ id }) => {
        const around = this.#scopeAround(making, outer, above, getParentIds(id));
        return around ? [[...around, getIdFromKey(id)]] : [];
      });
    }
    const value = this.#valueFor(making, parent);
    return value === '' ? [] : this.#scopesOf(making, outer).map((parentIds) => [...parentIds, value]);
  }

  /** The parent ids of an item below another resource, which may name fewer parents or more. */
  #scopeAround(
    making: GenerationJob,
    parents: readonly Parent[],
    above: Resource,
    parentIds: ParentIds,
  ): ParentIds | undefined {
    const values = parents.map((parent) => {
      const own = findSameParent(parent, above.parents, (one) => one);
      if (own) return parentIds[above.parents.indexOf(own)];
      const [first] = parent.resource ? this.#around(making, parent.resource) : [];
      return first ? getIdFromKey(first.id) : this.#valueFor(making, parent);
    });
    return values.every((value) => value !== undefined && value !== '') ? (values as ParentIds) : undefined;
  }

  /** The value of a parent without a resource; empty if none can be generated. */
  #valueFor({ resource, scope }: GenerationJob, parent: Parent): string {
    const at = listScopeParents(resource).indexOf(resource.parents.indexOf(parent));
    return scope[at] ?? this.#usualValue(resource, parent.parameter);
  }
}

function isVirtualOrSingleton({ isVirtual, isSingleton }: Resource): boolean {
  return isVirtual || isSingleton;
}

function isSameScope(one: PathScope, other: PathScope): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** A UUID of version 8 derived from a text (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Item lists by key, least recently used ones removed first.
 *
 * @param most - maximum number of items in all lists. Each list counts as one more; the last one is always cached
 */
export function createItemCache(most: number): LRUCache<string, readonly StoredItem[]> {
  return new LRUCache({ maxSize: most, sizeCalculation: ({ length }) => Math.min(most, length + 1) });
}
