// Converts an XML element to a value by its schema.

import { parseScalar } from '../../../openapi/parameters/parse-scalar.ts';
import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import type { XmlElement } from './xml-element.ts';
import { isAttribute, isList, isText, isWrapped, itemName, xmlKeywordsOf } from './xml-keywords.ts';

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function childrenOf({ content }: XmlElement): readonly XmlElement[] {
  return content.filter((one) => typeof one !== 'string');
}

function textIn({ content }: XmlElement): string {
  return content.map((one) => (typeof one === 'string' ? one : textIn(one))).join('');
}

export function itemElements(element: XmlElement, meaning: SchemaView, name: string): unknown[] {
  const children = childrenOf(element);
  const named = children.filter((child) => localName(child.name) === localName(name));
  return (named.length > 0 ? named : children).map((child, index) => elementValue(child, meaning.item(index)));
}

export function elementValue(element: XmlElement, meaning: SchemaView): unknown {
  if (isNil(element)) return null;
  const { types } = meaning;
  if (isList(meaning)) return itemElements(element, meaning, itemName(localName(element.name), meaning));
  if (isObject(element, meaning)) return objectOf(element, meaning);
  const text = textIn(element);
  return parseScalar(types?.has('string') ? text : text.trim(), meaning);
}

function isObject(element: XmlElement, { types, propertyNames: names }: SchemaView): boolean {
  const isBare = childrenOf(element).length === 0 && element.attributes.size === 0;
  if (!types) return names.length > 0 || !isBare;
  return types.has('object') && !(isBare && types.has('string'));
}

/** W3C XML Schema, section 2.6.2. */
function isNil({ attributes }: XmlElement): boolean {
  if (attributes.size === 0) return false;
  return [...attributes].some(([name, value]) => name.endsWith(':nil') && (value === 'true' || value === '1'));
}

/** The content of an element, by local name. Objects remove what they use. */
interface Inner {
  readonly attributes: Map<string, string>;
  readonly children: Map<string, XmlElement[]>;
}

function innerOf(element: XmlElement): Inner {
  const attributes = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    if (!/^(xmlns|xsi|xml)(:|$)/.test(name)) attributes.set(localName(name), value);
  }
  const children = new Map<string, XmlElement[]>();
  for (const child of childrenOf(element)) {
    const name = localName(child.name);
    const others = children.get(name);
    if (others) others.push(child);
    else children.set(name, [child]);
  }
  return { attributes, children };
}

/** Shared by all empty elements, which may be most of a long body. */
const NOTHING: Inner = { attributes: new Map(), children: new Map() };

/**
 * Whether a property is always present. An empty list without a wrapper element has no elements, so it is present
 * without any.
 */
function isWrittenAlways(property: SchemaView): boolean {
  return !['readOnly', 'writeOnly'].some((word) => property.keywordValues(word).includes(true));
}

function objectOf(element: XmlElement, meaning: SchemaView): unknown {
  const isEmpty = element.content.length === 0 && element.attributes.size === 0;
  const { attributes, children: left } = isEmpty ? NOTHING : innerOf(element);
  const entries: [string, unknown][] = [];
  for (const name of meaning.propertyNames) {
    const property = meaning.property(name);
    const words = xmlKeywordsOf(property);
    const own = localName(words.name ?? name);
    if (isAttribute(property, words)) {
      const text = attributes.get(own);
      attributes.delete(own);
      if (text !== undefined) entries.push([name, parseScalar(text, property)]);
    } else if (isText(words)) {
      entries.push([name, parseScalar(textIn(element), property)]);
    } else {
      const isBare = isList(property) && !isWrapped(words);
      const key = isBare ? localName(itemName(name, property)) : own;
      const found = left.get(key);
      left.delete(key);
      if (!found) {
        if (isBare && meaning.required.has(name) && isWrittenAlways(property)) entries.push([name, []]);
        continue;
      }
      // Repeated elements of a single value become a list, which validation rejects.
      const values = isBare
        ? found.map((child, index) => elementValue(child, property.item(index)))
        : found.map((child) =>
            isList(property) ? itemElements(child, property, itemName(name, property)) : elementValue(child, property),
          );
      entries.push([name, isBare || values.length > 1 ? values : values[0]]);
    }
  }
  // Undocumented elements keep their names.
  for (const [name, text] of attributes) entries.push([name, parseScalar(text, meaning.property(name))]);
  for (const [name, found] of left) {
    const property = meaning.property(name);
    const values = found.map((child) => elementValue(child, property));
    entries.push([name, values.length > 1 ? values : values[0]]);
  }
  return Object.fromEntries(entries);
}
