// Location of the operations of a document. Only ids are read: there may be thousands.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { assignOperationIds } from '../assign-operation-ids.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import { OPENAPI_METHODS } from '../methods.ts';
import type { DocumentObject, OperationObject, PathItemObject } from '../objects.ts';
import type { Part, References } from '../references.ts';

/** An operation with its location. */
export interface LocatedOperation {
  /** The operationId, or a generated one (see `assign-operation-ids.ts`). */
  readonly id: string;
  /** In lower case; additional methods as in the document. */
  readonly method: string;
  /** The path template as in the document. */
  readonly path: string;
  readonly part: Part<OperationObject>;
  /** The path item, then the one that it references. Fields of the first take precedence. */
  readonly pathItem: PathItem;
}

/** A path item and its `$ref` target, which may have siblings (OpenAPI 3.1.1, section 4.8.9.1). */
export type PathItem = readonly Part<PathItemObject>[];

/** The operations of a document in its order. */
export interface DocumentOperations {
  /** The path templates, including those without operations. */
  readonly paths: readonly string[];
  readonly operations: readonly LocatedOperation[];
  /** Duplicate operation ids. */
  readonly findings: readonly UnlocatedFinding[];
}

/** Finds all operations of a document and assigns each a unique id. */
export function findOperations(references: References): DocumentOperations {
  const { paths: named = {} } = references.root as { readonly paths?: unknown };
  const paths = isRecord(named) ? Object.keys(named).filter((path) => path.startsWith('/')) : [];
  const found = paths.flatMap((path) => operationsInPathItem(references, path, childPointer('/paths', path)));
  const { ids, findings } = assignOperationIds(found);
  return { paths, operations: found.map((one, index) => ({ id: ids[index] as string, ...one })), findings };
}

/** The operations of a path item in `paths`, a callback or a webhook. @param path - its name there */
export function operationsInPathItem(
  references: References,
  path: string,
  pointer: string,
): readonly Omit<LocatedOperation, 'id'>[] {
  const items = pathItemAt(references, pointer);
  const known = OPENAPI_METHODS.map((method) => [method, pathItemField(items, method)] as const);
  return [...known, ...additionalOperations(items)].flatMap(([method, part]) =>
    part && isRecord(part.value) ? [{ method, path, part, pathItem: items }] : [],
  );
}

/** A field of a path item, from the first part that has it. */
export function pathItemField<K extends keyof PathItemObject>(
  items: PathItem,
  key: K,
): Part<NonNullable<PathItemObject[K]>> | undefined {
  for (const { value, pointer } of items) {
    const field = value[key];
    if (field !== undefined)
      return { value: field as NonNullable<PathItemObject[K]>, pointer: childPointer(pointer, key) };
  }
  return undefined;
}

function pathItemAt(references: References, pointer: string): PathItem {
  const own = references.rawAt<PathItemObject>(pointer);
  const target = references.resolveAt<PathItemObject>(pointer);
  return [own, target].filter(
    (item, index, all): item is Part<PathItemObject> =>
      item !== undefined && isRecord(item.value) && item.pointer !== all[index - 1]?.pointer,
  );
}

/** Operations with methods that OpenAPI does not name (3.2, Path Item Object). */
function additionalOperations(items: PathItem): readonly (readonly [method: string, part: Part<OperationObject>])[] {
  const additional = pathItemField(items, 'additionalOperations');
  if (!additional || !isRecord(additional.value)) return [];
  return Object.entries(additional.value)
    .filter(([method]) => !OPENAPI_METHODS.some((known) => known === method.toLowerCase()))
    .map(([method, value]) => [method, { value, pointer: childPointer(additional.pointer, method) }]);
}

/** The full names of the document's service, its own first; empty if it has none. */
export function serviceNames({ 'x-protobuf': service }: DocumentObject): readonly string[] {
  return service ? [`${service.package}.${service.service}`, ...(service.aliases ?? [])] : [];
}

/** The RPC paths of an operation, one for each service name; empty if it has no `x-rpc`. */
export function rpcPaths(document: DocumentObject, { 'x-rpc': method }: OperationObject): readonly string[] {
  return method === undefined ? [] : serviceNames(document).map((service) => `/${service}/${method}`);
}
