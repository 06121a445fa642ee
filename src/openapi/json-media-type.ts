// Selection of the JSON media type of a body.

import type { BodyMediaType } from './content.ts';
import { cachedMediaType, isConcrete, isJson } from './media-type.ts';

/** The plain JSON media type. */
export const JSON_TYPE = 'application/json';

/**
 * The JSON media type of a body: `application/json`, or the first with a JSON suffix such as `application/problem+json`
 * (RFC 6839). Those of gRPC and Connect are excluded: other codecs handle them.
 */
export function jsonMediaType(mediaTypes: readonly BodyMediaType[] = []): BodyMediaType | undefined {
  return mediaTypes.find(({ type }) => type === JSON_TYPE) ?? mediaTypes.find(({ type }) => isOneJson(type));
}

function isOneJson(type: string): boolean {
  const mediaType = cachedMediaType(type);
  return mediaType !== undefined && isJson(mediaType) && isConcrete(mediaType);
}
