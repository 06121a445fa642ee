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
  const [own, other] = [operation.path, match.operation.path];
  const isAsSpecific = parsePathTemplate(other).values.length <= parsePathTemplate(own).values.length;
  return isAsSpecific || fixedText(other).length > fixedText(own).length ? match.operation : undefined;
}

/** The text of a path template around its values: `/sections/{id},{step}` has more of it than `/sections/{id}`. */
function fixedText(template: string): string {
  return template.replace(/\{[^}]*\}/g, '');
}
