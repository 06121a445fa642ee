// Whether a request is one for another operation: what stands in a path may be the name of another path.

import type { Document, Operation } from '../../openapi/document.ts';
import { parsePathTemplate } from '../../openapi/lookup/path-template.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import type { Call } from './call.ts';

/**
 * The operation to which a request leads in place of its own, such as that of `/users/me` where `/users/{id}` is meant. Of two paths that are the same but for the names in them
 * it is the first, and of other templates that are as general as each other a server may mean either, so there is none.
 */
export function otherOperation(
  document: Document,
  operation: Operation,
  { method, target, sent }: Pick<Call, 'method' | 'target' | 'sent'>,
): Operation | undefined {
  const told = { query: sent.query, headers: sent.headers };
  const match = document.match(method, pathOf(target), told, 'bare');
  if (!match || !('operation' in match) || match.operation === operation) return undefined;
  const own = parsePathTemplate(operation.path);
  const other = parsePathTemplate(match.operation.path);
  return other.values.length <= own.values.length ? match.operation : undefined;
}
