// Detects references to other items, whose valid values only the server has.

import { splitWords } from '../../mock/resources/inference/name-words.ts';
import { isRecord } from '../../openapi/is-record.ts';

const NAMING = new Set([
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
export function namesAnother(before: unknown, after: unknown, name = ''): boolean {
  if (after === undefined || before === after) return false;
  if (isRecord(after))
    return Object.entries(after).some(([own, one]) =>
      namesAnother(isRecord(before) ? before[own] : undefined, one, own),
    );
  if (Array.isArray(after))
    return after.some((one, index) => namesAnother(Array.isArray(before) ? before[index] : undefined, one, name));
  return isNaming(name);
}

/** Whether a name ends like that of a reference. */
export function isNaming(name: string): boolean {
  return NAMING.has(splitWords(name).at(-1) ?? '');
}
