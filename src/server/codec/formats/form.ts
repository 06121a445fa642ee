// Forms as bodies: application/x-www-form-urlencoded.

import { countFormFields, MAX_FORM_FIELDS } from '../../../openapi/parameters/form-fields.ts';
import { parseForm } from '../../../openapi/parameters/parse-form.ts';
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
  write(value) {
    const fields = new URLSearchParams();
    for (const [name, one] of Object.entries(value as object)) append(fields, name, one);
    return fields.toString();
  },
};

/** Lists as repeated fields, objects in brackets. */
function append(fields: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const item of value) append(fields, name, item);
  else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) append(fields, `${name}[${key}]`, one);
  } else fields.append(name, String(value));
}
