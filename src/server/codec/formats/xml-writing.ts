// Converts a value to an XML element by its schema.

import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Content } from './format.ts';
import type { XmlElement, XmlNode } from './xml-element.ts';
import {
  isAttribute,
  isEmbedded,
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
  const items = value.flatMap((item, index) => nodesOf(rootItemName(meaning), item, meaning.item(index)));
  return { name: prefixed(name, words), attributes: namespaceOf(words), content: items };
}

function prefixed(name: string, { prefix }: XmlKeywords): string {
  return prefix === undefined || prefix === '' ? name : `${prefix}:${name}`;
}

function namespaceOf({ prefix, namespace }: XmlKeywords): Map<string, string> {
  return new Map(namespace === undefined ? [] : [[prefix ? `xmlns:${prefix}` : 'xmlns', namespace]]);
}

/** The nodes of a value: one element, or a text. @param given - its name, where the document has none for it */
function nodesOf(given: string, value: unknown, meaning: SchemaView): readonly XmlNode[] {
  const words = xmlKeywordsOf(meaning);
  if (!isText(meaning, words)) return [elementOf(given, value, meaning)];
  return textsOf(value).map((text) => (words.nodeType === 'cdata' ? { cdata: text } : text));
}

function elementOf(given: string, value: unknown, meaning: SchemaView): XmlElement {
  const words = xmlKeywordsOf(meaning);
  const name = prefixed(words.name ?? given, words);
  const attributes = namespaceOf(words);
  if (value === null) return { name, attributes: new Map([...attributes, ...NIL]), content: [] };
  if (Array.isArray(value)) {
    const items = value.flatMap((item, index) => nodesOf(itemName(given, meaning), item, meaning.item(index)));
    return { name, attributes, content: items };
  }
  if (typeof value !== 'object') return { name, attributes, content: textsOf(value) };
  const content: XmlNode[] = [];
  addMembers(value, meaning, { attributes, content });
  return { name, attributes, content };
}

/** Null, if an element has a schema that allows it (W3C XML Schema, section 2.6.2). */
const NIL = [
  ['xmlns:xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
  ['xsi:nil', 'true'],
] as const;

/** Adds the members of an object to its element, or to the one that contains it. */
function addMembers(
  value: object,
  meaning: SchemaView,
  into: { readonly attributes: Map<string, string>; readonly content: XmlNode[] },
): void {
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const property = meaning.property(key);
    const own = xmlKeywordsOf(property);
    if (isAttribute(property, own)) {
      if (one !== null) into.attributes.set(prefixed(own.name ?? key, own), textsOf(one).join(''));
    } else if (isEmbedded(property, own) && isRecord(one)) addMembers(one, property, into);
    else if (Array.isArray(one) && !isWrapped(own)) {
      into.content.push(...one.flatMap((item, index) => nodesOf(itemName(key, property), item, property.item(index))));
    } else into.content.push(...nodesOf(key, one, property));
  }
}

function textsOf(value: unknown): readonly string[] {
  return value === null || value === undefined
    ? []
    : [typeof value === 'object' ? stringifyJson(value) : String(value)];
}
