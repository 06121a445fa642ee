// Detects references to other items, whose valid values only the server has.

import { splitWords } from '../../mock/resources/inference/name-words.ts';
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
