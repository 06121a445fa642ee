// Operations by path; parameter names are ignored.

import type { Document, Operation } from '../../openapi/document.ts';

const known = new WeakMap<Document, ReadonlyMap<string, readonly Operation[]>>();

/** @param path - as declared */
export function operationsAt(document: Document, path: string): readonly Operation[] {
  return byPath(document).get(unnamed(path)) ?? [];
}

/** The operations below a path. */
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
