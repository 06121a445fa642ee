// Server-sent events, as an `itemSchema` describes them (OpenAPI 3.2, section 4.14.3).

import { parseJson } from '../schema/json/parse-json.ts';
import type { Schema } from './objects.ts';
import { viewSchema } from './parameters/schema-view.ts';
import type { Part, References } from './references.ts';

/** An event with data (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation). */
export interface ReceivedEvent {
  readonly data: string;
  readonly event?: string;
  readonly id?: string;
  /** In milliseconds. */
  readonly retry?: number;
}

/** The fields of an event. */
const FIELDS = new Set(['data', 'event', 'id', 'retry', 'comment']);

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

/** Whether an object has only members that are fields of an event. */
export function hasEventFields(names: readonly string[]): boolean {
  return names.length > 0 && names.every((name) => FIELDS.has(name));
}

/** Whether a schema describes whole events, and not just their data. */
export function describesEvents(itemSchema: Part<Schema>, references: References): boolean {
  const { propertyNames: names } = viewSchema(itemSchema, references);
  return hasEventFields(names) && (names.includes('data') || names.includes('event'));
}

/** Returns the value that a schema describes. @param isValid - whether a value matches the schema. Default: any does */
export type ReadEvent = (event: ReceivedEvent, isValid?: (item: unknown) => boolean) => unknown;

/**
 * Reads events as their schema describes them: as objects with `data` and `event`, or as their data. Data that are no
 * text for the schema are parsed as JSON.
 */
export function createEventReader(itemSchema: Part<Schema>, references: References): ReadEvent {
  const view = viewSchema(itemSchema, references);
  const isWhole = describesEvents(itemSchema, references);
  const data = isWhole ? view.property('data') : view;
  const { types } = data;
  const isText = types ? types.has('string') && types.size === 1 : data.keywordValues('contentMediaType').length > 0;
  return (event, isValid = () => true) => {
    const item = (value: unknown) => (isWhole ? { ...event, data: value } : value);
    const [text, value] = [item(event.data), item(parseData(event.data))];
    if (isText) return text;
    if (types && !types.has('string')) return value;
    // Branches of a choice may have data of different types.
    return !isValid(text) && isValid(value) ? value : text;
  };
}

function parseData(data: string): unknown {
  try {
    return parseJson(data);
  } catch {
    return data;
  }
}
