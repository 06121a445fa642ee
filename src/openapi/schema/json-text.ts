// Schemas of texts that contain JSON (JSON Schema 2020-12, section 8).

import { cachedMediaType, isJson } from '../media-type.ts';

/** Whether a schema describes a text with a JSON value in it. */
export function isJsonText(schema: object): boolean {
  const { contentMediaType: type, contentEncoding: encoding } = schema as Readonly<Record<string, unknown>>;
  const media = typeof type === 'string' ? cachedMediaType(type) : undefined;
  return media !== undefined && isJson(media) && encoding === undefined;
}
