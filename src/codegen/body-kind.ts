// The body of a media type for handlers, before its schema is considered. `server/codec/formats/` reads and writes it.

import { isJson, parseMediaType } from '../openapi/media-type.ts';

/** `lines`, `table` and `events` may also be streams. */
export type BodyKind = 'values' | 'form' | 'lines' | 'table' | 'events' | 'text' | 'bytes' | 'any';

const KINDS: readonly (readonly [kind: BodyKind, types: RegExp])[] = [
  ['form', /^multipart\/form-data$/],
  ['values', /^application\/x-www-form-urlencoded$|[/+]xml$/],
  ['table', /^text\/(csv|tab-separated-values)$/],
  ['lines', /(ndjson|jsonl|json-lines|jsonlines|ldjson|json-stream|json-seq)$/],
  ['events', /^text\/event-stream$/],
  ['text', /^text\/|\/(javascript|yaml|x-yaml|sql|graphql|jwt)$/],
  ['any', /\*/],
];

/** @param type - as a document has it: with parameters, or a range such as `image/*` */
export function bodyKind(type: string): BodyKind {
  const mediaType = parseMediaType(type);
  if (!mediaType || isJson(mediaType)) return 'values';
  const bare = `${mediaType.type}/${mediaType.subtype}`;
  return KINDS.find(([, types]) => types.test(bare))?.[0] ?? 'bytes';
}
