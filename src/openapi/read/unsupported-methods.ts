// Check for operations whose method Node or the server does not support over HTTP/1.1.

import type * as Http from 'node:http';
import { createRequire } from 'node:module';
import type { UnlocatedFinding } from '../document-finding.ts';
import type { Operation } from '../operation.ts';

/** Reports each such operation, declared in `additionalOperations` (OpenAPI 3.2). */
export function findUnsupportedMethods(operations: Iterable<Operation>): readonly UnlocatedFinding[] {
  return [...operations].flatMap(({ method, part: { pointer } }): UnlocatedFinding[] => {
    const message = unsupportedReason(method);
    return message === undefined ? [] : [{ severity: 'warn', rule: 'method', pointer, message }];
  });
}

/** Loaded as in `server/pipeline/node-http.ts`: an import would load everything that it exports. */
let nodeMethods: ReadonlySet<string> | undefined;

function unsupportedReason(method: string): string | undefined {
  nodeMethods ??= new Set((createRequire(import.meta.url)('node:http') as typeof Http).METHODS);
  if (method === 'CONNECT') return 'is never called: the server rejects CONNECT';
  if (nodeMethods.has(method)) return undefined;
  return `can be called over HTTP/2 and server.fetch only: over HTTP/1.1, Node does not accept method ${method}`;
}
