// Where the operations of a document stand. Only what tells them apart is looked at, because there may be very many.

import type { Remark } from '../document-finding.ts';
import { isRecord } from '../is-record.ts';
import { METHODS } from '../methods.ts';
import type { OperationObject, PathItemObject } from '../objects.ts';
import { nameOperations } from '../operation-ids.ts';
import { child } from '../pointer.ts';
import type { Part, References } from '../references.ts';

/** An operation in its place. */
export interface LocatedOperation {
  /** Its operationId, or the one that was made for it (see `operation-ids.ts`). */
  readonly id: string;
  /** In lower case; of those that OpenAPI does not know by name, as the document has it. */
  readonly method: string;
  /** The template, as the document has it. */
  readonly path: string;
  readonly part: Part<OperationObject>;
  /** What is said for all operations of its path: the path item, then the one that it refers to. What the first one says, the second one does not. */
  readonly items: PathItem;
}

/** A path item, and the one that it refers to where it does: beside that reference there may be more (OpenAPI 3.1.1, section 4.8.9.1). */
export type PathItem = readonly Part<PathItemObject>[];

/** The operations of a document in its order. */
export interface PathItems {
  /** The templates, those without an operation as well. */
  readonly paths: readonly string[];
  readonly operations: readonly LocatedOperation[];
  /** Operations that have the id of another one. */
  readonly findings: readonly Remark[];
}

/** Finds all operations of a document, and gives each an id of its own. */
export function findOperations(references: References): PathItems {
  const { paths: named = {} } = references.root as { readonly paths?: unknown };
  const paths = isRecord(named) ? Object.keys(named).filter((path) => path.startsWith('/')) : [];
  const found = paths.flatMap((path) => operationsIn(references, path, child('/paths', path)));
  const { ids, findings } = nameOperations(found);
  return { paths, operations: found.map((one, index) => ({ id: ids[index] as string, ...one })), findings };
}

/** The operations of one path item, wherever it stands: below `paths`, in a callback, among webhooks. @param path - what it is called there */
export function operationsIn(
  references: References,
  path: string,
  pointer: string,
): readonly Omit<LocatedOperation, 'id'>[] {
  const items = itemsAt(references, pointer);
  const known = METHODS.map((method) => [method, saidBy(items, method)] as const);
  return [...known, ...additionalIn(items)].flatMap(([method, part]) =>
    part && isRecord(part.value) ? [{ method, path, part, items }] : [],
  );
}

/** The parts that say one thing about a path: of the first item that says something about it. */
export function saidBy<K extends keyof PathItemObject>(
  items: PathItem,
  key: K,
): Part<NonNullable<PathItemObject[K]>> | undefined {
  for (const { value, pointer } of items) {
    const said = value[key];
    if (said !== undefined) return { value: said as NonNullable<PathItemObject[K]>, pointer: child(pointer, key) };
  }
  return undefined;
}

function itemsAt(references: References, pointer: string): PathItem {
  const own = references.here<PathItemObject>(pointer);
  const target = references.at<PathItemObject>(pointer);
  return [own, target].filter(
    (item, index, all): item is Part<PathItemObject> =>
      item !== undefined && isRecord(item.value) && item.pointer !== all[index - 1]?.pointer,
  );
}

/** The operations of a path item by methods that OpenAPI does not know by name (3.2, Path Item Object). */
function additionalIn(items: PathItem): readonly (readonly [method: string, part: Part<OperationObject>])[] {
  const additional = saidBy(items, 'additionalOperations');
  if (!additional || !isRecord(additional.value)) return [];
  return Object.entries(additional.value)
    .filter(([method]) => !METHODS.some((known) => known === method.toLowerCase()))
    .map(([method, value]) => [method, { value, pointer: child(additional.pointer, method) }]);
}
