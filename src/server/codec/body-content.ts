// The properties of a documented body.

import type { BodyMediaType } from '../../openapi/content.ts';
import { createEventReader, describesEvents } from '../../openapi/event-items.ts';
import { isEventStream, type MediaRange } from '../../openapi/media-type.ts';
import { type SchemaView, viewSchema } from '../../openapi/parameters/schema-view.ts';
import { positionalParts } from '../../openapi/positional-parts.ts';
import { createReferences, type References } from '../../openapi/references.ts';
import type { Content, DescribedEvents } from './formats/format.ts';

const meanings = new WeakMap<BodyMediaType, SchemaView>();
const NO_MEANING = viewSchema(undefined, createReferences({}));

/** @param mediaType - the one that it has, where the document may name a range */
export function contentOf(
  type: BodyMediaType | undefined,
  mediaType: MediaRange,
  references: References | undefined,
): Content {
  if (!type || !references) return { mediaType, meaning: NO_MEANING, encoding: {} };
  const meaning = meanings.get(type) ?? viewSchema(type.schema, references);
  meanings.set(type, meaning);
  return {
    mediaType,
    meaning,
    encoding: type.encoding,
    events: eventsOf(type, mediaType, references),
    parts: positionalParts(type, references),
  };
}

const described = new WeakMap<BodyMediaType, DescribedEvents>();

function eventsOf(type: BodyMediaType, mediaType: MediaRange, references: References): DescribedEvents | undefined {
  const { itemSchema } = type;
  if (!itemSchema || !isEventStream(mediaType)) return undefined;
  const events = described.get(type) ?? {
    areData: !describesEvents(itemSchema, references),
    read: createEventReader(itemSchema, references),
  };
  described.set(type, events);
  return events;
}
