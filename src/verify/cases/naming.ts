// Values by which a request names other things: only its server knows which of these there are, so any of them may be refused.

import { wordsOf } from '../../mock/resources/inference/word.ts';
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

/** Whether a value differs from another one in what names something by the name of its property: `ownerId`, `tag_ids`. What is only left out names nothing. */
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

/** Whether what has this name names another thing. */
export function isNaming(name: string): boolean {
  return NAMING.has(wordsOf(name).at(-1) ?? '');
}
