// Calls of resource operations: request, action, parents and id.

import { toComparableText } from '../../schema/equality.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import type { Properties } from '../../server/pipeline/api/items.ts';
import type { OperationRequest } from '../../server/pipeline/responder.ts';
import type { Collection } from '../../store/collection.ts';
import type { Fixture } from '../../store/fixture.ts';
import type { Inference } from './inference.ts';
import type { ParentIds } from './items/item-key.ts';
import { isDeleted } from './items/soft-delete.ts';
import { findsDeleted, isPermanent } from './list/hidden-items.ts';
import { resolveParentIds } from './path-scope.ts';
import { deleteAtPath, getAtPath } from './property-path.ts';
import type { Parent, PropertyPath, Resource, ResourceAction, StoredItem } from './resource.ts';
import type { FixtureFolders } from './seed/fixture-items.ts';
import type { SeedData } from './seed/seed-data.ts';

/** The inferred parts of an API, independent of requests. */
export interface InferredModel extends Inference {
  /** The same API with samples of another random seed. */
  withSeed(seed: string): InferredModel;
  /**
   * Reads the fixture: a collection for each resource, with the items of the folders.
   *
   * @throws UsageError with all errors in named folders, by file and JSON pointer
   */
  readFixture(folders: FixtureFolders): Promise<Fixture>;
  /** The seed data of all resources and scopes. */
  seedData(): SeedData;
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
  readonly action: ResourceAction;
  readonly resource: Resource;
  readonly inferred: InferredModel;
  /** The properties that a handler sets in the item. */
  set: SetProperties | undefined;
  #requestBody: { readonly value: unknown } | undefined;

  constructor(request: OperationRequest, role: ResourceAction, inferred: InferredModel, set?: SetProperties) {
    this.request = request;
    this.action = role;
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
    const { parameter, idProperty: named } = this.action;
    if (parameter !== undefined) return this.pathText(parameter);
    return named === undefined ? undefined : toComparableText(getAtPath(this.request.parts.body, [named]));
  }

  /** As `id`, but a number if the path parameter is one. */
  get typedId(): string | JsonNumber | undefined {
    const { parameter } = this.action;
    const own = parameter === undefined ? undefined : this.request.parts.path[parameter];
    return isJsonNumber(own) ? own : this.id;
  }

  /** The parents in the path, with their values. */
  get parents(): readonly (readonly [parent: Parent, value: string])[] {
    return this.action.parents.map((parent) => [parent, this.pathText(parent.parameter)] as const);
  }

  /** The item, or the list of items, in the request body. */
  get sent(): unknown {
    const { requestPath } = this.action;
    // A body of bytes is no item, but its content.
    if (requestPath === undefined || this.request.parts.body instanceof Uint8Array) return undefined;
    this.#requestBody ??= { value: toStorable(this.#withoutName(getSentAt(this.request.parts.body, requestPath))) };
    return this.#requestBody.value;
  }

  /** The body without the property that identifies the item. */
  #withoutName(sent: unknown): unknown {
    const { idProperty: named } = this.action;
    return named === undefined || named === this.resource.id?.path?.[0] ? sent : deleteAtPath(sent, [named]);
  }

  /** The parent ids of items at this path; undefined if the path does not name all parents. */
  get parentIds(): ParentIds | undefined {
    return resolveParentIds(this.resource, this.parents);
  }

  /** The parent ids of a new item with an incomplete path: from the body, else from the path, the innermost last. */
  guessParentIds(sent: unknown): ParentIds {
    const values = this.parents.map(([, value]) => value);
    return this.resource.parents.map(({ parameter, path }, index) => {
      const declared = (path && getAtPath(sent, path)) ?? getAtPath(sent, [parameter]);
      return declared === undefined ? (values[index] ?? values.at(-1) ?? '-') : toComparableText(declared);
    });
  }

  /** The stored items of a resource, read-only. */
  collection({ name }: Pick<Resource, 'name'> = this.resource): Collection<StoredItem> {
    const { collections } = this.request.store;
    return collections[name] as Collection<StoredItem>;
  }

  /** The owner filter of a resource: the name of the caller; undefined without an owner property or a caller. */
  findOwner({ owner }: Resource): string | undefined {
    const { caller } = this.request;
    const name = owner && isRecord(caller) ? caller.name : undefined;
    return typeof name === 'string' ? name : undefined;
  }

  /** As `findOwner`, for the resource of this call. */
  get owner(): string | undefined {
    return this.findOwner(this.resource);
  }

  /** Whether the caller finds an item: it belongs to him, and is not deleted. */
  isVisible(stored: StoredItem, resource: Resource = this.resource): boolean {
    return (
      this.isOwn(stored, resource) &&
      (!isDeleted(resource, stored.item) || (resource === this.resource && this.findsDeleted))
    );
  }

  /** Whether an item belongs to the caller. */
  isOwn({ item }: StoredItem, resource: Resource = this.resource): boolean {
    const owner = this.findOwner(resource);
    return owner === undefined || getAtPath(item, resource.owner ?? []) === owner;
  }

  /** Whether the request may find a deleted item: it restores it, removes it for good, or asks for it. */
  get findsDeleted(): boolean {
    const { action, resource, request } = this;
    if (resource.softDeletes.length === 0) return false;
    const { operation, parts } = request;
    if (action.kind === 'act') return action.softDeletion?.isSet === false;
    if (action.kind === 'delete') return isPermanent(operation, parts);
    return action.kind === 'read' && findsDeleted(operation, resource.softDeletes, parts);
  }

  /** Whether an item is below the parents in the path. */
  readonly isBelowParents = ({ item, parents = {} }: StoredItem): boolean => {
    return this.parents.every(([{ key, path }, value]) => {
      const declared = (path && getAtPath(item, path)) ?? (Object.hasOwn(parents, key) ? parents[key] : undefined);
      // Items without that parent are below any.
      return declared === undefined || toComparableText(declared) === value;
    });
  };
}

/** The value at a path of the body; where the path leads into a list, it may also be alone. */
function getSentAt(body: unknown, path: PropertyPath): unknown {
  const list = path.at(-1) === '0' ? getAtPath(body, path.slice(0, -1)) : undefined;
  return isRecord(list) ? list : getAtPath(body, path);
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
