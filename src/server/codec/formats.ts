// The formats of bodies other than JSON, in order of their test.

import type { MediaRange } from '../../openapi/media-type.ts';
import { bytes } from './formats/bytes.ts';
import { csv } from './formats/csv.ts';
import { events } from './formats/events.ts';
import { form } from './formats/form.ts';
import type { Format, Limits } from './formats/format.ts';
import { jsonLines } from './formats/json-lines.ts';
import { multipart } from './formats/multipart.ts';
import { otherMultipart } from './formats/multipart-items.ts';
import { textFormat } from './formats/text-format.ts';
import { xml } from './formats/xml.ts';

export function createFormats(limits: Limits): (mediaType: MediaRange) => Format {
  const formats = [
    form,
    multipart(limits),
    otherMultipart(limits),
    xml(limits),
    csv,
    jsonLines(limits),
    events,
    textFormat(limits),
  ];
  return (mediaType) => formats.find(({ covers }) => covers(mediaType)) ?? bytes;
}
