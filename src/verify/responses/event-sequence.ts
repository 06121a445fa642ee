// Sequences in response bodies, which may be endless: events and JSON lines.

import { isJsonLines, type MediaRange } from '../../openapi/media-type.ts';

export function isEventStream({ type, subtype }: MediaRange): boolean {
  return type === 'text' && subtype === 'event-stream';
}

/** Types of other bodies that may be endless, such as logs, files and pictures of a camera. */
const MAY_BE_ENDLESS =
  /^(audio|video)\/|^multipart\/(x-mixed-replace|mixed)$|^application\/octet-stream$|^text\/plain$/;

/** Whether a body consists of separate parts. */
export function isSequence(media: MediaRange): boolean {
  return isEventStream(media) || isJsonLines(media);
}

/** Whether the start of a body says something without its end. */
export function mayBeEndless(media: MediaRange): boolean {
  return isSequence(media) || MAY_BE_ENDLESS.test(`${media.type}/${media.subtype}`);
}

const RECORD_SEPARATOR = 0x1e;

/** The start of a sequence without its last part, if that is incomplete. */
export function getCompletePart(body: Uint8Array, media: MediaRange): Uint8Array {
  if (!isEventStream(media)) {
    const isRecords = body.includes(RECORD_SEPARATOR);
    return body.subarray(0, isRecords ? body.lastIndexOf(RECORD_SEPARATOR) : body.lastIndexOf(0x0a) + 1);
  }
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const ends = ['\n\n', '\r\n\r\n', '\r\r'].map((end) => {
    const at = text.lastIndexOf(end);
    return at === -1 ? 0 : at + end.length;
  });
  return body.subarray(0, Math.max(...ends));
}

/** An event with data (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation). */
export interface ReceivedEvent {
  readonly data: string;
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
}

/** The events of a stream. Comments, and events without data, are no events for clients. */
export function parseEvents(text: string): readonly ReceivedEvent[] {
  return text
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
    .flatMap((block) => {
      const fields = new Map<string, string>();
      for (const line of block.split('\n')) {
        const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        const before = name === 'data' ? fields.get('data') : undefined;
        if (name !== '') fields.set(name, before === undefined ? value : `${before}\n${value}`);
      }
      const data = fields.get('data');
      if (data === undefined) return [];
      const [event, id, retry] = ['event', 'id', 'retry'].map((name) => fields.get(name));
      return {
        data,
        ...(event !== undefined && { event }),
        ...(id !== undefined && { id }),
        ...(retry !== undefined && /^\d+$/.test(retry) && { retry: Number(retry) }),
      };
    });
}
