// Findings of the server about records, by JSON Pointer.

import { UnderstudyError } from '../../client/client.ts';
import { pointerTo, type Steps, stepsIn, valueAt } from '../parts/values.ts';

/** A violation in a record. */
export interface RecordFinding {
  readonly collection: string;
  readonly id: string;
  /** JSON Pointer in the record; empty for the whole record. */
  readonly pointer: string;
  readonly message: string;
}

/** The findings in an error; none where it is not about records. */
export function findingsIn(thrown: unknown): readonly RecordFinding[] {
  if (!(thrown instanceof UnderstudyError)) return [];
  return thrown.details.flatMap(({ collection, id, pointer, message }) =>
    [collection, id, pointer, message].every((one) => typeof one === 'string')
      ? [{ collection, id, pointer, message } as RecordFinding]
      : [],
  );
}

/** The JSON Pointer where a finding is shown: its own, or that of the nearest existing parent. */
export function shownAt(pointer: string, record: unknown): string {
  let steps: Steps = stepsIn(pointer);
  while (steps.length > 0 && valueAt(record, steps) === undefined) steps = steps.slice(0, -1);
  return pointerTo(steps);
}
