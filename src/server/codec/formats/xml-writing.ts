// Converts a value to an XML element by its schema.

import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Content } from './format.ts';
import type { XmlElement } from './xml-element.ts';
import {
  isAttribute,
  isText,
  isWrapped,
  itemName,
  rootItemName,
  type XmlKeywords,
  xmlKeywordsOf,
} from './xml-keywords.ts';

/** The root element of a value. */
export function rootOf(value: unknown, { meaning }: Content): XmlElement {
  const words = xmlKeywordsOf(meaning);
  const name = words.name ?? meaning.componentName ?? (Array.isArray(value) ? 'items' : 'root');
  if (!Array.isArray(value)) return elementOf(name, value, meaning);
  const items = value.map((item, index) => elementOf(rootItemName(meaning), item, meaning.item(index)));
  return { name: prefixed(name, words), attributes: namespaceOf(words), content: items };
}

function prefixed(name: string, { prefix }: XmlKeywords): string {
  return prefix === undefined || prefix === '' ? name : `${prefix}:${name}`;
}

function namespaceOf({ prefix, namespace }: XmlKeywords): Map<string, string> {
  return new Map(namespace === undefined ? [] : [[prefix ? `xmlns:${prefix}` : 'xmlns', namespace]]);
}

/** @param given - its name, where the document has none for it */
function elementOf(given: string, value: unknown, meaning: SchemaView): XmlElement {
  const words = xmlKeywordsOf(meaning);
  const name = prefixed(words.name ?? given, words);
  const attributes = namespaceOf(words);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => elementOf(itemName(given, meaning), item, meaning.item(index)));
    return { name, attributes, content: items };
  }
  if (typeof value !== 'object' || value === null) return { name, attributes, content: textsOf(value) };
  const content: (XmlElement | string)[] = [];
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const property = meaning.property(key);
    const own = xmlKeywordsOf(property);
    if (isAttribute(property, own)) attributes.set(prefixed(own.name ?? key, own), textsOf(one).join(''));
    else if (isText(own)) content.push(...textsOf(one));
    else if (Array.isArray(one) && !isWrapped(own)) {
      content.push(...one.map((item, index) => elementOf(itemName(key, property), item, property.item(index))));
    } else content.push(elementOf(key, one, property));
  }
  return { name, attributes, content };
}

function textsOf(value: unknown): readonly string[] {
  return value === null || value === undefined
    ? []
    : [typeof value === 'object' ? stringifyJson(value) : String(value)];
}
