// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation).

import { hasEventFields, parseEvents, type ReceivedEvent } from '../../../openapi/event-items.ts';
import { isEventStream } from '../../../openapi/media-type.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { decodeText } from './charset.ts';
import { eachItem } from './each-item.ts';
import type { Content, DescribedEvents, Format } from './format.ts';

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
  covers: isEventStream,
  read(body, { mediaType, events }) {
    const text = decodeText(body, mediaType);
    return events ? parseEvents(text).map((event) => events.read(event)) : text;
  },
  write: (value, { events }) => eachItem(value, (item) => eventText(item, events)),
};

/** An item as clients receive it; undefined for a comment, and for fields without data. */
export function asReceived(item: unknown, { events }: Content): ReceivedEvent | undefined {
  return parseEvents(eventText(item, events))[0];
}

/** An object with event fields only is an event; any other value is the data of one. Data other than texts are JSON. */
function eventText(item: unknown, described: DescribedEvents | undefined): string {
  const { comment, event, id, retry, data } = isEvent(item, described) ? item : { data: item };
  const lines = [
    ...linesOf('', comment),
    ...linesOf('event', event),
    ...linesOf('id', id),
    ...linesOf('retry', retry),
    ...linesOf('data', typeof data === 'string' || data === undefined ? data : stringifyJson(data)),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** Where the document describes data only, an object without `data` and `comment` is the data, even with an `id`. */
function isEvent(item: unknown, described: DescribedEvents | undefined): item is ServerSentEvent {
  if (typeof item !== 'object' || item === null || Array.isArray(item) || !hasEventFields(Object.keys(item)))
    return false;
  return !described?.areData || 'data' in item || 'comment' in item;
}

/** A line break in a value would start another field. */
function linesOf(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : `${value}`.split(/\r\n|\r|\n/).map((line) => `${name}: ${line}`);
}
