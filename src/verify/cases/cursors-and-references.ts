// Detects cursors and references to items: only the server knows valid values.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { splitWords } from '../../openapi/name-words.ts';
import { isRecord } from '../../schema/is-record.ts';

const REFERENCE_NAMES = new Set([
  'id',
  'ids',
  'uuid',
  'uuids',
  'guid',
  'guids',
  'key',
  'keys',
  'ref',
  'refs',
  'reference',
  'references',
]);

/**
 * Whether a change affects a reference, by property name: `ownerId`, `tag_ids`. A removed property does not count.
 */
export function changesReference(before: unknown, after: unknown, name = ''): boolean {
  if (after === undefined || before === after) return false;
  if (isRecord(after))
    return Object.entries(after).some(([own, one]) =>
      changesReference(isRecord(before) ? before[own] : undefined, one, own),
    );
  if (Array.isArray(after))
    return after.some((one, index) => changesReference(Array.isArray(before) ? before[index] : undefined, one, name));
  return isReferenceName(name);
}

/** Whether a name ends like that of a reference. */
export function isReferenceName(name: string): boolean {
  return REFERENCE_NAMES.has(splitWords(name).at(-1) ?? '');
}

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
