// The operations of a document by their paths. What a path calls its values does not count: the same segment may be called otherwise elsewhere.

import type { Document, Operation } from '../../openapi/document.ts';

const known = new WeakMap<Document, ReadonlyMap<string, readonly Operation[]>>();

/** @param path - as the document has it */
export function operationsAt(document: Document, path: string): readonly Operation[] {
  return byPath(document).get(unnamed(path)) ?? [];
}

/** The operations whose paths begin with this one, and go on. */
export function operationsBelow(document: Document, path: string): readonly Operation[] {
  const above = `${unnamed(path)}/`;
  return [...byPath(document)].flatMap(([other, operations]) => (other.startsWith(above) ? operations : []));
}

function byPath(document: Document): ReadonlyMap<string, readonly Operation[]> {
  const found = known.get(document) ?? grouped(document);
  known.set(document, found);
  return found;
}

function grouped({ operations }: Document): ReadonlyMap<string, readonly Operation[]> {
  const found = new Map<string, Operation[]>();
  for (const operation of operations.values()) {
    const key = unnamed(operation.path);
    found.set(key, [...(found.get(key) ?? []), operation]);
  }
  return found;
}

function unnamed(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}
