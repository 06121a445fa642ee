// Findings of the server about records, by JSON Pointer.

import { UnderstudyError } from '../../client/client.ts';
import { PlaceLink } from '../parts/place-link.ts';
import { pointerTo, type Steps, stepsIn, valueAt } from '../parts/values.ts';
import { html, type VNode } from '../preact.ts';

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

/** Findings in other records, which prevented a change. */
export function Others({
  api,
  findings,
}: {
  readonly api: string;
  readonly findings: readonly RecordFinding[];
}): VNode | null {
  if (findings.length === 0) return null;
  return html`<div class="problem"><p>Not saved, because of other records:</p>
    <ul>${findings.map(({ collection, id, pointer, message }) => html`<li key=${`${collection} ${id} ${pointer}`}><${PlaceLink} to=${{ tab: 'data', rest: [api, collection, id] }}>${collection} ${id}<//> <code>${pointer}</code> ${message}</li>`)}</ul>
  </div>`;
}
