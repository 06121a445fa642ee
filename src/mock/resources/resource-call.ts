// What is known when an operation is asked for something of a resource: the request, the role of its operation, and the items that are there.

import { isRecord } from '../../openapi/is-record.ts';
import { toComparableText } from '../../schema/comparable-text.ts';
import type { Properties } from '../../server/pipeline/api/items.ts';
import type { OperationRequest } from '../../server/pipeline/responder.ts';
import type { Collection } from '../../store/collection.ts';
import type { Fixture } from '../../store/fixture.ts';
import type { Inference } from './inference.ts';
import type { Scope } from './items/key.ts';
import { valueAt, without } from './place.ts';
import type { KeptItem, Parent, Resource, Role } from './resource.ts';
import type { FirstRecords } from './seed/first-records.ts';
import type { FixtureFolders } from './seed/fixture.ts';
import { sameAs } from './tenant.ts';

/** What is known of an api beside its requests. */
export interface Inferred extends Inference {
  /** The same with samples that follow from another seed. */
  sown(seed: string): Inferred;
  /**
   * What is there at the start: a collection for each resource, with what is in the folders.
   *
   * @throws UsageError with all that is wrong in the folders that were named, by file and JSON pointer
   */
  readFixture(folders: FixtureFolders): Promise<Fixture>;
  /** The first items of each kind, whosever. */
  firstRecords(): FirstRecords;
}

/** What a handler sets. */
export interface SetProperties {
  readonly values: Properties;
  /** Whether a handler passes an item on, which its client may have sent: what is wrong with it is the client's mistake then. */
  readonly isItem: boolean;
}

/** A request for something of a resource. */
export class ResourceCall {
  readonly request: OperationRequest;
  readonly role: Role;
  readonly resource: Resource;
  readonly inferred: Inferred;
  /** The properties that a handler sets in the item. */
  set: SetProperties | undefined;
  #asked: { readonly value: unknown } | undefined;

  constructor(request: OperationRequest, role: Role, inferred: Inferred, set?: SetProperties) {
    this.request = request;
    this.role = role;
    this.resource = role.resource;
    this.inferred = inferred;
    this.set = set;
  }

  /** The value of a path parameter, as text. */
  pathText(parameter: string): string {
    const said = this.request.parts.path[parameter];
    // A path that takes several ids may name but one.
    return toComparableText(Array.isArray(said) && said.length === 1 ? said[0] : said);
  }

  /** The id that the path names, or where that names none the body; undefined when neither does. */
  get id(): string | undefined {
    const { parameter, named } = this.role;
    if (parameter !== undefined) return this.pathText(parameter);
    return named === undefined ? undefined : toComparableText(valueAt(this.request.parts.body, [named]));
  }

  /** As `id`, a number where it is one. */
  get ownId(): string | number | undefined {
    const { parameter } = this.role;
    const own = parameter === undefined ? undefined : this.request.parts.path[parameter];
    return typeof own === 'number' ? own : this.id;
  }

  /** The parents that the path names, each with its value. */
  get above(): readonly (readonly [parent: Parent, value: string])[] {
    return this.role.parents.map((parent) => [parent, this.pathText(parent.parameter)] as const);
  }

  /** What stands where the body of the request holds the item, or the list of them. */
  get asked(): unknown {
    const { asked } = this.role;
    if (asked === undefined) return undefined;
    this.#asked ??= { value: asKept(this.#withoutName(valueAt(this.request.parts.body, asked))) };
    return this.#asked.value;
  }

  /** What was sent of an item, without what only says which one is meant. */
  #withoutName(sent: unknown): unknown {
    const { named } = this.role;
    return named === undefined || named === this.resource.id?.place?.[0] ? sent : without(sent, [named]);
  }

  /** What an item of this kind is below here; undefined where the path does not name all that is above it. */
  get scope(): Scope | undefined {
    return scopeOf(this.resource, this.above);
  }

  /** What a new item is below where its path does not say all of it: what was sent says it, else what the path names stands for it, the innermost last. */
  guessScope(sent: unknown): Scope {
    const values = this.above.map(([, value]) => value);
    return this.resource.parents.map(({ parameter, place }, index) => {
      const told = (place && valueAt(sent, place)) ?? valueAt(sent, [parameter]);
      return told === undefined ? (values[index] ?? values.at(-1) ?? '-') : toComparableText(told);
    });
  }

  /** The items of a kind, to be read. */
  collection({ name }: Pick<Resource, 'name'> = this.resource): Collection<KeptItem> {
    const { collections } = this.request.store;
    return collections[name] as Collection<KeptItem>;
  }

  /** Who alone is to find items of a kind: the caller, by name; undefined where everybody is, or where nobody knows who asks. */
  ownerOf({ owner }: Resource): string | undefined {
    const { caller } = this.request;
    const name = owner && isRecord(caller) ? caller.name : undefined;
    return typeof name === 'string' ? name : undefined;
  }

  /** As `ownerOf`, of the items that are asked for. */
  get owner(): string | undefined {
    return this.ownerOf(this.resource);
  }

  /** Whether an item is one that the caller finds. */
  isOwn({ item }: KeptItem, resource: Resource = this.resource): boolean {
    const owner = this.ownerOf(resource);
    return owner === undefined || valueAt(item, resource.owner ?? []) === owner;
  }

  /** Whether an item is below the parents that the path names. */
  readonly isHere = ({ item, parents = {} }: KeptItem): boolean => {
    return this.above.every(([{ key, place }, value]) => {
      const told = (place && valueAt(item, place)) ?? (Object.hasOwn(parents, key) ? parents[key] : undefined);
      // Where an item says nothing of it, nobody can tell.
      return told === undefined || toComparableText(told) === value;
    });
  };
}

/** What was sent as it can be kept: files are texts in Base64 (RFC 4648, section 4). */
function asKept(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value;
  if ('bytes' in value && value.bytes instanceof Uint8Array) return asKept(value.bytes);
  const parts: readonly unknown[] = Object.values(value);
  const whole = parts.map(asKept);
  if (whole.every((one, index) => one === parts[index])) return value;
  return Array.isArray(value)
    ? whole
    : Object.fromEntries(Object.keys(value).map((name, index) => [name, whole[index]]));
}

/** What an item is below, by the values above it in a path; undefined where one is missing. */
export function scopeOf(
  { parents }: Resource,
  above: readonly (readonly [parent: Parent, value: string])[],
): Scope | undefined {
  const scope = parents.map((parent) => sameAs(parent, above, ([other]) => other)?.[1]);
  return scope.every((value) => value !== undefined) ? scope : undefined;
}
