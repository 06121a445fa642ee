// What a document calls JSON.

import type { BodyType } from './content.ts';
import { isConcrete, isJson, knownMediaType } from './media-type.ts';

/** The media type of JSON that has no other name. */
export const JSON_TYPE = 'application/json';

/**
 * The media type of JSON among those of a body: `application/json`, else the first that is JSON by its ending, such as
 * `application/problem+json` (RFC 6839). Those of gRPC and Connect, which end like it, are for other codecs.
 */
export function jsonTypeOf(mediaTypes: readonly BodyType[] = []): BodyType | undefined {
  return mediaTypes.find(({ type }) => type === JSON_TYPE) ?? mediaTypes.find(({ type }) => isOneJson(type));
}

function isOneJson(type: string): boolean {
  const mediaType = knownMediaType(type);
  return mediaType !== undefined && isJson(mediaType) && isConcrete(mediaType);
}
