// What is known of the things that a document has paths for, and of what each operation does with them.

import type { Operation } from '../../openapi/document.ts';
import type { UnlocatedFinding } from '../../openapi/document-finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';

/** Where something stands in a JSON value: names of properties from the outside in, `0` for the first item of a list; none for the value itself. */
export type Place = readonly string[];

/** A kind of thing. What is looked for in schemas is looked for when somebody asks. */
export interface Resource {
  /** Also that of its collection in the store, as in the paths: `pets`, or `owners-pets` where another kind has that name. */
  readonly name: string;
  /** The path of an item, or of the only one; where there is no item path, that of the collection. */
  readonly path: string;
  /** Whether there is one only below its parents, such as `/me` and `/settings`. */
  readonly single: boolean;
  /** What one looks like when it is read; undefined when the document does not say. */
  readonly schema: Part<Schema> | undefined;
  /** Undefined for a single one. */
  readonly id: Id | undefined;
  /** What is above it in `path`, the outermost first. Its ids are its own below these. */
  readonly parents: readonly Parent[];
  /**
   * Whether no operation makes or lists them: then each one is there as soon as it is asked for, until it is deleted. So is a single one of which the
   * document says what it looks like.
   */
  readonly open: boolean;
  /** Properties of which no two items have the same value, told in the document or by their names. */
  readonly unique: readonly string[];
  /** Where an item says by name whose it is, and others than that caller do not find it; undefined where everybody finds all. */
  readonly owner: Place | undefined;
}

/** How an item is known among those of its kind. */
export interface Id {
  /** Where it stands in an item; undefined when items do not show it. */
  readonly place: Place | undefined;
  readonly type: 'string' | 'integer' | 'number';
  /** Its schema, of the property or else of the path parameter: format, pattern, bounds, examples. */
  readonly schema: Part<Schema> | undefined;
  /** What paths take for it, that of the item first: an id that all of them take is found below all of them. None when they do not say. */
  readonly inPaths: readonly Part<Schema>[];
  /** Whether whoever creates an item names it: the property can be sent, and must be. Else it is made. */
  readonly given: boolean;
}

/** A segment with a value above a resource. */
export interface Parent {
  /** The name of the path parameter. */
  readonly parameter: string;
  /** What it is called where the document first has it: paths may call the same segment by different names. No two parents of an item have one. */
  readonly key: string;
  /** The kind of thing that it names; undefined when the document has no such kind: then any value is as good as another. */
  readonly resource: Resource | undefined;
  /** Where an item says which one it belongs to, such as `ownerId`; undefined when it does not. */
  readonly place: Place | undefined;
}

/**
 * What an operation does: `search` is a list that is asked for by a body, `replace` is PUT, `change` is PATCH and the like, `act` is a verb at an item
 * (`/orders/{id}/cancel`), `clear` deletes all of a list, `…Many` take a list of items or of ids.
 */
export type Deed =
  | 'list'
  | 'search'
  | 'count'
  | 'create'
  | 'read'
  | 'replace'
  | 'change'
  | 'delete'
  | 'act'
  | 'clear'
  | 'createMany'
  | 'changeMany'
  | 'deleteMany';

/** What an operation does with a resource. */
export interface Role {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly deed: Deed;
  /** The parents that this path names, which may be more or fewer than those of the resource. */
  readonly parents: readonly Parent[];
  /** The path parameter with the id; undefined where there is none. Without one, an operation on one item means the only one. */
  readonly parameter: string | undefined;
  /** The property of the body that says which item is meant, where no path does; undefined where a path does, or nothing. */
  readonly named: string | undefined;
  /** What of an item it is about, where that is a part of it (`/users/{id}/address`); none for the whole. */
  readonly part: Place;
  /** Where the item, or the list of `…Many`, stands in the body of a request; undefined when none is sent. */
  readonly asked: Place | undefined;
  /** Where the item, or the list, stands in the body of a success; undefined when it is not shown. */
  readonly shown: Place | undefined;
  /** Whether an item that is not there is made: PUT where nothing else makes one. */
  readonly makes: boolean;
  /** What `act` sets, such as `status` to `cancelled`; undefined when it only touches the item. */
  readonly sets: { readonly place: Place; readonly value: unknown } | undefined;
  /** Why it was taken for that: a clause for people, such as `lists the collection /pets`. */
  readonly because: string;
}

/** What was found in one document. */
export interface Resources {
  /** By their names. */
  readonly all: ReadonlyMap<string, Resource>;
  /** By the id of the operation; none for an operation that belongs to no resource. */
  role(operationId: string): Role | undefined;
  /** Why an operation belongs to none; undefined when it belongs to one. */
  reason(operationId: string): string | undefined;
  /** What the document says of resources and is not so. */
  mistakes(): readonly UnlocatedFinding[];
  /** Where something is read and the document does not say what it looks like, so that it is answered without a body. */
  bodilessReads(): readonly UnlocatedFinding[];
}

/** An item as the store keeps it. */
export interface KeptItem {
  /** Its id as text; below parents, theirs before it, with `/` in between. See `key.ts`. */
  readonly id: string;
  /** The how manieth of its kind it is: in this order they are listed. No number is given twice. */
  readonly number: number;
  /** The values of the path parameters below which it was made, as text. */
  readonly parents?: Readonly<Record<string, string>>;
  /** As the document has it, write-only properties included. */
  readonly item: unknown;
  /** Of a kind that is open: it was deleted. */
  readonly gone?: true;
}
