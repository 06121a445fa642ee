// Read operations without a response body in the document.

import type { Document } from '../../../openapi/document.ts';
import type { UnlocatedFinding } from '../../../openapi/document-finding.ts';
import type { ResourceAction } from '../resource.ts';

const MESSAGE = 'returns no body, because the document declares no content; declare it to return the stored data';

/**
 * Finds GET operations that declare no content for 200, although they return stored or written data. Many generators
 * omit the content.
 */
export function findBodilessReads(
  { operations }: Pick<Document, 'operations'>,
  actionOf: (operationId: string) => ResourceAction | undefined,
): readonly UnlocatedFinding[] {
  const all = [...operations.values()];
  const written = new Set(all.flatMap(({ method, path }) => (WRITE_METHODS.test(method) ? path : [])));
  return all.flatMap(({ id, method, path, responses }): UnlocatedFinding[] => {
    if (method !== 'GET' || responses.successStatus !== 200) return [];
    const response = responses.forStatus(200);
    if (!response || response.hasBody) return [];
    const isRead = written.has(path) || actionOf(id) !== undefined;
    return isRead ? [{ severity: 'info', rule: 'no-content', pointer: response.part.pointer, message: MESSAGE }] : [];
  });
}

const WRITE_METHODS = /^(POST|PUT|PATCH|DELETE)$/;
