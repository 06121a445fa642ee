// Where requests say on which page of a list they go on: only the server that gave out a cursor knows which others mean something.

import { listRuleOf } from '../../mock/resources/list/list-rule.ts';
import { valueAt } from '../../mock/resources/place.ts';
import type { Role } from '../../mock/resources/resource.ts';

/** Whether one of two requests says another cursor. What is left out says none. */
export function hasOtherCursor(cursors: ReadonlySet<string>, before: object, after: object): boolean {
  return [...cursors].some((cursor) => {
    const said = valueAt(after, cursor.split('/'));
    return said !== undefined && said !== valueAt(before, cursor.split('/'));
  });
}

/** The places of cursors, as pointers into what is said in a request: `query/after`. None where an operation is no list. */
export function cursorsOf(role: Role | undefined): ReadonlySet<string> {
  if (role?.deed !== 'list' && role?.deed !== 'search') return new Set();
  const { after, before } = listRuleOf(role).paging;
  return new Set([after, before].flatMap((input) => (input ? [input.place.join('/')] : [])));
}
