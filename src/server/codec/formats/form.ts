// Forms as bodies: application/x-www-form-urlencoded.

import { cachedMediaType, isJson } from '../../../openapi/media-type.ts';
import type { EncodingObject } from '../../../openapi/objects.ts';
import { countFormFields, MAX_FORM_FIELDS } from '../../../openapi/parameters/form-fields.ts';
import { parseForm } from '../../../openapi/parameters/parse-form.ts';
import { type QueryStyle, writePairs } from '../../../openapi/parameters/write-parameters.ts';
import { bodyError } from '../body-error.ts';
import { decodeText } from './charset.ts';
import type { Format } from './format.ts';

export const form: Format = {
  covers: ({ type, subtype }) => type === 'application' && subtype === 'x-www-form-urlencoded',
  read(body, { mediaType, meaning, encoding }) {
    if (countFormFields(body, MAX_FORM_FIELDS) > MAX_FORM_FIELDS) {
      throw bodyError(`the form has more than ${MAX_FORM_FIELDS} fields`);
    }
    try {
      return parseForm(decodeText(body, mediaType), meaning, encoding);
    } catch (error) {
      throw error instanceof URIError || error instanceof SyntaxError ? bodyError(error.message) : error;
    }
  },
  write(value, { encoding }) {
    return Object.entries(value as object)
      .flatMap(([name, one]) => writeField(name, one, encoding[name]))
      .join('&');
  },
};

/** The pairs of one property, none for null and empty ones. By default lists are repeated, and objects in brackets. */
function writeField(name: string, value: unknown, encoding: EncodingObject = {}): readonly string[] {
  if (value === undefined || value === null) return [];
  const { style, contentType, allowReserved = false } = encoding;
  const isStyled = style !== undefined || encoding.explode !== undefined;
  const media = contentType === undefined || isStyled ? undefined : cachedMediaType(contentType);
  if (media && isJson(media)) return pairs({ content: { type: contentType ?? '' } });
  if (isStyled) return pairs({ style: style ?? 'form', explode: encoding.explode ?? (style ?? 'form') === 'form' });
  const fields = new URLSearchParams();
  append(fields, name, value);
  return fields.size === 0 ? [] : [fields.toString()];

  function pairs(how: Partial<QueryStyle>): readonly string[] {
    const written = writePairs(
      { name, style: 'form', explode: true, allowReserved, content: undefined, ...how },
      value,
    );
    return written.ok ? [written.value] : [];
  }
}

/** Lists as repeated fields, with numbers if they have objects; objects in brackets. */
function append(fields: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      append(fields, typeof item === 'object' && item !== null ? `${name}[${index}]` : name, item);
  else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) append(fields, `${name}[${key}]`, one);
  } else fields.append(name, String(value));
}
