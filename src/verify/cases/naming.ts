// Detects references to other items: only the server knows valid ones, so any may be rejected.

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
 * Whether a value differs from another one in a reference, by the name of its property: `ownerId`, `tag_ids`. A
 * removed property is no reference.
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

/** Whether a name is that of a reference. */
export function isNaming(name: string): boolean {
  return NAMING.has(splitWords(name).at(-1) ?? '');
}
