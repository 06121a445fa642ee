// Operations by path; parameter names are ignored.

import type { Document, Operation } from '../../openapi/document.ts';

const cache = new WeakMap<Document, ReadonlyMap<string, readonly Operation[]>>();

/** @param path - as declared */
export function findOperationsAt(document: Document, path: string): readonly Operation[] {
  return byPath(document).get(withoutNames(path)) ?? [];
}

/** The operations below a path. */
export function findOperationsBelow(document: Document, path: string): readonly Operation[] {
  const above = `${withoutNames(path)}/`;
  return [...byPath(document)].flatMap(([other, operations]) => (other.startsWith(above) ? operations : []));
}

function byPath(document: Document): ReadonlyMap<string, readonly Operation[]> {
  const found = cache.get(document) ?? groupByPath(document);
  cache.set(document, found);
  return found;
}

function groupByPath({ operations }: Document): ReadonlyMap<string, readonly Operation[]> {
  const found = new Map<string, Operation[]>();
  for (const operation of operations.values()) {
    const key = withoutNames(operation.path);
    found.set(key, [...(found.get(key) ?? []), operation]);
  }
  return found;
}

function withoutNames(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}
