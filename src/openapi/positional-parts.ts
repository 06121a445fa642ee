// Multipart bodies whose parts have positions instead of names (OpenAPI 3.2, section 4.15.2).

import type { BodyMediaType } from './content.ts';
import { cachedMediaType } from './media-type.ts';
import { type SchemaView, viewSchema } from './parameters/schema-view.ts';
import type { References } from './references.ts';

/** The parts of a body, by their index from 0. */
export interface PositionalParts {
  schemaOf(index: number): SchemaView;
  /** The media types of a part, with commas in between (`prefixEncoding`, `itemEncoding`); undefined if any will do. */
  contentTypeOf(index: number): string | undefined;
}

const known = new WeakMap<BodyMediaType, PositionalParts | false>();

/** Describes the parts of a list in a multipart body other than a form; undefined for other bodies. */
export function positionalParts(type: BodyMediaType, references: References): PositionalParts | undefined {
  const parts = known.get(type) ?? describeParts(type, references) ?? false;
  known.set(type, parts);
  return parts || undefined;
}

function describeParts(
  { type, schema, itemSchema, part }: BodyMediaType,
  references: References,
): PositionalParts | undefined {
  const media = cachedMediaType(type);
  if (media?.type !== 'multipart' || media.subtype === 'form-data') return undefined;
  const { prefixEncoding, itemEncoding } = part.value;
  const prefix = Array.isArray(prefixEncoding) ? prefixEncoding : [];
  const whole = viewSchema(schema, references);
  const isList = whole.types?.size === 1 && whole.types.has('array');
  if (!itemSchema && !isList && prefix.length === 0 && !itemEncoding) return undefined;
  const item = itemSchema && viewSchema(itemSchema, references);
  return {
    schemaOf: (index) => item ?? whole.item(index),
    contentTypeOf: (index) => (prefix[index] ?? itemEncoding)?.contentType,
  };
}
