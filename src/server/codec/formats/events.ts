// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).

import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { decodeText } from './charset.ts';
import { eachItem } from './each-item.ts';
import type { Format } from './format.ts';

/** An event with more than data. */
interface ServerSentEvent {
  readonly data?: unknown;
  readonly event?: string;
  readonly id?: string | number;
  /** In milliseconds. */
  readonly retry?: number;
  readonly comment?: string;
}

export const events: Format = {
  writesItems: true,
  covers: ({ type, subtype }) => type === 'text' && subtype === 'event-stream',
  read: (body, { mediaType }) => decodeText(body, mediaType),
  write: (value) => eachItem(value, eventText),
};

const FIELDS = new Set(['data', 'event', 'id', 'retry', 'comment']);

/** An object with event fields only is an event; any other value is the data of one. Data other than texts are JSON. */
function eventText(item: unknown): string {
  const { comment, event, id, retry, data } = isEvent(item) ? item : { data: item };
  const lines = [
    ...linesOf('', comment),
    ...linesOf('event', event),
    ...linesOf('id', id),
    ...linesOf('retry', retry),
    ...linesOf('data', typeof data === 'string' || data === undefined ? data : stringifyJson(data)),
  ];
  return `${lines.join('\n')}\n\n`;
}

function isEvent(item: unknown): item is ServerSentEvent {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const names = Object.keys(item);
  return names.length > 0 && names.every((name) => FIELDS.has(name));
}

/** A line break in a value would start another field. */
function linesOf(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : `${value}`.split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`);
}
