// The content of a document: operations, callbacks and webhooks, without serving them.

import { type Answers, answersOf } from './answers.ts';
import { membersOf } from './content.ts';
import { isRecord } from './is-record.ts';
import { lazy } from './lazy.ts';
import { findOperations, type LocatedOperation, operationsIn, saidBy } from './lookup/path-items.ts';
import type { DocumentObject, ServerObject } from './objects.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { child } from './pointer.ts';
import { createReferences, type Part, type References } from './references.ts';
import { type RequestBody, requestBodyOf } from './request-body.ts';
import { createMeanings, type Meanings } from './schema/meaning/meaning.ts';
import { type Security, type SecuritySchemes, securityOf, securitySchemes } from './security.ts';
import { basesOf, serversOf } from './servers.ts';

/** One operation of a document, parsed lazily. */
export interface Described {
  /** Undefined if the document has none. */
  readonly operationId: string | undefined;
  /** In upper case. */
  readonly method: string;
  /** The path template; for a callback its expression, for a webhook its name. */
  readonly path: string;
  readonly part: LocatedOperation['part'];
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly answers: Answers;
  readonly security: Security;
  /** Servers of the operation or of its path; undefined if it uses those of the document. */
  readonly servers: readonly string[] | undefined;
  /** By name. */
  readonly callbacks: ReadonlyMap<string, Callback>;
}

/** Requests that a server sends to its clients. */
export interface Callback {
  readonly at: string;
  readonly operations: readonly Described[];
}

/** The content of a document. */
export interface Description {
  readonly references: References;
  readonly meanings: Meanings;
  readonly operations: readonly Described[];
  /** By name. */
  readonly webhooks: ReadonlyMap<string, Callback>;
  readonly schemes: SecuritySchemes;
  /** The server URLs as written. */
  readonly servers: readonly string[];
  /** The base path of the first server. */
  readonly base: string;
}

/** @param document - bundled, see `openDocument` */
export function describe(document: DocumentObject): Description {
  const references = createReferences(document);
  const describeOperation = (located: Omit<LocatedOperation, 'id'>): Described => {
    const { method, path, part, items } = located;
    const parameters = lazy(() => parametersOf(references, located));
    const body = lazy(() => requestBodyOf(references, located));
    const answers = lazy(() => answersOf(references, part));
    const security = lazy(() => securityOf(references, part));
    const callbacks = lazy(() => parseCallbacks(part));
    const { operationId } = part.value;
    return {
      operationId: typeof operationId === 'string' ? operationId : undefined,
      method: method.toUpperCase(),
      path,
      part,
      servers: serverUrls(part.value.servers) ?? serverUrls(saidBy(items, 'servers')?.value),
      get parameters() {
        return parameters();
      },
      get body() {
        return body();
      },
      get answers() {
        return answers();
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
      membersOf<object>(references, part, 'callbacks').map(([name, { value, pointer }]) => {
        const operations = Object.keys(value).flatMap((expression) =>
          operationsIn(references, expression, child(pointer, expression)),
        );
        return [name, { at: pointer, operations: operations.map(describeOperation) }];
      }),
    );
  const { webhooks: declaredWebhooks } = document as { readonly webhooks?: unknown };
  const webhooks = Object.keys(isRecord(declaredWebhooks) ? declaredWebhooks : {}).map((name) => {
    const at = child('/webhooks', name);
    return [name, { at, operations: operationsIn(references, name, at).map(describeOperation) }] as const;
  });
  return {
    references,
    meanings: createMeanings(references, document.openapi),
    operations: findOperations(references).operations.map(describeOperation),
    webhooks: new Map(webhooks),
    schemes: securitySchemes(references),
    servers: serverUrls(document.servers) ?? ['/'],
    base: basesOf(serversOf(document))[0] ?? '',
  };
}

function serverUrls(servers: unknown): readonly string[] | undefined {
  if (!Array.isArray(servers) || servers.length === 0) return undefined;
  return servers.flatMap((one: unknown) => {
    const { url } = (isRecord(one) ? one : {}) as Partial<ServerObject>;
    return typeof url === 'string' ? [url.replace(/(?<=.)\/$/, '')] : [];
  });
}
