// A document that answers questions: which operation is this, and has it such a path?

import type { Remark } from './document-finding.ts';
import type { Finding } from './finding.ts';
import { LazyOperation } from './lazy-operation.ts';
import { createNearPaths } from './lookup/near-paths.ts';
import type { Match, OperationIndex } from './lookup/operation-index.ts';
import type { RequestDetails } from './lookup/path-condition.ts';
import { findOperations, type LocatedOperation, saidBy } from './lookup/path-items.ts';
import { parsePathTemplate } from './lookup/path-template.ts';
import { createServedIndex, type Reading } from './lookup/served-index.ts';
import { METHODS } from './methods.ts';
import type { Schema } from './objects.ts';
import { findingsOf, type Operation } from './operation.ts';
import { child } from './pointer.ts';
import type { DocumentSource } from './read/document-source.ts';
import { createReferences, type Part, type References } from './references.ts';
import { rpcAddresses, serviceNames } from './rpc-address.ts';
import { createOutlines } from './schema/ajv/outlines.ts';
import { createValidators } from './schema/ajv/validators.ts';
import { createSchemaSources } from './schema/schema-sources.ts';
import { createSchemas, type Direction } from './schema/schemas.ts';
import type { Validate } from './schema/validate.ts';
import { basesOf, type Host, type Server, serversIn, serversOf } from './servers.ts';

export type { Match } from './lookup/operation-index.ts';
export type { Reading } from './lookup/served-index.ts';
export { bareMediaType } from './media-type.ts';
export type { Operation, RequestParts } from './operation.ts';

/** A path that the document has, with other methods only. */
export interface OtherMethods {
  /** Those it has, in the order of the specification; empty when it has none. */
  readonly allowed: readonly string[];
  /** Where several operations share the path and the method: what tells them apart, in the query or in header fields, and was not sent. */
  readonly asks?: readonly string[];
}

export interface Document {
  readonly source: DocumentSource;
  readonly references: References;
  /** By their ids, in the order of the document. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** The path templates, those without an operation as well. */
  readonly paths: readonly string[];
  /** The path before those of the document, by its first server; empty when there is none. */
  readonly base: string;
  /** That path, when it is not as its servers say but as somebody else does. */
  readonly givenBase: string | undefined;
  /** Where all its paths are: templates with the base paths of their servers before them. */
  addresses(): readonly string[];
  /** The hosts that its servers name. */
  readonly hosts: readonly Host[];
  /** What is wrong with the document, and was put right: operations that have the id of another one, paths that are there twice. */
  readonly findings: readonly Remark[];
  /** The full names of the service whose remote procedures the operations are; none when they are none. */
  readonly serviceNames: readonly string[];
  /**
   * The operation that a method and a path mean, or the address of a remote procedure; undefined when the document has no such path, as `hasPath` tells.
   *
   * @param told - what the request says beside its path. Default: nothing
   * @param reading - whether the path begins as the servers say, or just as in the document. Default: as the servers say, else as in the document
   */
  match(method: string, path: string, told?: RequestDetails, reading?: Reading): Match | OtherMethods | undefined;
  /** All operations at a path, whatever the method and whatever else they ask for; none when there is no such path. */
  operationsAt(path: string): readonly Operation[];
  /** Whether the document has such a path, whatever the method. @param reading - as of `match` */
  hasPath(path: string, reading?: Reading): boolean;
  /** The base paths below which a path of the document is, by the servers of its operations. */
  basesAt(path: string): readonly string[];
  /** Paths that somebody may mean who asks for one that is not there: those that are hardly different. */
  nearPaths(path: string): readonly string[];
  /** As `nearPaths`, of remote procedures. */
  nearProcedures(path: string): readonly string[];
  /** What the document says against a value of one of its schemas, as it stands in the body of a request or an answer. */
  check(schema: Part<Schema>, value: unknown, direction: Direction): readonly Finding[];
  /** Compiles the validators before somebody asks for them, one in each step. */
  compile(): Iterator<undefined, void>;
}

/** What people say of a document that is not in it. */
export interface Serving {
  /** The path before all of its own, instead of those of its servers; empty for none. */
  readonly base?: string | undefined;
}

/** Makes a document out of what was read. Of its operations only the places are looked for; the rest of each when it is asked for. */
export function createDocument(source: DocumentSource, { base }: Serving = {}): Document {
  const references = createReferences(source.bundled);
  const schemas = createSchemas(createSchemaSources(references, source.bundled.openapi));
  const validators = createValidators(schemas, createOutlines(source.outlines), references);
  const { paths, operations: located, findings } = findOperations(references);
  const operations = new Map<string, Operation>();
  const byAddress = new Map<string, Operation>();
  const byPath = new Map(paths.map((path) => [path, new Map<string, Operation>()]));
  const servers = serversOf(source.bundled);
  const bases = base === undefined ? basesOf(servers) : [base];
  const hosts = new Map<string, Host>();
  const note = ({ host }: Server) => host && hosts.set(host.text, host);
  servers.forEach(note);
  const ownBases = new Map<Operation, readonly string[]>();
  for (const one of located) {
    const operation = new LazyOperation(one, references, validators);
    operations.set(operation.id, operation);
    const own = ownServers(one);
    own?.forEach(note);
    if (own && base === undefined) ownBases.set(operation, basesOf(own));
    for (const address of rpcAddresses(source.bundled, one.part.value)) byAddress.set(address, operation);
    byPath.get(operation.path)?.set(operation.method, operation);
  }

  const index = createServedIndex(byPath, bases, ownBases);
  const calledAt = (path: string, reading: Reading): Operation | undefined =>
    byAddress.size === 0 ? undefined : index.ask(path, reading, (inside) => byAddress.get(inside));
  const matchAs = (
    reading: Reading,
    given: string,
    path: string,
    told: RequestDetails,
  ): Match | OtherMethods | undefined => {
    const method = given.toUpperCase();
    const called = calledAt(path, reading);
    if (called && method === 'POST') return { operation: called, path: undefined };
    if (called) return { allowed: ['POST'] };
    const find = (wanted: string) => index.find(wanted, path, told, reading);
    // HEAD is answered as GET without the body (RFC 9110, section 9.3.2).
    const match = find(method) ?? (method === 'HEAD' ? find('GET') : undefined);
    if (match) return match;
    const there = index.methodsAt(path, reading);
    if (!there) return undefined;
    const unclear = index.operationsAt(path, reading).filter((operation) => operation.method === method);
    if (unclear.length > 0) return { allowed: [], asks: askedFor(unclear) };
    return { allowed: inOrder(there) };
  };
  const hasPathAs = (reading: Reading, path: string): boolean =>
    calledAt(path, reading) !== undefined || index.has(path, reading);
  const basesOfAll = (here: readonly Operation[]): readonly string[] => {
    const found = here.flatMap((operation) => ownBases.get(operation) ?? bases);
    return found.length > 0 ? [...new Set(found)] : bases;
  };
  const addresses = () =>
    paths.flatMap((path) => basesOfAll([...(byPath.get(path)?.values() ?? [])]).map((before) => before + path));
  const checks = { request: new Map<string, Validate>(), response: new Map<string, Validate>() };
  return {
    check({ pointer }, value, direction) {
      const known = checks[direction];
      const validate = known.get(pointer) ?? schemas.validator(pointer, direction);
      known.set(pointer, validate);
      return findingsOf(validate, value, direction === 'request' ? 'body' : 'response');
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
    givenBase: base,
    addresses,
    basesAt: (path) => basesOfAll(index.operationsAt(path, 'bare')),
    nearPaths: createNearPaths(addresses),
    nearProcedures: createNearPaths(() => [...byAddress.keys()]),
    hosts: [...hosts.values()],
    findings: [...findings, ...index.alike.map(sameTemplate)],
    serviceNames: serviceNames(source.bundled),
    match: (method, path, told = NOTHING, reading) =>
      reading
        ? matchAs(reading, method, path, told)
        : (matchAs('whole', method, path, told) ?? matchAs('bare', method, path, told)),
    operationsAt(path) {
      for (const reading of index.readings) {
        const called = calledAt(path, reading);
        const found = called ? [called] : index.operationsAt(path, reading);
        if (found.length > 0) return found;
      }
      return [];
    },
    hasPath: (path, reading) =>
      reading ? hasPathAs(reading, path) : index.readings.some((one) => hasPathAs(one, path)),
  };
}

/** The servers of an operation that names its own, or whose path item does; undefined when they are those of the document. */
function ownServers({ part, items }: LocatedOperation): readonly Server[] | undefined {
  return serversIn(part.value.servers) ?? serversIn(saidBy(items, 'servers')?.value);
}

/** What the paths of some operations ask for behind a hash. */
function askedFor(operations: readonly Operation[]): readonly string[] {
  const names = operations.flatMap(({ path }) => parsePathTemplate(path).conditions.map(({ name }) => name));
  return [...new Set(names)].slice(0, MOST_ASKED);
}

/** How many names are told to who has sent none of them. */
const MOST_ASKED = 5;

/** Methods in the order of the specification; those that it does not know come last. */
function inOrder(methods: ReadonlySet<string>): readonly string[] {
  const known = METHODS.map((method) => method.toUpperCase());
  return [
    ...known.filter((method) => methods.has(method)),
    ...[...methods].filter((method) => !known.includes(method)),
  ];
}

/** What a request says of which no more than the path is known. */
const NOTHING: RequestDetails = { query: '', headers: {} };

function sameTemplate({ first, other, hidden }: OperationIndex['alike'][number]): Remark {
  const answered = hidden.length === 0 ? '' : `, which handles ${hidden.join(' and ')}`;
  const message = `is the same path as ${first}${answered}`;
  return { severity: 'warn', rule: 'same-path', pointer: child('/paths', other), message };
}
