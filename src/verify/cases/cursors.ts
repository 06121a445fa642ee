// Detects cursors in requests: only the server that issued one knows valid values.

import { listRuleOf } from '../../mock/resources/list/list-rule.ts';
import { valueAt } from '../../mock/resources/place.ts';
import type { Role } from '../../mock/resources/resource.ts';

/** Whether two requests have different cursors. An absent one counts as none. */
export function hasOtherCursor(cursors: ReadonlySet<string>, before: object, after: object): boolean {
  return [...cursors].some((cursor) => {
    const said = valueAt(after, cursor.split('/'));
    return said !== undefined && said !== valueAt(before, cursor.split('/'));
  });
}

/** The locations of cursors, as pointers into a request: `query/after`. None for operations other than lists. */
export function cursorsOf(role: Role | undefined): ReadonlySet<string> {
  if (role?.deed !== 'list' && role?.deed !== 'search') return new Set();
  const { after, before } = listRuleOf(role).paging;
  return new Set([after, before].flatMap((input) => (input ? [input.place.join('/')] : [])));
}
