// The `xml` words of a schema: how values are called where they are elements and attributes (OpenAPI 3.0.3, section 4.7.26).

import type { Meaning } from '../../../openapi/parameters/meaning.ts';

/** What a document says of an element or an attribute. */
export interface Words {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  /** OpenAPI 3.2, in place of `attribute` and `wrapped`. */
  readonly nodeType?: 'element' | 'attribute' | 'text' | 'cdata' | 'none';
}

const known = new WeakMap<Meaning, Words>();

export function wordsOf(meaning: Meaning): Words {
  let words = known.get(meaning);
  if (!words) {
    const said = meaning.said('xml').filter((one): one is Words => typeof one === 'object' && one !== null);
    // What stands beside a reference counts more than what it leads to.
    words = Object.assign({}, ...said.toReversed()) as Words;
    known.set(meaning, words);
  }
  return words;
}

/** Whether a value stands in an attribute. None holds an object, whatever the document says of one (published ones of Amazon do). */
export function isAttribute({ types }: Meaning, { attribute, nodeType }: Words): boolean {
  return (attribute === true || nodeType === 'attribute') && !types?.has('object');
}

export function isText({ nodeType }: Words): boolean {
  return nodeType === 'text' || nodeType === 'cdata';
}

export function isWrapped({ wrapped, nodeType }: Words): boolean {
  return wrapped === true || nodeType === 'element';
}

export function isList(meaning: Meaning): boolean {
  return meaning.types?.has('array') ?? false;
}

/** The name of the elements of a list, without its prefix. Around a list that is not wrapped there is none, so its own name means nothing. */
export function itemName(property: string, meaning: Meaning): string {
  const own = wordsOf(meaning);
  return wordsOf(meaning.item(0)).name ?? (isWrapped(own) ? own.name : undefined) ?? property;
}

export function rootItemName(meaning: Meaning): string {
  return wordsOf(meaning.item(0)).name ?? meaning.item(0).component ?? 'item';
}
