// Multipart bodies other than forms, such as multipart/mixed (RFC 2046, section 5.1.3).

import { cachedMediaType, isJson, matchMediaTypes } from '../../../openapi/media-type.ts';
import { parseScalar } from '../../../openapi/parameters/parse-scalar.ts';
import type { PositionalParts } from '../../../openapi/positional-parts.ts';
import { isStream } from '../../pipeline/wire.ts';
import { bodyError } from '../body-error.ts';
import { readJsonText } from '../json-text.ts';
import { decodeText } from './charset.ts';
import type { Format, Limits } from './format.ts';
import { meansBytes, multipart } from './multipart.ts';
import { writeMultipart, writeParts } from './multipart-writing.ts';
import { UploadedFile } from './uploaded-file.ts';

/**
 * Lists and streams of parts by position, where the document describes a list; else written as forms, and not parsed,
 * because their parts need no names.
 *
 * @param limits - of one JSON part
 */
export function otherMultipart({ values }: Pick<Limits, 'values'>): Format {
  const { prepare } = multipart({ values });
  return {
    covers: ({ type }) => type === 'multipart',
    ...(prepare && { prepare }),
    async read(body, { mediaType, parts: described }) {
      if (!described) return body;
      // Loaded with the first such body, to keep starts fast.
      const { unnamedPartsIn } = await import('./multipart-parts.ts');
      const parts = await unnamedPartsIn(body, mediaType.parameters.get('boundary'));
      return parts.map((part, index) => partValue(part, index, described, values));
    },
    write: (value, content) => (isStream(value) ? writeParts(value, content) : writeMultipart(value, content)),
  };
}

function partValue(
  { type, bytes }: { readonly type: string; readonly bytes: Uint8Array },
  index: number,
  described: PositionalParts,
  values: number,
): unknown {
  const what = `part ${index + 1} of the body`;
  const media = cachedMediaType(type);
  const allowed = described
    .contentTypeOf(index)
    ?.split(',')
    .map((one) => one.trim());
  if (allowed && (!media || matchMediaTypes(allowed, media).length === 0))
    throw bodyError(`${what}: type ${type} is not allowed; use ${allowed.join(', ')}`);
  const schema = described.schemaOf(index);
  if (!media || meansBytes(schema)) return new UploadedFile('', type, bytes);
  if (isJson(media)) {
    try {
      return readJsonText(bytes, { values });
    } catch (error) {
      throw bodyError(`${what}: ${(error as Error).message}`);
    }
  }
  return media.type === 'text' ? parseScalar(decodeText(bytes, media), schema) : new UploadedFile('', type, bytes);
}
