// Calls of resource operations: request, action, parents and id.

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

/** The inferred parts of an API, independent of requests. */
export interface Inferred extends Inference {
  /** The same API with samples of another random seed. */
  sown(seed: string): Inferred;
  /**
   * Reads the fixture: a collection for each resource, with the items of the folders.
   *
   * @throws UsageError with all errors in named folders, by file and JSON pointer
   */
  readFixture(folders: FixtureFolders): Promise<Fixture>;
  /** The seed data of all resources and scopes. */
  firstRecords(): FirstRecords;
}

/** Properties that a handler sets. */
export interface SetProperties {
  readonly values: Properties;
  /** Whether a handler passes on an item that its client may have sent: its errors are client errors. */
  readonly isItem: boolean;
}

/** A call of a resource operation. */
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
    const declared = this.request.parts.path[parameter];
    // A path that takes a list of ids may contain a single one.
    return toComparableText(Array.isArray(declared) && declared.length === 1 ? declared[0] : declared);
  }

  /** The id in the path, else in the body; undefined without one. */
  get id(): string | undefined {
    const { parameter, named } = this.role;
    if (parameter !== undefined) return this.pathText(parameter);
    return named === undefined ? undefined : toComparableText(valueAt(this.request.parts.body, [named]));
  }

  /** As `id`, but a number if the path parameter is one. */
  get ownId(): string | number | undefined {
    const { parameter } = this.role;
    const own = parameter === undefined ? undefined : this.request.parts.path[parameter];
    return typeof own === 'number' ? own : this.id;
  }

  /** The parents in the path, with their values. */
  get above(): readonly (readonly [parent: Parent, value: string])[] {
    return this.role.parents.map((parent) => [parent, this.pathText(parent.parameter)] as const);
  }

  /** The item, or the list of items, in the request body. */
  get asked(): unknown {
    const { asked } = this.role;
    if (asked === undefined) return undefined;
    this.#asked ??= { value: toStorable(this.#withoutName(valueAt(this.request.parts.body, asked))) };
    return this.#asked.value;
  }

  /** The body without the property that identifies the item. */
  #withoutName(sent: unknown): unknown {
    const { named } = this.role;
    return named === undefined || named === this.resource.id?.place?.[0] ? sent : without(sent, [named]);
  }

  /** The parent ids of items at this path; undefined if the path does not name all parents. */
  get scope(): Scope | undefined {
    return scopeOf(this.resource, this.above);
  }

  /** The parent ids of a new item with an incomplete path: from the body, else from the path, the innermost last. */
  guessScope(sent: unknown): Scope {
    const values = this.above.map(([, value]) => value);
    return this.resource.parents.map(({ parameter, place: path }, index) => {
      const declared = (path && valueAt(sent, path)) ?? valueAt(sent, [parameter]);
      return declared === undefined ? (values[index] ?? values.at(-1) ?? '-') : toComparableText(declared);
    });
  }

  /** The stored items of a resource, read-only. */
  collection({ name }: Pick<Resource, 'name'> = this.resource): Collection<KeptItem> {
    const { collections } = this.request.store;
    return collections[name] as Collection<KeptItem>;
  }

  /** The owner filter of a resource: the name of the caller; undefined without an owner property or a caller. */
  ownerOf({ owner }: Resource): string | undefined {
    const { caller } = this.request;
    const name = owner && isRecord(caller) ? caller.name : undefined;
    return typeof name === 'string' ? name : undefined;
  }

  /** As `findOwner`, for the resource of this call. */
  get owner(): string | undefined {
    return this.ownerOf(this.resource);
  }

  /** Whether the caller may see an item. */
  isOwn({ item }: KeptItem, resource: Resource = this.resource): boolean {
    const owner = this.ownerOf(resource);
    return owner === undefined || valueAt(item, resource.owner ?? []) === owner;
  }

  /** Whether an item is below the parents in the path. */
  readonly isHere = ({ item, parents = {} }: KeptItem): boolean => {
    return this.above.every(([{ key, place: path }, value]) => {
      const declared = (path && valueAt(item, path)) ?? (Object.hasOwn(parents, key) ? parents[key] : undefined);
      // Items without that parent are below any.
      return declared === undefined || toComparableText(declared) === value;
    });
  };
}

/** Converts a value for storage: files become Base64 strings (RFC 4648, section 4). */
function toStorable(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value !== 'object' || value === null) return value;
  if ('bytes' in value && value.bytes instanceof Uint8Array) return toStorable(value.bytes);
  const parts: readonly unknown[] = Object.values(value);
  const whole = parts.map(toStorable);
  if (whole.every((one, index) => one === parts[index])) return value;
  return Array.isArray(value)
    ? whole
    : Object.fromEntries(Object.keys(value).map((name, index) => [name, whole[index]]));
}

/** The parent ids for a resource, from the parents of a path; undefined if one is missing. */
export function scopeOf(
  { parents }: Resource,
  above: readonly (readonly [parent: Parent, value: string])[],
): Scope | undefined {
  const parentIds = parents.map((parent) => sameAs(parent, above, ([other]) => other)?.[1]);
  return parentIds.every((value) => value !== undefined) ? parentIds : undefined;
}
