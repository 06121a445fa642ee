// The router and the request validator of openapi-backend, as an outside judge.

import { createRequire } from 'node:module';
import type * as OpenApiBackend from 'openapi-backend';
import type { DocumentObject } from '../../src/openapi/objects.ts';

/** A request as it is sent. */
export interface JudgedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** What openapi-backend says of a request. */
export interface BackendJudgement {
  /** The operationId; undefined without an operation. */
  readonly operation: string | undefined;
  /** Violations, as `#/body/name must be string`. Empty without an operation. */
  readonly violations: readonly string[];
}

/** Loaded by name: its declarations need an older Ajv. */
const { OpenAPIBackend }: typeof OpenApiBackend = createRequire(import.meta.url)('openapi-backend');

/**
 * @param document - bundled
 * @param base - the path of the server, such as `/v1`. Default: none
 */
export async function createBackendJudge(
  document: DocumentObject,
  base = '',
): Promise<(request: JudgedRequest) => BackendJudgement> {
  const backend = new OpenAPIBackend({
    definition: structuredClone(document) as OpenApiBackend.Document,
    apiRoot: base === '' ? '/' : base,
    // Its check of the document is not asked here.
    quick: true,
    ajvOpts: { strict: false, logger: false },
    coerceTypes: true,
  });
  await backend.init();
  const { router, validator } = backend;
  return ({ method, target, headers, body }) => {
    const mark = target.indexOf('?');
    const [path, query] = mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
    const request = { method, path, query, headers: { ...headers }, body: body && Buffer.from(body).toString() };
    const operation = router.matchOperation(request);
    if (!operation?.operationId) return { operation: undefined, violations: [] };
    const { errors } = validator.validateRequest(router.parseRequest(request, operation), operation);
    return {
      operation: operation.operationId,
      violations: (errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`),
    };
  };
}
