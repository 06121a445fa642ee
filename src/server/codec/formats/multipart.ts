// Forms with files: multipart/form-data (RFC 7578; OpenAPI 3.0.3, section 4.7.14.3).

import { cachedMediaType, isJson, matchMediaTypes, parseMediaType } from '../../../openapi/media-type.ts';
import type { EncodingObject } from '../../../openapi/objects.ts';
import { groupFieldsByProperty, type NamedFields } from '../../../openapi/parameters/form-fields.ts';
import { parseJsonContainer } from '../../../openapi/parameters/parse-form.ts';
import { parseScalar } from '../../../openapi/parameters/parse-scalar.ts';
import { readDeepObject } from '../../../openapi/parameters/query-pairs.ts';
import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import { bodyError } from '../body-error.ts';
import { readJsonText } from '../json-text.ts';
import { decodeText } from './charset.ts';
import type { Format, Limits } from './format.ts';
import type { FormPart } from './multipart-parts.ts';
import { withFiles, writeMultipart } from './multipart-writing.ts';
import { UploadedFile } from './uploaded-file.ts';

/** @param limits - of one JSON part */
export function multipart({ values }: Pick<Limits, 'values'>): Format {
  const format: Format = {
    covers: ({ type, subtype }) => type === 'multipart' && subtype === 'form-data',
    async prepare(value, content) {
      if (!(value instanceof FormData)) return withFiles(value);
      // Texts in it have the types of the schema.
      const written = new Response(value);
      const mediaType = parseMediaType(written.headers.get('content-type') ?? '') ?? content.mediaType;
      return format.read(new Uint8Array(await written.arrayBuffer()), { ...content, mediaType });
    },
    async read(body, { mediaType, meaning, encoding }) {
      // Loaded with the first such body, to keep starts fast.
      const { partsIn } = await import('./multipart-parts.ts');
      const parts = await partsIn(body, mediaType.parameters.get('boundary'));
      const fields = groupFieldsByProperty(parts, new Set(meaning.propertyNames));
      return Object.fromEntries(
        [...fields].map(([name, named]) => [
          name,
          fieldValue(name, named, meaning.property(name), encoding[name], values),
        ]),
      );
    },
    write: writeMultipart,
  };
  return format;
}

function fieldValue(
  name: string,
  { plain, bracketed }: NamedFields<FormPart>,
  meaning: SchemaView,
  { contentType }: EncodingObject = {},
  values: number,
): unknown {
  const allowed = contentType?.split(',').map((type) => type.trim());
  const read = (part: FormPart, of: SchemaView) => partValue(part, of, allowed, values);
  if (bracketed.length > 0) {
    const pairs = [...plain, ...bracketed].map((part) => ({
      name: part.name,
      text: encodeURIComponent(decodeText(part.bytes, { parameters: new Map() })),
    }));
    return readDeepObject(name, pairs, meaning);
  }
  const isList = meaning.types?.has('array') ?? plain.length > 1;
  const [first] = plain;
  if (!first) return undefined;
  if (!isList) return read(first, meaning);
  // A list may also be one part in JSON.
  const whole =
    plain.length === 1 && first.fileName === undefined
      ? parseJsonContainer(Buffer.from(first.bytes).toString())
      : undefined;
  return Array.isArray(whole) ? whole : plain.map((part, index) => read(part, meaning.item(index)));
}

/**
 * A file, a JSON value, or a text with the type of the schema. Browsers send a `Blob` as a file, so a JSON part is a
 * file only if the schema describes bytes.
 *
 * @param allowed - the documented media types; any if there are none
 * @throws ApiError for another type
 */
function partValue(
  part: FormPart,
  meaning: SchemaView,
  allowed: readonly string[] | undefined,
  values: number,
): unknown {
  const { name, fileName, type, bytes } = part;
  const mediaType = parseMediaType(type) ?? { type: 'application', subtype: 'octet-stream', parameters: new Map() };
  const wantsBytes = meansBytes(meaning);
  const wantsJson = meaning.types?.has('object') || meaning.types?.has('array');
  if (isJson(mediaType) && !wantsBytes && (meaning.types || fileName === undefined)) {
    try {
      return readJsonText(bytes, { values });
    } catch (error) {
      throw bodyError(`form field ${name}: ${(error as Error).message}`);
    }
  }
  const isText = mediaType.type === 'text' && meaning.types?.has('string');
  if (wantsBytes || (fileName !== undefined && !isText)) {
    if (allowed && fileName !== undefined && matchMediaTypes(allowed, mediaType).length === 0) {
      throw bodyError(`form field ${name}: type ${type} is not allowed; use ${allowed.join(', ')}`);
    }
    return new UploadedFile(fileName ?? '', type, bytes);
  }
  const text = decodeText(bytes, mediaType);
  const asJson = wantsJson || allowed?.some((one) => isJson(cachedMediaType(one) ?? mediaType));
  return (asJson ? parseJsonContainer(text) : undefined) ?? parseScalar(text, meaning);
}

/** Whether a schema describes bytes: in 3.0 by its format, in 3.1 by a media type without a text encoding. */
export function meansBytes(meaning: SchemaView): boolean {
  if (meaning.keywordValues('format').includes('binary')) return true;
  return (
    meaning.keywordValues('contentMediaType').length > 0 &&
    meaning.keywordValues('contentEncoding').length === 0 &&
    !isTextual(meaning)
  );
}

function isTextual(meaning: SchemaView): boolean {
  return meaning.keywordValues('contentMediaType').some((type) => {
    const mediaType = typeof type === 'string' ? cachedMediaType(type) : undefined;
    return mediaType?.type === 'text' || (mediaType !== undefined && isJson(mediaType));
  });
}
