// A document that answers questions: which operation is this, and has it such a path?

import type { DocumentFinding } from './document-finding.ts';
import { METHODS } from './methods.ts';
import type { DocumentSource } from './open-document.ts';
import { createOperation, type Operation } from './operation.ts';
import { createPathIndex } from './path-index.ts';
import { findOperations } from './path-items.ts';
import { createReferences, type References } from './references.ts';
import { rpcAddresses, serviceNames } from './rpc-address.ts';
import { createValidators } from './validators.ts';

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
  readonly references: References;
  /** By their ids, in the order of the document. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The path templates, those without an operation as well. */
  readonly paths: readonly string[];
  /** What is wrong with the document, and was put right: operations that have the id of another one. */
  readonly findings: readonly DocumentFinding[];
  /** The full names of the service whose remote procedures the operations are; none when they are none. */
  readonly serviceNames: readonly string[];
  /** The operation that a method and a path mean, or the address of a remote procedure; undefined when the document has no such path, as `hasPath` tells. */
  match(method: string, path: string): Match | OtherMethods | undefined;
  /** Whether the document has such a path, whatever the method. */
  hasPath(path: string): boolean;
}

/** Makes a document out of what was read. Of its operations only the places are looked for; the rest of each when it is asked for. */
export function createDocument(source: DocumentSource): Document {
  const references = createReferences(source.bundled);
  const validators = createValidators(source);
  const { paths, operations: located, findings } = findOperations(references);
  const operations = new Map<string, Operation>();
  const byAddress = new Map<string, Operation>();
  const byPath = new Map(paths.map((path) => [path, new Map<string, Operation>()]));
  for (const one of located) {
    const operation = createOperation(one, references, validators);
    operations.set(operation.id, operation);
    for (const address of rpcAddresses(source.bundled, one.part.value)) byAddress.set(address, operation);
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
    references,
    operations,
    paths,
    findings,
    serviceNames: serviceNames(source.bundled),
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
      return {
        allowed: METHODS.map((other) => other.toUpperCase()).filter((other) =>
          found.some(({ entry }) => entry.has(other)),
        ),
      };
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
