// The `xml` keywords of a schema: names of elements and attributes (OpenAPI 3.0.3, section 4.7.26).

import type { SchemaView } from '../../../openapi/parameters/schema-view.ts';

/** The documented XML properties of a value. */
export interface XmlKeywords {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  /** OpenAPI 3.2, in place of `attribute` and `wrapped`. */
  readonly nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
}

const known = new WeakMap<SchemaView, XmlKeywords>();

export function xmlKeywordsOf(meaning: SchemaView): XmlKeywords {
  let words = known.get(meaning);
  if (!words) {
    const declared = meaning
      .keywordValues('xml')
      .filter((one): one is XmlKeywords => typeof one === 'object' && one !== null);
    // Keywords beside a reference override those of its target.
    words = Object.assign({}, ...declared.toReversed()) as XmlKeywords;
    known.set(meaning, words);
  }
  return words;
}

/** Whether a value is an attribute. Objects never are, whatever the document says (published ones of Amazon do). */
export function isAttribute({ types }: SchemaView, { attribute, nodeType }: XmlKeywords): boolean {
  return (attribute === true || nodeType === 'attribute') && !types?.has('object');
}

/** Whether a value is text without an element of its own. */
export function isText(meaning: SchemaView, { nodeType }: XmlKeywords): boolean {
  return (
    nodeType === 'text' || nodeType === 'cdata' || (nodeType === 'none' && !isList(meaning) && !isRecordType(meaning))
  );
}

/** Whether the members of an object are nodes of the element that contains it. */
export function isEmbedded(meaning: SchemaView, { nodeType }: XmlKeywords): boolean {
  return nodeType === 'none' && isRecordType(meaning);
}

function isRecordType({ types, propertyNames }: SchemaView): boolean {
  return types?.has('object') ?? propertyNames.length > 0;
}

export function isWrapped({ wrapped, nodeType }: XmlKeywords): boolean {
  return wrapped === true || nodeType === 'element';
}

export function isList(meaning: SchemaView): boolean {
  return meaning.types?.has('array') ?? false;
}

/**
 * The local name of the elements of a list. An unwrapped list has no element of its own, so its own name is ignored.
 */
export function itemName(property: string, meaning: SchemaView): string {
  const own = xmlKeywordsOf(meaning);
  return xmlKeywordsOf(meaning.item(0)).name ?? (isWrapped(own) ? own.name : undefined) ?? property;
}

export function rootItemName(meaning: SchemaView): string {
  return xmlKeywordsOf(meaning.item(0)).name ?? meaning.item(0).componentName ?? 'item';
}
