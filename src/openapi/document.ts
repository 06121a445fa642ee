// A document that answers questions: which operation is this, and has it such a path?

import { Problems } from '../schema/problems.ts';
import type { DocumentSource } from './open-document.ts';
import { createOperation, type Operation } from './operation.ts';
import { createPathIndex } from './path-index.ts';
import { rpcAddresses, serviceNames } from './rpc-address.ts';
import { createValidators, operationsOf } from './validators.ts';

export { bareMediaType } from './media-type.ts';
export type { Operation, RequestParts } from './operation.ts';

/** A path that the document has, with other methods only. */
export interface OtherMethods {
  /** Those it has, in the order of the specification; empty when it has none. */
  readonly allowed: readonly string[];
}

/** An operation found for a request. */
export interface Match {
  readonly operation: Operation;
  /** The values that stand in its path, as sent; undefined when it was called as a remote procedure. */
  readonly path: Readonly<Record<string, string>> | undefined;
}

export interface Document {
  readonly source: DocumentSource;
  readonly operations: ReadonlyMap<string, Operation>;
  /** The full names of the service whose remote procedures the operations are; none when they are none. */
  readonly serviceNames: readonly string[];
  /** The operation that a method and a path mean, or the address of a remote procedure; undefined when the document has no such path, as `hasPath` tells. */
  match(method: string, path: string): Match | OtherMethods | undefined;
  /** Whether the document has such a path, whatever the method. */
  hasPath(path: string): boolean;
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;

/**
 * Makes a document out of what was read.
 *
 * @throws Problems if two operations have the same operationId
 */
export function createDocument(source: DocumentSource): Document {
  const validators = createValidators(source.dereferenced);
  const operations = new Map<string, Operation>();
  const byAddress = new Map<string, Operation>();
  const byPath = new Map(Object.keys(source.dereferenced.paths).map((path) => [path, new Map<string, Operation>()]));
  for (const found of operationsOf(source.dereferenced)) {
    const id = found.operationId ?? `${found.method} ${found.path}`;
    if (operations.has(id))
      throw new Problems(`The document ${source.path} has two operations with the id "${id}".`, []);
    const operation = createOperation(id, found, validators);
    operations.set(id, operation);
    for (const address of rpcAddresses(source.dereferenced, found)) byAddress.set(address, operation);
    byPath.get(operation.path)?.set(operation.method, operation);
  }

  const index = createPathIndex(byPath);
  const find = (method: string, path: string): Match | undefined => {
    for (const { entry, names, texts } of index.find(path)) {
      const operation = entry.get(method);
      if (operation) return { operation, path: valuesByName(names, texts) };
    }
    return undefined;
  };
  return {
    source,
    operations,
    serviceNames: serviceNames(source.dereferenced),
    hasPath: (path) => byAddress.has(path) || !index.find(path)[Symbol.iterator]().next().done,
    match(given, path) {
      const method = given.toUpperCase();
      const called = byAddress.get(path);
      if (called && method === 'POST') return { operation: called, path: undefined };
      if (called) return { allowed: ['POST'] };
      // HEAD is answered as GET without the body (RFC 9110, section 9.3.2).
      const match = find(method, path) ?? (method === 'HEAD' ? find('GET', path) : undefined);
      if (match) return match;
      const found = [...index.find(path)];
      if (found.length === 0) return undefined;
      return { allowed: METHODS.filter((other) => found.some(({ entry }) => entry.has(other))) };
    },
  };
}

function valuesByName(names: readonly string[], texts: readonly string[]): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  names.forEach((name, index) => {
    values[name] = texts[index] ?? '';
  });
  return values;
}
