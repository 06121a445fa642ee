// Detects cursors in requests: only the server that issued one knows valid values.

import { getListRule } from '../../mock/resources/list/list-rule.ts';
import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';

/** Whether a request has another cursor than before. A removed cursor does not count. */
export function hasOtherCursor(cursors: ReadonlySet<string>, before: object, after: object): boolean {
  return [...cursors].some((cursor) => {
    const value = getAtPath(after, cursor.split('/'));
    return value !== undefined && value !== getAtPath(before, cursor.split('/'));
  });
}

/** The locations of cursors, as pointers into a request: `query/after`. None for operations other than lists. */
export function findCursors(action: ResourceAction | undefined): ReadonlySet<string> {
  if (action?.kind !== 'list' && action?.kind !== 'search') return new Set();
  const { after, before } = getListRule(action).paging;
  return new Set([after, before].flatMap((input) => (input ? [input.path.join('/')] : [])));
}
