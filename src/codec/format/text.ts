// Bodies that are text.

import { readText } from '../../openapi/parameter/text.ts';
import { textOf } from './charset.ts';
import type { Format } from './format.ts';

export const text: Format = {
  covers: ({ type, subtype }) => type === 'text' || /^(javascript|yaml|x-yaml|sql|graphql|jwt)$/.test(subtype),
  read: (body, { mediaType, meaning }) => readText(textOf(body, mediaType), meaning),
  write: (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
};
