// The kinds of bodies that are no JSON, in the order in which they are asked whether a media type is theirs.

import type { MediaRange } from '../openapi/media-type.ts';
import { bytes } from './format/bytes.ts';
import { csv } from './format/csv.ts';
import { events } from './format/events.ts';
import { form } from './format/form.ts';
import type { Format, Limits } from './format/format.ts';
import { jsonLines } from './format/json-lines.ts';
import { multipart, otherMultipart } from './format/multipart.ts';
import { text } from './format/text.ts';
import { xml } from './format/xml.ts';

export function createFormats(limits: Limits): (mediaType: MediaRange) => Format {
  const formats = [
    form,
    multipart(limits),
    otherMultipart(limits),
    xml(limits),
    csv,
    jsonLines(limits),
    events,
    text(limits),
  ];
  return (mediaType) => formats.find(({ covers }) => covers(mediaType)) ?? bytes;
}
