// The content of a document: operations, callbacks and webhooks, without serving them.

import { isRecord } from '../schema/is-record.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { once } from '../schema/once.ts';
import { resolvedMembers } from './content.ts';
import { findOperations, type LocatedOperation, operationsInPathItem, pathItemField } from './lookup/path-items.ts';
import type { DocumentObject, ServerObject } from './objects.ts';
import { type OperationResponses, parseResponses } from './operation-responses.ts';
import { type Parameter, parseParameters } from './parse-parameters.ts';
import { createReferences, type Part, type References } from './references.ts';
import { parseRequestBody, type RequestBody } from './request-body.ts';
import { type ConstraintReader, createConstraintReader } from './schema/constraints/constraints.ts';
import { listSecuritySchemes, parseSecurity, type Security, type SecuritySchemes } from './security.ts';
import { basePathsOf, documentServers } from './servers.ts';

/** One operation of a document, parsed lazily. */
export interface OperationDescription {
  /** Undefined if the document has none. */
  readonly operationId: string | undefined;
  /** In upper case. */
  readonly method: string;
  /** The path template; for a callback its expression, for a webhook its name. */
  readonly path: string;
  readonly part: LocatedOperation['part'];
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: OperationResponses;
  readonly security: Security;
  /** Servers of the operation or of its path; undefined if it uses those of the document. */
  readonly servers: readonly string[] | undefined;
  /** By name. */
  readonly callbacks: ReadonlyMap<string, Callback>;
}

/** Requests that a server sends to its clients. */
export interface Callback {
  readonly pointer: string;
  readonly operations: readonly OperationDescription[];
}

/** The content of a document. */
export interface DocumentDescription {
  readonly references: References;
  readonly constraints: ConstraintReader;
  readonly operations: readonly OperationDescription[];
  /** By name. */
  readonly webhooks: ReadonlyMap<string, Callback>;
  readonly schemes: SecuritySchemes;
  /** The server URLs as written. */
  readonly servers: readonly string[];
  /** The base path of the first server. */
  readonly base: string;
}

/** @param document - bundled, see `openDocument` */
export function describeDocument(document: DocumentObject): DocumentDescription {
  const references = createReferences(document);
  const describeOperation = (located: Omit<LocatedOperation, 'id'>): OperationDescription => {
    const { method, path, part, pathItem: items } = located;
    const parameters = once(() => parseParameters(references, located));
    const body = once(() => parseRequestBody(references, located));
    const responses = once(() => parseResponses(references, part));
    const security = once(() => parseSecurity(references, part));
    const callbacks = once(() => parseCallbacks(part));
    const { operationId } = part.value;
    return {
      operationId: typeof operationId === 'string' ? operationId : undefined,
      method: method.toUpperCase(),
      path,
      part,
      servers: serverUrls(part.value.servers) ?? serverUrls(pathItemField(items, 'servers')?.value),
      get parameters() {
        return parameters();
      },
      get body() {
        return body();
      },
      get responses() {
        return responses();
      },
      get security() {
        return security();
      },
      get callbacks() {
        return callbacks();
      },
    };
  };
  const parseCallbacks = (part: Part<object>): ReadonlyMap<string, Callback> =>
    new Map(
      resolvedMembers<object>(references, part, 'callbacks').map(([name, { value, pointer }]) => {
        const operations = Object.keys(value).flatMap((expression) =>
          operationsInPathItem(references, expression, childPointer(pointer, expression)),
        );
        return [name, { pointer, operations: operations.map(describeOperation) }];
      }),
    );
  const { webhooks: declaredWebhooks } = document as { readonly webhooks?: unknown };
  const webhooks = Object.keys(isRecord(declaredWebhooks) ? declaredWebhooks : {}).map((name) => {
    const at = childPointer('/webhooks', name);
    return [
      name,
      { pointer: at, operations: operationsInPathItem(references, name, at).map(describeOperation) },
    ] as const;
  });
  return {
    references,
    constraints: createConstraintReader(references, document.openapi),
    operations: findOperations(references).operations.map(describeOperation),
    webhooks: new Map(webhooks),
    schemes: listSecuritySchemes(references),
    servers: serverUrls(document.servers) ?? ['/'],
    base: basePathsOf(documentServers(document))[0] ?? '',
  };
}

function serverUrls(servers: unknown): readonly string[] | undefined {
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  return servers.flatMap((one: unknown) => {
    const { url, variables } = (isRecord(one) ? one : {}) as Partial<ServerObject>;
    return typeof url === 'string' ? urlsOf(url.replace(/(?<=.)\/$/, ''), variables) : [];
  });
}

/** The URL with default values of its variables, and with each other value of one; of any value, with its name. */
function urlsOf(url: string, variables: unknown): readonly string[] {
  const byName = new Map(
    Object.entries(isRecord(variables) ? variables : {}).flatMap(([name, one]) => (isRecord(one) ? [[name, one]] : [])),
  );
  const fill = (name?: string, value?: unknown) =>
    url.replace(/\{([^{}]*)\}/g, (whole, other: string) =>
      String(other === name ? value : (byName.get(other)?.default ?? whole)),
    );
  const others = [...byName].flatMap(([name, { enum: choices }]) =>
    (Array.isArray(choices) ? choices : [`{${name}}`]).map((value: unknown) => fill(name, value)),
  );
  return [...new Set([fill(), ...others])];
}
