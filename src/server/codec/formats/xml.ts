// XML by the schema and its `xml` keywords (OpenAPI 3.0.3, section 4.7.26).

import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import { bodyError } from '../body-error.ts';
import { decodeText } from './charset.ts';
import type { Format, Limits } from './format.ts';
import { xmlText } from './xml-element.ts';
import { isList, rootItemName, xmlKeywordsOf } from './xml-keywords.ts';
import { readXml } from './xml-parsing.ts';
import { elementValue, itemElements, localName } from './xml-reading.ts';
import { rootOf } from './xml-writing.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** In XML a tag costs as much as five values in JSON, and a byte as much as two. */
const [VALUES_FOR_A_TAG, BYTES_FOR_A_BYTE] = [5, 2];

/** @param limits - of one body */
export function xml({ values, limit }: Limits): Format {
  const most = { tags: Math.floor(values / VALUES_FOR_A_TAG), bytes: Math.floor(limit / BYTES_FOR_A_BYTE) };
  return {
    covers: ({ type, subtype }) =>
      (type === 'application' || type === 'text') && (subtype === 'xml' || subtype.endsWith('+xml')),
    /** A text if the schema describes one, or nothing: then it is the XML itself. */
    async read(body, { mediaType, meaning }) {
      if (!isStructured(meaning)) return decodeText(body, mediaType);
      const root = await readXml(body, mediaType.parameters.get('charset'), most);
      const { name } = xmlKeywordsOf(meaning);
      if (name !== undefined && localName(root.name) !== localName(name)) {
        throw bodyError(`the root element is <${root.name.slice(0, 100)}>; expected <${name}>`);
      }
      return isList(meaning) ? itemElements(root, meaning, rootItemName(meaning)) : elementValue(root, meaning);
    },
    write(value, content) {
      if (typeof value === 'string') return value;
      return DECLARATION + xmlText(rootOf(value, content));
    },
  };
}

function isStructured({ types, propertyNames: names }: SchemaView): boolean {
  return (
    names.length > 0 || (types !== undefined && (types.has('object') || types.has('array') || !types.has('string')))
  );
}
