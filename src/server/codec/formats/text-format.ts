// Text bodies. For a documented object or list, the text is JSON, as some frameworks declare it.

import { parseScalar } from '../../../openapi/parameters/parse-scalar.ts';
import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { readJsonText } from '../json-text.ts';
import { decodeText } from './charset.ts';
import type { Format, Limits } from './format.ts';

export function textFormat({ values }: Pick<Limits, 'values'>): Format {
  return {
    covers: ({ type, subtype }) => type === 'text' || /^(javascript|yaml|x-yaml|sql|graphql|jwt)$/.test(subtype),
    read(body, { mediaType, meaning }) {
      const given = decodeText(body, mediaType);
      return (isStructured(meaning) ? jsonIn(given, values) : undefined) ?? parseScalar(given, meaning);
    },
    write(value, { mediaType }) {
      if (typeof value !== 'object') return String(value);
      const json = stringifyJson(value);
      return /html|xml|xsl/.test(mediaType.subtype) ? withoutMarkup(json) : json;
    },
  };
}

function isStructured({ types }: SchemaView): boolean {
  return types !== undefined && !types.has('string') && (types.has('object') || types.has('array'));
}

/** Undefined if the text is no JSON: validation reports the expected type. */
function jsonIn(given: string, values: number): unknown {
  try {
    return readJsonText(Buffer.from(given), { values });
  } catch {
    return undefined;
  }
}

/** Escapes markup in JSON: a browser that treats it as HTML shows text. */
function withoutMarkup(json: string): string {
  return json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
