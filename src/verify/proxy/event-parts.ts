// Splits a forwarded event stream into parts with whole events, for checks.

import { getCompletePart } from '../responses/event-sequence.ts';

const MEDIA = { type: 'text', subtype: 'event-stream', parameters: new Map() };
/** Maximum size of one event, in bytes. */
const MAX_EVENT = 256 * 1024;

export class EventParts {
  #rest: Buffer = Buffer.alloc(0);
  /** Whether all events could be inspected: none was too long. */
  isComplete = true;

  /** The whole events that a piece completes; undefined if there are none. */
  add(piece: Uint8Array): Uint8Array | undefined {
    if (!this.isComplete) return undefined;
    const bytes = this.#rest.length === 0 ? Buffer.from(piece) : Buffer.concat([this.#rest, piece]);
    const events = getCompletePart(bytes, MEDIA);
    this.#rest = bytes.subarray(events.length);
    this.isComplete = this.#rest.length <= MAX_EVENT;
    if (!this.isComplete) this.#rest = Buffer.alloc(0);
    return events.length > 0 ? events : undefined;
  }
}
