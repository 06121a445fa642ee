// The resource model: resources, actions of operations, stored items.

import type { Operation } from '../../openapi/document.ts';
import type { UnlocatedFinding } from '../../openapi/document-finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import type { HiddenState } from './inference/deleted-words.ts';
import type { ItemProperty } from './item-properties.ts';

/**
 * A path in a JSON value: property names from the outside in, `0` for the first list item; empty for the value itself.
 */
export type PropertyPath = readonly string[];

/** A resource. Information from schemas is read lazily. */
export interface Resource {
  /** Also the name of its collection in the store: `pets`, or `owners-pets` if another resource has that name. */
  readonly name: string;
  /** The path of an item or singleton; without an item path, that of the collection. */
  readonly path: string;
  /** Whether it is a singleton below its parents, such as `/me` and `/settings`. */
  readonly isSingleton: boolean;
  /** The schema of an item in read responses; undefined if not declared. */
  readonly schema: Part<Schema> | undefined;
  /** Undefined for a singleton. */
  readonly id: Id | undefined;
  /** The parents in `path`, the outermost first. Ids are unique below the same parents. */
  readonly parents: readonly Parent[];
  /**
   * Whether items are virtual: no operation creates or lists them, so any item exists until it is deleted. So does a
   * singleton with a schema.
   */
  readonly isVirtual: boolean;
  /** Properties with unique values, by declaration or by name. */
  readonly unique: readonly string[];
  /** The item property with the name of its owner, who alone can see it; undefined if all callers see all items. */
  readonly owner: PropertyPath | undefined;
  /** The states in which items stay in the store but are left out of lists; mostly none. */
  readonly softDeletes: readonly SoftDelete[];
}

/** A state of deleted or archived items. */
export interface SoftDelete {
  readonly state: HiddenState;
  /** The properties that show it; at least one. */
  readonly marks: readonly SoftDeleteMark[];
  /** Whether an action such as `archive` leads to it, and DELETE does not. Then such items can still be read. */
  readonly hasAction: boolean;
}

/** A property that shows whether an item is deleted or archived. */
export interface SoftDeleteMark {
  readonly name: string;
  readonly kind: 'flag' | 'time' | 'choice';
  readonly property: ItemProperty;
  /** The value of a hidden item, for a choice. */
  readonly chosen?: unknown;
  /** The value of other items; undefined if they do not have the property. */
  readonly cleared: unknown;
}

/** The id of the items of a resource. */
export interface Id {
  /** The property path in an item; undefined if items do not show it. */
  readonly path: PropertyPath | undefined;
  readonly type: 'string' | 'integer' | 'number';
  /** The schema of the property, else of the path parameter. */
  readonly schema: Part<Schema> | undefined;
  /** The schemas of the path parameters, that of the item path first. Empty if not declared. */
  readonly parameterSchemas: readonly Part<Schema>[];
  /** Whether clients must send the id when they create an item. Otherwise it is generated. */
  readonly isClientProvided: boolean;
}

/** A path parameter above a resource. */
export interface Parent {
  /** The name of the path parameter. */
  readonly parameter: string;
  /** The first declared name: other paths may use other names. Unique among the parents of an item. */
  readonly key: string;
  /** The resource that it identifies; undefined without one: then any value is valid. */
  readonly resource: Resource | undefined;
  /** The item property that identifies the parent, such as `ownerId`; undefined without one. */
  readonly path: PropertyPath | undefined;
}

/**
 * The kind of an operation on a resource: `search` is a list with filters in the body, `replace` is PUT, `change` is
 * PATCH and similar, `watch` is a stream of changes, `act` is a custom action (`/orders/{id}/cancel`), `clear` deletes all items of a list, `…Many`
 * take a list of items or ids, and `…File` use the content of an item.
 */
export type OperationKind =
  | 'list'
  | 'search'
  | 'count'
  | 'watch'
  | 'create'
  | 'read'
  | 'replace'
  | 'change'
  | 'delete'
  | 'act'
  | 'clear'
  | 'createMany'
  | 'changeMany'
  | 'deleteMany'
  | 'readFile'
  | 'storeFile'
  | 'deleteFile';

/** The action of an operation on a resource. */
export interface ResourceAction {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly kind: OperationKind;
  /** The parents in the path of the operation, more or fewer than those of the resource. */
  readonly parents: readonly Parent[];
  /** The path parameter with the id; undefined without one: an operation on one item then uses the singleton. */
  readonly parameter: string | undefined;
  /** The properties that identify the item, by path parameter, as in `/tags/{type}/{value}`. Mostly none. */
  readonly keys: ReadonlyMap<string, string>;
  /** The item above that an action returns instead of its own; undefined for most. */
  readonly returned: ResourceAction | undefined;
  /** The body property that identifies the item; undefined if the path does, or nothing. */
  readonly idProperty: string | undefined;
  /** The path of the part of an item that the operation uses (`/users/{id}/address`); empty for the whole item. */
  readonly part: PropertyPath;
  /** The path of the item, or of the list of `…Many`, in the request body; undefined without a body. */
  readonly requestPath: PropertyPath | undefined;
  /** The path of the item, or of the list, in the success response; undefined if it is not returned. */
  readonly responsePath: PropertyPath | undefined;
  /** Which file of the item `…File` uses; empty for its content, undefined for other actions. */
  readonly file: string | undefined;
  /** Whether a missing item is created: PUT without another create operation. */
  readonly isUpsert: boolean;
  /** The property that `act` sets, such as `status` to `cancelled`; undefined if it sets none. */
  readonly sets: { readonly place: PropertyPath; readonly value: unknown } | undefined;
  /** The property that `act` sets to the time, such as `cancelledAt`; undefined if it sets none. */
  readonly setsTime: ItemProperty | undefined;
  /** The effect of `act` on a state of soft deletion: `restore`, `archive`; undefined for other actions. */
  readonly softDeletion: { readonly softDelete: SoftDelete; readonly isSet: boolean } | undefined;
  /** The reason for the match, as a clause for users, such as `lists the collection /pets`. */
  readonly reason: string;
}

/** The resources of a document. */
export interface Resources {
  /** By name. */
  readonly all: ReadonlyMap<string, Resource>;
  /** By operationId; undefined for an operation without a resource. */
  action(operationId: string): ResourceAction | undefined;
  /** Why an operation has no resource; undefined if it has one. */
  reason(operationId: string): string | undefined;
  /** Findings about annotations that name unknown properties. */
  annotationErrors(): readonly UnlocatedFinding[];
  /** Findings about read operations that return no body, because the document declares no content. */
  bodilessReads(): readonly UnlocatedFinding[];
}

/** An item in the store. */
export interface StoredItem {
  /** The id as text, after the parent ids with `/` in between. See `item-key.ts`. */
  readonly id: string;
  /** The sequence number in its resource, which is the default list order. Never reused. */
  readonly number: number;
  /** The values of the path parameters below which it was created, as text. */
  readonly parents?: Readonly<Record<string, string>>;
  /** As the document declares it, with write-only properties. */
  readonly item: unknown;
  /** Whether a virtual item was deleted. */
  readonly gone?: true;
}
