// What a document calls JSON.

import type { MediaTypeObject } from './objects.ts';

/** The media type of JSON that has no other name. */
export const JSON_TYPE = 'application/json';

/**
 * The media type of JSON among those of a body: `application/json`, else the first that is JSON by its ending, such as
 * `application/problem+json` (RFC 6839). Those of gRPC and Connect, which end like it, are for other codecs.
 */
export function jsonTypeOf(content: Readonly<Record<string, MediaTypeObject>> = {}): string | undefined {
  if (Object.hasOwn(content, JSON_TYPE)) return JSON_TYPE;
  return Object.keys(content).find((type) =>
    /^(application\/json|(?!application\/(grpc|connect))[^;]*\+json) *(;|$)/i.test(type),
  );
}
