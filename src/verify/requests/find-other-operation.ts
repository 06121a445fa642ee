// Detects path values that match another operation's path.

import type { Document, Operation } from '../../openapi/document.ts';
import { parsePathTemplate } from '../../openapi/lookup/path-template.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import type { SerializedRequest } from './serialize-request.ts';

/**
 * The operation that a request matches instead, such as `/users/me` instead of `/users/{id}`. Undefined for equally
 * general templates, of which either may match.
 */
export function findOtherOperation(
  document: Document,
  operation: Operation,
  { method, target, rawParameters }: Pick<SerializedRequest, 'method' | 'target' | 'rawParameters'>,
): Operation | undefined {
  const conditions = { query: rawParameters.query, headers: rawParameters.headers };
  const match = document.match(method, pathOf(target), conditions, 'bare');
  if (!match || !('operation' in match) || match.operation === operation) return undefined;
  const own = parsePathTemplate(operation.path);
  const other = parsePathTemplate(match.operation.path);
  return other.values.length <= own.values.length ? match.operation : undefined;
}
