// The model of an OpenAPI document: operations, paths and validators.

import { childPointer } from '../schema/json-pointer.ts';
import type { UnlocatedFinding } from './document-finding.ts';
import type { Finding } from './finding.ts';
import { LazyOperation } from './lazy-operation.ts';
import { createBasePathIndex, type PathForm } from './lookup/base-path-index.ts';
import type { Match, OperationIndex } from './lookup/operation-index.ts';
import type { RequestDetails } from './lookup/path-condition.ts';
import { findOperations, type LocatedOperation, pathItemField, rpcPaths, serviceNames } from './lookup/path-items.ts';
import { createPathSuggester } from './lookup/path-suggester.ts';
import { parsePathTemplate } from './lookup/path-template.ts';
import { OPENAPI_METHODS } from './methods.ts';
import type { Schema } from './objects.ts';
import { type Operation, validateToFindings } from './operation.ts';
import type { DocumentSource } from './read/document-source.ts';
import { createReferences, type Part, type References } from './references.ts';
import { createBackendSchemas } from './schema/ajv/backend-schemas.ts';
import { createOperationValidators } from './schema/ajv/operation-validators.ts';
import { createSchemaSources } from './schema/schema-sources.ts';
import { createSchemaValidators, type Validate, type ValidationDirection } from './schema/schema-validators.ts';
import { basePathsOf, documentServers, type Host, parseServers, type Server } from './servers.ts';

export type { PathForm } from './lookup/base-path-index.ts';
export type { Match } from './lookup/operation-index.ts';
export { bareMediaType } from './media-type.ts';
export type { Operation, RequestParts } from './operation.ts';

/** A path that exists, but not with the requested method. */
export interface MethodMismatch {
  /** The methods of the path, in the order of the specification; empty if there is none. */
  readonly allowed: readonly string[];
  /** Several operations share path and method: names of the query parameters or headers that select one. */
  readonly missingConditions?: readonly string[];
}

export interface Document {
  readonly source: DocumentSource;
  readonly references: References;
  /** By their ids, in the order of the document. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The path templates, including those without operations. */
  readonly paths: readonly string[];
  /** The base path of the first server; empty for none. */
  readonly base: string;
  /** The base path from the settings, which replaces those of the servers. */
  readonly baseOverride: string | undefined;
  /** All path templates with the base paths of their servers. */
  fullPaths(): readonly string[];
  /** The hosts of its servers. */
  readonly hosts: readonly Host[];
  /** Problems that were worked around: duplicate operation ids, duplicate paths. */
  readonly findings: readonly UnlocatedFinding[];
  /** The full names of its RPC service; empty for none. */
  readonly serviceNames: readonly string[];
  /**
   * The operation for a method and a path or RPC path; undefined if the document has no such path.
   *
   * @param details - the rest of the request. Default: none
   * @param reading - whether the path includes the base path. Default: with it, else without
   */
  match(method: string, path: string, details?: RequestDetails, reading?: PathForm): Match | MethodMismatch | undefined;
  /** All operations of a path, for any method and condition; empty if there is no such path. */
  operationsAt(path: string): readonly Operation[];
  /** Whether the document has a path, for any method. @param reading - see `match` */
  hasPath(path: string, reading?: PathForm): boolean;
  /** The base paths of a path, by the servers of its operations. */
  basesAt(path: string): readonly string[];
  /** Suggests similar paths for one that does not exist. */
  suggestPaths(path: string): readonly string[];
  /** As `suggestPaths`, for remote procedures. */
  suggestProcedures(path: string): readonly string[];
  /** Validates a value of one of the schemas, as part of the body of a request or a response. */
  validate(schema: Part<Schema>, value: unknown, direction: ValidationDirection): readonly Finding[];
  /** Compiles the validators ahead of the first request, one in each step. */
  compile(): Iterator<undefined, void>;
}

/** Settings that replace parts of a document. */
export interface DocumentOptions {
  /** Replaces the base paths of the servers; empty for none. */
  readonly base?: string | undefined;
}

/** Creates the model of a document. Operations are parsed lazily. */
export function createDocument(source: DocumentSource, { base }: DocumentOptions = {}): Document {
  const references = createReferences(source.bundled);
  const schemas = createSchemaValidators(createSchemaSources(references, source.bundled.openapi));
  const validators = createOperationValidators(schemas, createBackendSchemas(source.backendSchemas), references);
  const { paths, operations: located, findings } = findOperations(references);
  const operations = new Map<string, Operation>();
  const byAddress = new Map<string, Operation>();
  const byPath = new Map(paths.map((path) => [path, new Map<string, Operation>()]));
  const servers = documentServers(source.bundled);
  const bases = base === undefined ? basePathsOf(servers) : [base];
  const hosts = new Map<string, Host>();
  const addHost = ({ host }: Server) => host && hosts.set(host.text, host);
  servers.forEach(addHost);
  const ownBases = new Map<Operation, readonly string[]>();
  for (const one of located) {
    const operation = new LazyOperation(one, references, validators);
    operations.set(operation.id, operation);
    const own = ownServers(one);
    own?.forEach(addHost);
    if (own && base === undefined) ownBases.set(operation, basePathsOf(own));
    for (const address of rpcPaths(source.bundled, one.part.value)) byAddress.set(address, operation);
    byPath.get(operation.path)?.set(operation.method, operation);
  }

  const index = createBasePathIndex(byPath, bases, ownBases);
  const rpcOperationAt = (path: string, reading: PathForm): Operation | undefined =>
    byAddress.size === 0 ? undefined : index.findBelowBase(path, reading, (inside) => byAddress.get(inside));
  const matchPath = (
    reading: PathForm,
    givenMethod: string,
    path: string,
    details: RequestDetails,
  ): Match | MethodMismatch | undefined => {
    const method = givenMethod.toUpperCase();
    const rpcOperation = rpcOperationAt(path, reading);
    if (rpcOperation && method === 'POST') return { operation: rpcOperation, path: undefined };
    if (rpcOperation) return { allowed: ['POST'] };
    const find = (wantedMethod: string) => index.find(wantedMethod, path, details, reading);
    // HEAD is handled as GET without the body (RFC 9110, section 9.3.2).
    const match = find(method) ?? (method === 'HEAD' ? find('GET') : undefined);
    if (match) return match;
    const there = index.methodsAt(path, reading);
    if (!there) return undefined;
    const ambiguous = index.operationsAt(path, reading).filter((operation) => operation.method === method);
    if (ambiguous.length > 0) return { allowed: [], missingConditions: conditionNames(ambiguous) };
    return { allowed: sortMethods(there) };
  };
  const hasPathForm = (reading: PathForm, path: string): boolean =>
    rpcOperationAt(path, reading) !== undefined || index.has(path, reading);
  const basePathsOfAll = (here: readonly Operation[]): readonly string[] => {
    const found = here.flatMap((operation) => ownBases.get(operation) ?? bases);
    return found.length > 0 ? [...new Set(found)] : bases;
  };
  const addresses = () =>
    paths.flatMap((path) => basePathsOfAll([...(byPath.get(path)?.values() ?? [])]).map((before) => before + path));
  const checks = {
    request: new Map<string, Validate>(),
    response: new Map<string, Validate>(),
    event: new Map<string, Validate>(),
  };
  return {
    validate({ pointer }, value, direction) {
      const known = checks[direction];
      const validate = known.get(pointer) ?? schemas.validator(pointer, direction);
      known.set(pointer, validate);
      return validateToFindings(validate, value, direction === 'request' ? 'body' : 'response');
    },
    *compile() {
      for (const operation of operations.values()) {
        operation.compile();
        yield;
      }
      for (const id of schemas.ids) {
        schemas.compile(id);
        yield;
      }
    },
    source,
    references,
    operations,
    paths,
    base: bases[0] ?? '',
    baseOverride: base,
    fullPaths: addresses,
    basesAt: (path) => basePathsOfAll(index.operationsAt(path, 'bare')),
    suggestPaths: createPathSuggester(addresses),
    suggestProcedures: createPathSuggester(() => [...byAddress.keys()]),
    hosts: [...hosts.values()],
    findings: [...findings, ...index.duplicates.map(duplicatePathFinding)],
    serviceNames: serviceNames(source.bundled),
    match: (method, path, details = NO_DETAILS, reading) =>
      reading
        ? matchPath(reading, method, path, details)
        : (matchPath('whole', method, path, details) ?? matchPath('bare', method, path, details)),
    operationsAt(path) {
      for (const reading of index.pathForms) {
        const rpcOperation = rpcOperationAt(path, reading);
        const found = rpcOperation ? [rpcOperation] : index.operationsAt(path, reading);
        if (found.length > 0) return found;
      }
      return [];
    },
    hasPath: (path, reading) =>
      reading ? hasPathForm(reading, path) : index.pathForms.some((one) => hasPathForm(one, path)),
  };
}

/** The servers of an operation or its path item; undefined if it uses those of the document. */
function ownServers({ part, pathItem: items }: LocatedOperation): readonly Server[] | undefined {
  return parseServers(part.value.servers) ?? parseServers(pathItemField(items, 'servers')?.value);
}

/** The names of the conditions behind the `#` of some paths. */
function conditionNames(operations: readonly Operation[]): readonly string[] {
  const names = operations.flatMap(({ path }) => parsePathTemplate(path).conditions.map(({ name }) => name));
  return [...new Set(names)].slice(0, MAX_CONDITION_NAMES);
}

/** Maximum number of names in an error response. */
const MAX_CONDITION_NAMES = 5;

/** Sorts methods in the order of the specification; other methods come last. */
function sortMethods(methods: ReadonlySet<string>): readonly string[] {
  const known = OPENAPI_METHODS.map((method) => method.toUpperCase());
  return [
    ...known.filter((method) => methods.has(method)),
    ...[...methods].filter((method) => !known.includes(method)),
  ];
}

/** A request of which only the path is known. */
const NO_DETAILS: RequestDetails = { query: '', headers: {} };

function duplicatePathFinding({ first, other, hidden }: OperationIndex['duplicates'][number]): UnlocatedFinding {
  const handled = hidden.length === 0 ? '' : `, which handles ${hidden.join(' and ')}`;
  const message = `is the same path as ${first}${handled}`;
  return { severity: 'error', rule: 'same-path', pointer: childPointer('/paths', other), message };
}
