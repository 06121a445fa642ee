// Events of a response with an `itemSchema` (OpenAPI 3.2).

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import type { Part, References } from '../../openapi/references.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { once } from '../../schema/once.ts';
import type { ReceivedEvent } from './event-sequence.ts';

interface DecodedEvents {
  readonly type: BodyMediaType;
  readonly value: readonly unknown[];
  findings(): readonly Finding[];
}

/** Decodes events by the `itemSchema` of their media type; undefined without one. */
export function decodeEvents(
  operation: Operation,
  status: number,
  type: BodyMediaType,
  events: readonly ReceivedEvent[],
): DecodedEvents | undefined {
  const eventType = getEventType(type);
  const { itemSchema } = eventType ?? {};
  if (!eventType || !itemSchema) return undefined;
  const { references } = operation;
  const isValid = (item: unknown) => operation.validateResponse(status, [item], eventType).length === 0;
  const items = listItems(events, itemSchema, references, isValid);
  return { type: eventType, value: items, findings: once(() => operation.validateResponse(status, items, eventType)) };
}

const itemTypes = new WeakMap<BodyMediaType, BodyMediaType | undefined>();

/** An event stream as a list with an `itemSchema` (OpenAPI 3.2); undefined without one. */
function getEventType(type: BodyMediaType): BodyMediaType | undefined {
  if (itemTypes.has(type)) return itemTypes.get(type);
  const { value, pointer } = type.part;
  const { itemSchema } = value;
  const itemType =
    itemSchema === undefined
      ? undefined
      : { ...type, schema: undefined, itemSchema: { value: itemSchema, pointer: childPointer(pointer, 'itemSchema') } };
  itemTypes.set(type, itemType);
  return itemType;
}

/**
 * The events as their schema describes them: as objects with `data` and `event`, or as their data. Data that are no text
 * for the schema are parsed as JSON.
 *
 * @param isValid - whether an item matches the schema
 */
function listItems(
  events: readonly ReceivedEvent[],
  itemSchema: Part<Schema>,
  references: References,
  isValid: (item: unknown) => boolean,
): readonly unknown[] {
  const view = viewSchema(itemSchema, references);
  const describesEvent = ['data', 'event'].some((name) => view.propertyNames.includes(name));
  const { types } = describesEvent ? view.property('data') : view;
  return events.map((event) => {
    const [text, value] = [event.data, parseData(event.data)].map((data) =>
      describesEvent ? { ...event, data } : data,
    );
    if (!types?.has('string')) return value;
    // Branches of a choice may have data of different types.
    return types.size > 1 && !isValid(text) && isValid(value) ? value : text;
  });
}

function parseData(data: string): unknown {
  try {
    return parseJson(data);
  } catch {
    return data;
  }
}
