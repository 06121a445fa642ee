// Converts an XML element to a value by its schema.

import { parseScalar } from '../../../openapi/parameters/parse-scalar.ts';
import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';
import type { CData, XmlElement, XmlNode } from './xml-element.ts';
import {
  isAttribute,
  isEmbedded,
  isList,
  isText,
  isWrapped,
  itemName,
  type XmlKeywords,
  xmlKeywordsOf,
} from './xml-keywords.ts';

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Whether a property of an object is the CDATA section of its element. */
function hasSection(meaning: SchemaView): boolean {
  return meaning.propertyNames.some((name) => xmlKeywordsOf(meaning.property(name)).nodeType === 'cdata');
}

function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string' && 'name' in node;
}

function childrenOf({ content }: XmlElement): readonly XmlElement[] {
  return content.filter(isElement);
}

function textIn({ content }: XmlElement): string {
  return content.map((node) => (isElement(node) ? textIn(node) : textOf(node))).join('');
}

function textOf(node: CData | string): string {
  return typeof node === 'string' ? node : node.cdata;
}

/**
 * The text of an element that belongs to a property. White space between elements and sections is formatting.
 *
 * @param besideSection - whether another property is the CDATA section of this element
 */
function ownText({ content }: XmlElement, { nodeType }: XmlKeywords, besideSection: boolean): string {
  const texts = content.filter((node): node is CData | string => !isElement(node));
  const first = texts.findIndex((node) => typeof node !== 'string');
  const last = texts.findLastIndex((node) => typeof node !== 'string');
  if (nodeType === 'cdata' && first !== -1)
    return texts
      .slice(first, last + 1)
      .map(textOf)
      .join('');
  const own = (besideSection ? texts.filter((node) => typeof node === 'string') : texts).map(textOf).join('');
  return texts.length < content.length || besideSection ? own.trim() : own;
}

export function itemElements(element: XmlElement, meaning: SchemaView, name: string): unknown[] {
  if (meaning.keywordValues('prefixItems').length > 0) return orderedItems(element, meaning);
  const children = childrenOf(element);
  const named = children.filter((child) => localName(child.name) === localName(name));
  return (named.length > 0 ? named : children).map((child, index) => elementValue(child, meaning.item(index)));
}

/** Items with schemas of their own, in their order: each an element or a text. */
function orderedItems({ content }: XmlElement, meaning: SchemaView): unknown[] {
  const items: unknown[] = [];
  let text = '';
  const takeText = () => {
    const item = meaning.item(items.length);
    if (isText(item, xmlKeywordsOf(item))) items.push(parseScalar(text, item));
    text = '';
  };
  for (const node of content) {
    if (!isElement(node)) {
      text += textOf(node);
      continue;
    }
    takeText();
    items.push(elementValue(node, meaning.item(items.length)));
  }
  if (text !== '') takeText();
  return items;
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
  /** How many more objects without an element of their own are looked for: schemas may be recursive. */
  embedded: number;
}

/** The maximum number of objects without an element of their own in one element. */
const MAX_EMBEDDED = 100;

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
  return { attributes, children, embedded: MAX_EMBEDDED };
}

/** Shared by all empty elements, which may be most of a long body. */
const NOTHING: Inner = { attributes: new Map(), children: new Map(), embedded: MAX_EMBEDDED };

/**
 * Whether a property is always present. An empty list without a wrapper element has no elements, so it is present
 * without any.
 */
function isWrittenAlways(property: SchemaView): boolean {
  return !['readOnly', 'writeOnly'].some((word) => property.keywordValues(word).includes(true));
}

function objectOf(element: XmlElement, meaning: SchemaView): unknown {
  const isEmpty = element.content.length === 0 && element.attributes.size === 0;
  const inner = isEmpty ? { ...NOTHING } : innerOf(element);
  const entries = takeMembers(element, inner, meaning);
  const declared = new Set(meaning.propertyNames);
  // Undocumented elements keep their names, unless a property with another name or node type has it.
  for (const [name, text] of inner.attributes)
    entries.push([declared.has(name) ? `@${name}` : name, parseScalar(text, meaning.property(name))]);
  for (const [name, found] of inner.children) {
    const property = meaning.property(name);
    const values = found.map((child) => elementValue(child, property));
    entries.push([declared.has(name) ? `<${name}>` : name, values.length > 1 ? values : values[0]]);
  }
  return Object.fromEntries(entries);
}

/** The declared members of an object; removes what they use. */
function takeMembers(element: XmlElement, inner: Inner, meaning: SchemaView): [string, unknown][] {
  const { attributes, children: left } = inner;
  const entries: [string, unknown][] = [];
  for (const name of meaning.propertyNames) {
    const property = meaning.property(name);
    const words = xmlKeywordsOf(property);
    const own = localName(words.name ?? name);
    const isRequired = meaning.required.has(name);
    if (isAttribute(property, words)) {
      const text = attributes.get(own);
      attributes.delete(own);
      if (text !== undefined) entries.push([name, parseScalar(text, property)]);
      // Null has no attribute (OpenAPI 3.2, section 4.26.4).
      else if (isRequired && property.types?.has('null')) entries.push([name, null]);
    } else if (isText(property, words)) {
      entries.push([name, parseScalar(ownText(element, words, hasSection(meaning)), property)]);
    } else if (isEmbedded(property, words)) {
      if (inner.embedded === 0) continue;
      inner.embedded -= 1;
      const members = takeMembers(element, inner, property);
      if (members.length > 0 || isRequired) entries.push([name, Object.fromEntries(members)]);
    } else {
      const isBare = isList(property) && !isWrapped(words);
      const key = isBare ? localName(itemName(name, property)) : own;
      const found = left.get(key);
      left.delete(key);
      if (!found) {
        if (isBare && isRequired && isWrittenAlways(property)) entries.push([name, []]);
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
  return entries;
}
