// Described bodies, for tests of body parsers and serializers.

import { parseMediaType } from '../../src/openapi/media-type.ts';
import type { EncodingObject, Schema } from '../../src/openapi/objects.ts';
import { viewSchema } from '../../src/openapi/parameters/schema-view.ts';
import { createReferences } from '../../src/openapi/references.ts';
import type { Content, SentBody } from '../../src/server/codec/formats/format.ts';

/** A body with this media type and schema; `schemas` are the targets of references. */
export function content(
  type: string,
  schema?: unknown,
  { encoding = {}, schemas = {} }: { encoding?: Readonly<Record<string, EncodingObject>>; schemas?: object } = {},
): Content {
  const references = createReferences({ schema, components: { schemas } });
  const mediaType = parseMediaType(type);
  if (!mediaType) throw new Error(`${type} is not a media type`);
  const part = schema === undefined ? undefined : { value: schema as Schema, pointer: '/schema' };
  return { mediaType, meaning: viewSchema(part, references), encoding };
}

/** The complete body, as text. */
export async function textSent(sent: SentBody): Promise<string> {
  if (typeof sent === 'string') return sent;
  if (sent instanceof Uint8Array) return Buffer.from(sent).toString();
  let text = '';
  for await (const piece of sent) text += typeof piece === 'string' ? piece : Buffer.from(piece).toString();
  return text;
}
