// The operations of a document by their paths.

import type { Document, Operation } from '../openapi/document.ts';

const known = new WeakMap<Document, ReadonlyMap<string, readonly Operation[]>>();

/** @param path - as the document has it */
export function operationsAt(document: Document, path: string): readonly Operation[] {
  const byPath = known.get(document) ?? groupByPath(document);
  known.set(document, byPath);
  return byPath.get(path) ?? [];
}

/** The operations whose paths begin with this one, and go on. */
export function operationsBelow({ operations }: Document, path: string): readonly Operation[] {
  return [...operations.values()].filter((operation) => operation.path.startsWith(`${path}/`));
}

function groupByPath({ operations }: Document): ReadonlyMap<string, readonly Operation[]> {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations.values()) {
    byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), operation]);
  }
  return byPath;
}
