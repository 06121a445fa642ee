// A document that answers questions: which operation is this, and has it such a path?

import type { Remark } from './document-finding.ts';
import { METHODS } from './methods.ts';
import type { DocumentSource } from './open-document.ts';
import { createOperation, type Operation } from './operation.ts';
import { createOperationIndex, type Match } from './operation-index.ts';
import type { Told } from './path-condition.ts';
import { findOperations } from './path-items.ts';
import { child } from './pointer.ts';
import { createReferences, type References } from './references.ts';
import { rpcAddresses, serviceNames } from './rpc-address.ts';
import { createSchemas } from './schemas.ts';
import { createValidators } from './validators.ts';

export { bareMediaType } from './media-type.ts';
export type { Operation, RequestParts } from './operation.ts';
export type { Match } from './operation-index.ts';

/** A path that the document has, with other methods only. */
export interface OtherMethods {
  /** Those it has, in the order of the specification; empty when it has none. */
  readonly allowed: readonly string[];
}

export interface Document {
  readonly source: DocumentSource;
  readonly references: References;
  /** By their ids, in the order of the document. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The path templates, those without an operation as well. */
  readonly paths: readonly string[];
  /** What is wrong with the document, and was put right: operations that have the id of another one, paths that are there twice. */
  readonly findings: readonly Remark[];
  /** The full names of the service whose remote procedures the operations are; none when they are none. */
  readonly serviceNames: readonly string[];
  /**
   * The operation that a method and a path mean, or the address of a remote procedure; undefined when the document has no such path, as `hasPath` tells, or when
   * several operations share it and the request tells too little to know which one is meant.
   *
   * @param told - what the request says beside its path. Default: nothing
   */
  match(method: string, path: string, told?: Told): Match | OtherMethods | undefined;
  /** All operations at a path, whatever the method and whatever else they ask for; none when there is no such path. */
  operationsAt(path: string): readonly Operation[];
  /** Whether the document has such a path, whatever the method. */
  hasPath(path: string): boolean;
  /** Compiles one validator more, before somebody asks for it; false when there is none left. */
  compileNext(): boolean;
  /** What is asked for and not enforced, as far as it has been compiled: unknown formats, patterns, references that lead nowhere. */
  readonly notEnforced: readonly Remark[];
}

/** Makes a document out of what was read. Of its operations only the places are looked for; the rest of each when it is asked for. */
export function createDocument(source: DocumentSource): Document {
  const references = createReferences(source.bundled);
  const schemas = createSchemas(references, source.bundled.openapi);
  const validators = createValidators(schemas);
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

  const index = createOperationIndex(byPath);
  const uncompiled = operations.values();
  return {
    compileNext() {
      const { value: operation } = uncompiled.next();
      operation?.compile();
      return operation !== undefined || schemas.compileNext();
    },
    get notEnforced() {
      return schemas.notEnforced;
    },
    source,
    references,
    operations,
    paths,
    findings: [...findings, ...index.alike.map(sameTemplate)],
    serviceNames: serviceNames(source.bundled),
    hasPath: (path) => byAddress.has(path) || index.methodsAt(path) !== undefined,
    operationsAt(path) {
      const called = byAddress.get(path);
      return called ? [called] : index.operationsAt(path);
    },
    match(given, path, told = NOTHING) {
      const method = given.toUpperCase();
      const called = byAddress.get(path);
      if (called && method === 'POST') return { operation: called, path: undefined };
      if (called) return { allowed: ['POST'] };
      // HEAD is answered as GET without the body (RFC 9110, section 9.3.2).
      const match = index.find(method, path, told) ?? (method === 'HEAD' ? index.find('GET', path, told) : undefined);
      if (match) return match;
      const there = index.methodsAt(path);
      if (!there || there.has(method)) return undefined;
      return { allowed: METHODS.map((other) => other.toUpperCase()).filter((other) => there.has(other)) };
    },
  };
}

/** What a request says of which no more than the path is known. */
const NOTHING: Told = { query: '', headers: {} };

function sameTemplate({ first, other, hidden }: ReturnType<typeof createOperationIndex>['alike'][number]): Remark {
  const answered = hidden.length === 0 ? '' : `, which is where ${hidden.join(' and ')} is answered`;
  const message = `is the same path as ${first}${answered}`;
  return { severity: 'warn', rule: 'same-path', pointer: child('/paths', other), message };
}
