// Operations that read what is kept and answer without a body, because the document describes none: many generators leave it out.

import type { Document } from '../../../openapi/document.ts';
import type { UnlocatedFinding } from '../../../openapi/document-finding.ts';
import type { Role } from '../resource.ts';

const MESSAGE = 'returns no body, because the document declares no content; declare it to return the stored data';

/** Where the document says of no success of a GET what it looks like, though things are kept, or written at the same path. */
export function bodilessReadsIn(
  { operations }: Pick<Document, 'operations'>,
  roleOf: (operationId: string) => Role | undefined,
): readonly UnlocatedFinding[] {
  const all = [...operations.values()];
  const written = new Set(all.flatMap(({ method, path }) => (WRITING.test(method) ? path : [])));
  return all.flatMap(({ id, method, path, responses: answers }): UnlocatedFinding[] => {
    if (method !== 'GET' || answers.successStatus !== 200) return [];
    const answer = answers.forStatus(200);
    if (!answer || answer.hasBody) return [];
    const isRead = written.has(path) || roleOf(id) !== undefined;
    return isRead ? [{ severity: 'info', rule: 'no-content', pointer: answer.part.pointer, message: MESSAGE }] : [];
  });
}

const WRITING = /^(POST|PUT|PATCH|DELETE)$/;
