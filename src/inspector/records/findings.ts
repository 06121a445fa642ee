// What the stand-in says against records, by the places that it is about.

import { UnderstudyError } from '../../client/client.ts';
import { pointerTo, type Steps, stepsIn, valueAt } from '../parts/values.ts';

/** Something that is wrong with a record. */
export interface RecordFinding {
  readonly collection: string;
  readonly id: string;
  /** In the record; empty for all of it. */
  readonly pointer: string;
  readonly message: string;
}

/** What a refusal says against records; none where it says nothing of records. */
export function findingsIn(thrown: unknown): readonly RecordFinding[] {
  if (!(thrown instanceof UnderstudyError)) return [];
  return thrown.details.flatMap(({ collection, id, pointer, message }) =>
    [collection, id, pointer, message].every((one) => typeof one === 'string')
      ? [{ collection, id, pointer, message } as RecordFinding]
      : [],
  );
}

/** The place in a record at which a finding is shown: the one that it is about, or the nearest one around it that is there. */
export function shownAt(pointer: string, record: unknown): string {
  let steps: Steps = stepsIn(pointer);
  while (steps.length > 0 && valueAt(record, steps) === undefined) steps = steps.slice(0, -1);
  return pointerTo(steps);
}
