// The items that are there at the start: the examples of the document, and believable ones beside them, related to one another.

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

/** How many items of one kind there are at the most, whatever they are below. */
const MOST = 60;
/** How often another one is made where one would have what only one may have. */
const MOST_TRIES = 5;

/** The ids of some items, and whether all of them are numbers. */
interface Ids {
  readonly ids: readonly string[];
  readonly areNumbers: boolean;
}

/** How many items are remembered that are not in the store: they are made again when they are asked for, and are the same. */
const MOST_REMEMBERED = 5000;
/** So many kinds of things, and nobody looks at what there is of each: then nothing is in the store before something is changed. */
const MOST_KINDS = 1000;

/** What is made: items of a kind, below certain values that nobody keeps. */
interface Making {
  readonly resource: Resource;
  readonly tenant: Tenant;
  /** Tells apart what is made up; the usual tenant is told by the kind alone. */
  readonly name: string;
}

/** Makes the first items of each kind, when they are first asked for. They depend on nothing but the document, the seed, and whose they are. */
export class FirstRecords {
  readonly #parts: Inference;
  readonly #count: number;
  readonly #known: Map<Resource, readonly KeptItem[]>;
  readonly #notInStore = new Remembered(MOST_REMEMBERED);
  readonly #making = new Set<Resource>();
  readonly #examples = new WeakMap<Resource, unknown>();
  readonly #ids = new WeakMap<readonly KeptItem[], Ids>();
  readonly #written: ReadonlySet<Resource>;
  readonly #usualValue: UsualValue;
  readonly #areMany: boolean;
  #order: ComesLater | undefined;

  /**
   * @param count - how many there are below each parent; there are more where the document has more examples
   * @param written - the kinds of which the first items are told. Default: none
   */
  constructor(parts: Inference, count: number, written: Iterable<readonly [Resource, readonly KeptItem[]]> = []) {
    this.#parts = parts;
    this.#count = count;
    this.#usualValue = usualValues(parts);
    this.#areMany = parts.resources.all.size > MOST_KINDS;
    this.#known = new Map(written);
    this.#written = new Set(this.#known.keys());
  }

  /** The first items of a kind; none for one whose items are there for the asking. @param tenant - whose. Default: those of the usual one */
  of(resource: Resource, tenant: Tenant = this.tenantOf(resource)): readonly KeptItem[] {
    const isUsual = this.#isUsual(resource, tenant);
    const isKnown = isUsual && this.areInStore(resource, tenant);
    const key = `${resource.name}/${groupBelow(tenant)}`;
    const known = isKnown ? this.#known.get(resource) : this.#notInStore.get(key);
    if (known) return known;
    const isNone = isForTheAsking(resource) || this.#count === 0 || this.#written.has(resource);
    // What is below itself is below nothing, at the start.
    if (isNone || this.#making.has(resource)) return [];
    this.#making.add(resource);
    const made = this.#make({ resource, tenant, name: isUsual ? resource.name : key });
    this.#making.delete(resource);
    if (isKnown) this.#known.set(resource, made);
    else this.#notInStore.add(key, made);
    return made;
  }

  /** What stands for the parents that nobody keeps. @param told - the value of a parent. Default: a believable one, which is the usual tenant's */
  tenantOf(resource: Resource, told: (parent: Parent) => string | undefined = () => undefined): Tenant {
    return unkeptParents(resource).map((index) => {
      const parent = resource.parents[index] as Parent;
      return told(parent) ?? this.#usualValue(resource, parent.parameter);
    });
  }

  /** Whether the store has them from the start: those of the usual tenant, and where there are very many kinds only those that are written down. */
  areInStore(resource: Resource, tenant: Tenant = this.tenantOf(resource)): boolean {
    if (this.#areMany) return isForTheAsking(resource) || this.#written.has(resource);
    return this.#isUsual(resource, tenant);
  }

  /** Whether it is the one whose items are there for all who do not look for a certain one. */
  #isUsual(resource: Resource, tenant: Tenant): boolean {
    return tenant.length === 0 || sameTenant(tenant, this.tenantOf(resource));
  }

  #make(making: Making): readonly KeptItem[] {
    const { resource } = making;
    const made = new MadeItems(resource);
    const examples = this.#examplesOf(making);
    for (const scope of this.#scopesOf(making, resource.parents)) {
      for (const example of examples.splice(0)) this.#add(made, making, scope, example);
      // Where one cannot be made, neither can the next one, which would be made in the same way.
      while (made.countBelow(scope) < this.#count && made.all.length < Math.max(MOST, this.#count))
        if (!this.#add(made, making, scope, undefined)) break;
    }
    return made.all;
  }

  /** The examples of a kind; where some ids are taken by all paths, those of which the id is. */
  #examplesOf(making: Making): unknown[] {
    const { document, resources } = this.#parts;
    const { resource } = making;
    const all = [...examplesOf(resource, document, resources)];
    const { id } = resource;
    const made = id && this.#newId(making, [], new MadeItems(resource), 1);
    if (!id || made === undefined || !fitsAllPaths(id, made, document)) return all;
    return all.filter((example) => fitsAllPaths(id, this.#shownId(resource, example) ?? made, document));
  }

  /** Tells whether there is one more. @param example - the item itself; undefined for one that is made up */
  #add(made: MadeItems, making: Making, scope: Scope, example: unknown): boolean {
    const { document } = this.#parts;
    const { resource } = making;
    const number = made.all.length + 1;
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      const alone = example ?? this.#imagined(making, scope, made, number, tried);
      const item = this.#allowed(resource, this.#related(making, scope, alone), alone);
      const id = this.#shownId(resource, item) ?? this.#newId(making, scope, made, number);
      if (id === undefined) return false;
      const kept: KeptItem = { id: keyOf(scope, String(id)), number, ...parentsOf(resource.parents, scope), item };
      const isAllowed = !resource.schema || document.validate(resource.schema, item, 'response').length === 0;
      if (isAllowed && !made.hasLike(kept)) {
        made.add(kept);
        return true;
      }
      // An example is as it is.
      if (example !== undefined) return false;
    }
    return false;
  }

  /** An item with what it says of others as far as its schema allows it: some want an address there, where others are known by their names. */
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

  /** The id that an item shows, if its path takes it. */
  #shownId({ id }: Resource, item: unknown): string | number | undefined {
    const shown = id?.place && valueAt(item, id.place);
    const isOne = typeof shown === 'string' || typeof shown === 'number';
    return id && isOne && fitsPath(id, shown, this.#parts.document) ? shown : undefined;
  }

  #imagined(making: Making, scope: Scope, made: MadeItems, number: number, tried: number): unknown {
    const { resource } = making;
    const { schema, id } = resource;
    const key = `${making.name} ${number} ${tried}`;
    const sampled = schema ? this.#parts.sample(schema, key, { index: number - 1, name: resource.name }) : {};
    const item = this.#distinct(resource, this.#chosen(resource, sampled, key), number);
    if (!id?.place || !isRecord(item)) return item;
    const own = valueAt(item, id.place);
    // Who is known by a name has a believable one already.
    const isRight = own === this.#shownId(resource, item) && fitsAllPaths(id, own as string, this.#parts.document);
    if (tried + 1 < MOST_TRIES && isCalledBy(id.place) && own && isRight) return item;
    const newId = this.#newId(making, scope, made, number);
    if (newId === undefined) return item;
    const named = withValue(item, id.place, newId);
    const isShown = !id.schema || this.#parts.document.validate(id.schema, newId, 'response').length === 0;
    return isShown ? named : item;
  }

  /** An item that leaves what only one may have, and is an example, to who sends that: it is what people try first. */
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

  /** An item that its list can be filtered for, where the list knows what a property may be. */
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

  #newId({ resource, name }: Making, scope: Scope, made: MadeItems, number: number): string | number | undefined {
    const { document, sample } = this.#parts;
    const isTaken = (id: string) => made.has(keyOf(scope, id));
    const newId = () => uuidOf(`${name} ${number}`);
    return newIdFor({ resource, number, newId, sample, document, isTaken });
  }

  /** An item that belongs to what it is below, and refers to items that are there. */
  #related(making: Making, scope: Scope, item: unknown): unknown {
    if (!isRecord(item)) return item;
    const { resource } = making;
    let related: unknown = item;
    resource.parents.forEach(({ place, resource: above }, index) => {
      const text = scope[index];
      const told = place && valueAt(item, place);
      if (!place || text === undefined || told === undefined) return;
      related = withValue(
        related,
        place,
        above ? this.#idAs(above, text) : typeof told === 'number' ? Number(text) : text,
      );
    });
    const places = new Set(resource.parents.map(({ place }) => place?.join(' ')));
    for (const { name, type } of membersOf(resource.schema?.value, this.#parts.document.references)) {
      const value = item[name];
      const other = value === undefined || places.has(name) ? undefined : this.#parts.referredTo(name);
      this.#order ??= makingOrder(this.#parts);
      if (!other || this.#order(other, resource) || [...(resource.id?.place ?? [])].join(' ') === name) continue;
      const { ids, areNumbers } = this.#idsOf(this.#around(making, other));
      const [one] = type === 'array' && Array.isArray(value) ? value : [value];
      // Some call objects by such names.
      if (ids.length === 0 || (typeof one !== 'string' && typeof one !== 'number')) continue;
      // Nor is a number the name of something that is known by its name.
      if (typeof one === 'number' && !areNumbers) continue;
      const asThere = (id: string | undefined) => (typeof one === 'number' ? Number(id) : id);
      const any = ids[hashOf(`${resource.name} ${name} ${scope.join(' ')} ${JSON.stringify(value)}`) % ids.length];
      related = withValue(related, [name], Array.isArray(value) ? ids.slice(0, 2).map(asThere) : asThere(any));
    }
    return related;
  }

  /** The ids of the first items of a kind. */
  #idsOf(items: readonly KeptItem[]): Ids {
    const known = this.#ids.get(items);
    if (known) return known;
    const ids = items.map(({ id }) => idIn(id));
    const found = { ids, areNumbers: ids.every((id) => Number.isFinite(Number(id))) };
    this.#ids.set(items, found);
    return found;
  }

  /** The first items of another kind, of the same tenant. */
  #around({ resource, tenant }: Making, other: Resource): readonly KeptItem[] {
    const unkept = unkeptParents(resource).map((index) => resource.parents[index] as Parent);
    const told = (parent: Parent) => {
      const same = sameAs(parent, unkept, (one) => one);
      return same && tenant[unkept.indexOf(same)];
    };
    return this.of(other, this.tenantOf(other, told));
  }

  /** The id of a kind in its type. */
  #idAs({ id }: Resource, text: string): string | number {
    return id && id.type !== 'string' ? Number(text) : text;
  }

  /** What items with these parents are below: each parent that is there, and of those that nobody keeps what stands for them. */
  #scopesOf(making: Making, parents: readonly Parent[]): readonly Scope[] {
    const parent = parents.at(-1);
    if (!parent) return [[]];
    const outer = parents.slice(0, -1);
    const { resource: above } = parent;
    // Some paths of one kind are below others of the same.
    if (above && isKept(parent) && !this.#making.has(above)) {
      return this.#around(making, above).flatMap(({ id }) => {
        const around = this.#scopeAround(making, outer, above, scopeIn(id));
        return around ? [[...around, idIn(id)]] : [];
      });
    }
    const value = this.#valueFor(making, parent);
    return value === '' ? [] : this.#scopesOf(making, outer).map((scope) => [...scope, value]);
  }

  /** What an item is below, as another kind tells it that is below it: that may say less of it, or more. */
  #scopeAround(making: Making, parents: readonly Parent[], above: Resource, scope: Scope): Scope | undefined {
    const values = parents.map((parent) => {
      const own = sameAs(parent, above.parents, (one) => one);
      if (own) return scope[above.parents.indexOf(own)];
      const [first] = parent.resource ? this.#around(making, parent.resource) : [];
      return first ? idIn(first.id) : this.#valueFor(making, parent);
    });
    return values.every((value) => value !== undefined && value !== '') ? (values as Scope) : undefined;
  }

  /** What stands for a parent that nobody keeps; empty where nothing can. */
  #valueFor({ resource, tenant }: Making, parent: Parent): string {
    const at = unkeptParents(resource).indexOf(resource.parents.indexOf(parent));
    return tenant[at] ?? this.#usualValue(resource, parent.parameter);
  }
}

function isForTheAsking({ open, single }: Resource): boolean {
  return open || single;
}

function sameTenant(one: Tenant, other: Tenant): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

/** A UUID of version 8, made of a text (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
