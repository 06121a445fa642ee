// Seed data: examples of the document and generated items with valid references.

import { createHash } from 'node:crypto';
import { isRecord } from '../../../openapi/is-record.ts';
import { fitted } from '../fitted.ts';
import { isCalledBy } from '../inference/id.ts';
import type { Inference } from '../inference.ts';
import { groupBelow, idIn, keyOf, parentsOf, type Scope, scopeIn } from '../items/key.ts';
import { MadeItems } from '../items/made-items.ts';
import { fitsAllPaths, fitsPath, newIdFor } from '../items/new-id.ts';
import { numbered } from '../items/numbered.ts';
import { membersOf } from '../members.ts';
import { valueAt, withValue } from '../place.ts';
import type { KeptItem, Parent, Resource } from '../resource.ts';
import { isKept, sameAs, type Tenant, unkeptParents } from '../tenant.ts';
import { choicesOf } from './choices.ts';
import { examplesOf } from './examples.ts';
import { type ComesLater, makingOrder } from './making-order.ts';
import { Remembered } from './remembered.ts';
import { type UsualValue, usualValues } from './usual-values.ts';

/** Maximum number of generated items of a resource, below all parents. */
const MAX_COUNT = 60;
/** Maximum number of attempts to generate an item with unique values. */
const MAX_TRIES = 5;

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
  readonly scope: Tenant;
  /** The seed key of generated values; for the default scope, the resource name. */
  readonly name: string;
}

/**
 * Generates the seed data of each resource on first use. It depends on the document, the random seed and the scope
 * only.
 */
export class FirstRecords {
  readonly #parts: Inference;
  readonly #count: number;
  readonly #known: Map<Resource, readonly KeptItem[]>;
  readonly #notInStore = new Remembered(MAX_CACHED);
  readonly #making = new Set<Resource>();
  readonly #examples = new WeakMap<Resource, unknown>();
  readonly #ids = new WeakMap<readonly KeptItem[], Ids>();
  readonly #written: ReadonlySet<Resource>;
  readonly #usualValue: UsualValue;
  readonly #areMany: boolean;
  #order: ComesLater | undefined;

  /**
   * @param count - number of items below each parent; more if the document has more examples
   * @param written - resources with items from fixtures. Default: none
   */
  constructor(parts: Inference, count: number, written: Iterable<readonly [Resource, readonly KeptItem[]]> = []) {
    this.#parts = parts;
    this.#count = count;
    this.#usualValue = usualValues(parts);
    this.#areMany = parts.resources.all.size > MAX_RESOURCES;
    this.#known = new Map(written);
    this.#written = new Set(this.#known.keys());
  }

  /**
   * The seed items of a resource; empty for a virtual resource. @param scope - the scope. Default: the default scope
   */
  of(resource: Resource, scope: Tenant = this.tenantOf(resource)): readonly KeptItem[] {
    const isUsual = this.#isUsual(resource, scope);
    const isKnown = isUsual && this.areInStore(resource, scope);
    const key = `${resource.name}/${groupBelow(scope)}`;
    const known = isKnown ? this.#known.get(resource) : this.#notInStore.get(key);
    if (known) return known;
    const isNone = isVirtualOrSingleton(resource) || this.#count === 0 || this.#written.has(resource);
    // A resource below itself starts without items.
    if (isNone || this.#making.has(resource)) return [];
    this.#making.add(resource);
    const generated = this.#make({ resource, scope, name: isUsual ? resource.name : key });
    this.#making.delete(resource);
    if (isKnown) this.#known.set(resource, generated);
    else this.#notInStore.add(key, generated);
    return generated;
  }

  /**
   * The scope of a resource. @param parentValue - the value of a parent. Default: a generated one, that of the default scope
   */
  tenantOf(resource: Resource, parentValue: (parent: Parent) => string | undefined = () => undefined): Tenant {
    return unkeptParents(resource).map((index) => {
      const parent = resource.parents[index] as Parent;
      return parentValue(parent) ?? this.#usualValue(resource, parent.parameter);
    });
  }

  /**
   * Whether the store contains the items from the start: those of the default scope, and with very many resources only
   * those of fixtures.
   */
  areInStore(resource: Resource, scope: Tenant = this.tenantOf(resource)): boolean {
    if (this.#areMany) return isVirtualOrSingleton(resource) || this.#written.has(resource);
    return this.#isUsual(resource, scope);
  }

  /** Whether it is the default scope. */
  #isUsual(resource: Resource, scope: Tenant): boolean {
    return scope.length === 0 || isSameScope(scope, this.tenantOf(resource));
  }

  #make(making: GenerationJob): readonly KeptItem[] {
    const { resource } = making;
    const generated = new MadeItems(resource);
    const examples = this.#examplesOf(making);
    for (const parentIds of this.#scopesOf(making, resource.parents)) {
      for (const example of examples.splice(0)) this.#add(generated, making, parentIds, example);
      // If one item cannot be generated, neither can the next.
      while (generated.countBelow(parentIds) < this.#count && generated.all.length < Math.max(MAX_COUNT, this.#count))
        if (!this.#add(generated, making, parentIds, undefined)) break;
    }
    return generated.all;
  }

  /** The examples of a resource; if all paths can accept an id, only those with such an id. */
  #examplesOf(making: GenerationJob): unknown[] {
    const { document, resources } = this.#parts;
    const { resource } = making;
    const all = [...examplesOf(resource, document, resources)];
    const { id } = resource;
    const generated = id && this.#newId(making, [], new MadeItems(resource), 1);
    if (!id || generated === undefined || !fitsAllPaths(id, generated, document)) return all;
    return all.filter((example) => fitsAllPaths(id, this.#shownId(resource, example) ?? generated, document));
  }

  /** Adds an item; returns whether it was possible. @param example - the item itself; undefined to generate one */
  #add(generated: MadeItems, making: GenerationJob, parentIds: Scope, example: unknown): boolean {
    const { document } = this.#parts;
    const { resource } = making;
    const number = generated.all.length + 1;
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const alone = example ?? this.#imagined(making, parentIds, generated, number, attempt);
      const item = this.#allowed(resource, this.#related(making, parentIds, alone), alone);
      const id = this.#shownId(resource, item) ?? this.#newId(making, parentIds, generated, number);
      if (id === undefined) return false;
      const stored: KeptItem = {
        id: keyOf(parentIds, String(id)),
        number,
        ...parentsOf(resource.parents, parentIds),
        item,
      };
      const isAllowed = !resource.schema || document.validate(resource.schema, item, 'response').length === 0;
      if (isAllowed && !generated.hasLike(stored)) {
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
      fitted(
        related,
        () => alone,
        (value) => this.#parts.document.validate(schema, value, 'response'),
      ) ?? related
    );
  }

  /** The id in an item, if its path accepts it. */
  #shownId({ id }: Resource, item: unknown): string | number | undefined {
    const shown = id?.place && valueAt(item, id.place);
    const isOne = typeof shown === 'string' || typeof shown === 'number';
    return id && isOne && fitsPath(id, shown, this.#parts.document) ? shown : undefined;
  }

  #imagined(making: GenerationJob, parentIds: Scope, generated: MadeItems, number: number, attempt: number): unknown {
    const { resource } = making;
    const { schema, id } = resource;
    const key = `${making.name} ${number} ${attempt}`;
    const sampled = schema ? this.#parts.sample(schema, key, { index: number - 1, name: resource.name }) : {};
    const item = this.#distinct(resource, this.#chosen(resource, sampled, key), number);
    if (!id?.place || !isRecord(item)) return item;
    const own = valueAt(item, id.place);
    // A readable name is a good id already.
    const isRight = own === this.#shownId(resource, item) && fitsAllPaths(id, own as string, this.#parts.document);
    if (attempt + 1 < MAX_TRIES && isCalledBy(id.place) && own && isRight) return item;
    const newId = this.#newId(making, parentIds, generated, number);
    if (newId === undefined) return item;
    const named = withValue(item, id.place, newId);
    const isShown = !id.schema || this.#parts.document.validate(id.schema, newId, 'response').length === 0;
    return isShown ? named : item;
  }

  /** Changes unique values that equal the example: clients are likely to send the example first. */
  #distinct(resource: Resource, item: unknown, number: number): unknown {
    const { schema, name, unique, id } = resource;
    const names = [...unique, ...((id?.given && id.place?.slice(0, 1)) || [])];
    if (!schema || names.length === 0) return item;
    const example = this.#examples.get(resource) ?? this.#parts.sample(schema, `${name} example`, { index: 0, name });
    this.#examples.set(resource, example);
    return names.reduce((found, property) => {
      const value = valueAt(found, [property]);
      const isExample = typeof value === 'string' && value === valueAt(example, [property]);
      return isExample ? withValue(found, [property], numbered(value, number)) : found;
    }, item);
  }

  /** Sets properties to choices of the list filter, so that the filter matches. */
  #chosen(resource: Resource, item: unknown, key: string): unknown {
    const { document } = this.#parts;
    let chosen = item;
    for (const { name, type, schema } of membersOf(resource.schema?.value, document.references)) {
      const value = type === 'string' && !schema.enum ? valueAt(item, [name]) : undefined;
      const choices = typeof value === 'string' ? choicesOf(resource, name, document) : [];
      if (choices.length === 0 || choices.some((choice) => choice === value)) continue;
      chosen = withValue(chosen, [name], choices[hashOf(`${key} ${name}`) % choices.length]);
    }
    return chosen;
  }

  #newId(
    { resource, name }: GenerationJob,
    parentIds: Scope,
    generated: MadeItems,
    number: number,
  ): string | number | undefined {
    const { document, sample } = this.#parts;
    const isTaken = (id: string) => generated.has(keyOf(parentIds, id));
    const newId = () => uuidOf(`${name} ${number}`);
    return newIdFor({ resource, number, newId, sample, document, isTaken });
  }

  /** Sets parent ids and references to existing items. */
  #related(making: GenerationJob, parentIds: Scope, item: unknown): unknown {
    if (!isRecord(item)) return item;
    const { resource } = making;
    let related: unknown = item;
    resource.parents.forEach(({ place: path, resource: above }, index) => {
      const text = parentIds[index];
      const current = path && valueAt(item, path);
      if (!path || text === undefined || current === undefined) return;
      related = withValue(
        related,
        path,
        above ? this.#idAs(above, text) : typeof current === 'number' ? Number(text) : text,
      );
    });
    const places = new Set(resource.parents.map(({ place: path }) => path?.join(' ')));
    for (const { name, type } of membersOf(resource.schema?.value, this.#parts.document.references)) {
      const value = item[name];
      const other = value === undefined || places.has(name) ? undefined : this.#parts.referredTo(name);
      this.#order ??= makingOrder(this.#parts);
      if (!other || this.#order(other, resource) || [...(resource.id?.place ?? [])].join(' ') === name) continue;
      const { ids, areNumbers } = this.#idsOf(this.#around(making, other));
      const [one] = type === 'array' && Array.isArray(value) ? value : [value];
      // Objects may have such names too.
      if (ids.length === 0 || (typeof one !== 'string' && typeof one !== 'number')) continue;
      // A numeric property cannot hold a textual id.
      if (typeof one === 'number' && !areNumbers) continue;
      const asThere = (id: string | undefined) => (typeof one === 'number' ? Number(id) : id);
      const any = ids[hashOf(`${resource.name} ${name} ${parentIds.join(' ')} ${JSON.stringify(value)}`) % ids.length];
      related = withValue(related, [name], Array.isArray(value) ? ids.slice(0, 2).map(asThere) : asThere(any));
    }
    return related;
  }

  /** The ids of seed items. */
  #idsOf(items: readonly KeptItem[]): Ids {
    const known = this.#ids.get(items);
    if (known) return known;
    const ids = items.map(({ id }) => idIn(id));
    const found = { ids, areNumbers: ids.every((id) => Number.isFinite(Number(id))) };
    this.#ids.set(items, found);
    return found;
  }

  /** The seed items of another resource in the same scope. */
  #around({ resource, scope }: GenerationJob, other: Resource): readonly KeptItem[] {
    const unkept = unkeptParents(resource).map((index) => resource.parents[index] as Parent);
    const parentValue = (parent: Parent) => {
      const same = sameAs(parent, unkept, (one) => one);
      return same && scope[unkept.indexOf(same)];
    };
    return this.of(other, this.tenantOf(other, parentValue));
  }

  /** An id with the type of its resource. */
  #idAs({ id }: Resource, text: string): string | number {
    return id && id.type !== 'string' ? Number(text) : text;
  }

  /** The parent ids for items of a resource: each existing parent, and the scope. */
  #scopesOf(making: GenerationJob, parents: readonly Parent[]): readonly Scope[] {
    const parent = parents.at(-1);
    if (!parent) return [[]];
    const outer = parents.slice(0, -1);
    const { resource: above } = parent;
    // Some paths of a resource are below other paths of the same resource.
    if (above && isKept(parent) && !this.#making.has(above)) {
      return this.#around(making, above).flatMap(({ id }) => {
        const around = this.#scopeAround(making, outer, above, scopeIn(id));
        return around ? [[...around, idIn(id)]] : [];
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
    parentIds: Scope,
  ): Scope | undefined {
    const values = parents.map((parent) => {
      const own = sameAs(parent, above.parents, (one) => one);
      if (own) return parentIds[above.parents.indexOf(own)];
      const [first] = parent.resource ? this.#around(making, parent.resource) : [];
      return first ? idIn(first.id) : this.#valueFor(making, parent);
    });
    return values.every((value) => value !== undefined && value !== '') ? (values as Scope) : undefined;
  }

  /** The value of a parent without a resource; empty if none can be generated. */
  #valueFor({ resource, scope }: GenerationJob, parent: Parent): string {
    const at = unkeptParents(resource).indexOf(resource.parents.indexOf(parent));
    return scope[at] ?? this.#usualValue(resource, parent.parameter);
  }
}

function isVirtualOrSingleton({ open, single }: Resource): boolean {
  return open || single;
}

function isSameScope(one: Tenant, other: Tenant): boolean {
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
