// Envelopes: finds the item or the list of items inside a body.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isSameName } from '../../../openapi/singular.ts';
import type { PropertyPath } from '../resource.ts';

/** A schema found inside a body, with its property path. */
export interface SchemaAtPath {
  readonly path: PropertyPath;
  readonly schema: Part<Schema>;
}

/** Common property names for the content of a body. */
const CONTENT_NAMES = new Set(
  'data items results value values records entries content contents list resources result rows elements objects entities collection members response payload body item resource object entity record embedded'.split(
    ' ',
  ),
);
/** Suffixes after a resource name: `user_info`, `order_data`. */
const CONTENT_SUFFIXES = new Set(['info', 'infos', 'data', 'details', 'input', 'payload', 'attributes', 'params']);
/** Lists with information about the request, not with items. */
const SIDE_LISTS = /^(errors?|warnings?|messages?|notices|links?|included)$/;
/** Maximum number of nested envelopes. */
const MAX_DEPTH = 3;
/** Maximum number of properties examined per object, and of paths per depth. */
const MAX_PROPERTIES = 40;
const MAX_PATHS = 500;

/**
 * Finds the list in a body, in this order: the body itself; the list named like the resource; the list with a common
 * name; the only list; a list inside a nested object, found the same way. A list of plain values in a nested object
 * counts only if that object is named like the resource or has a common name.
 *
 * @param word - the name of the collection in the path
 */
export function findListSchema(
  schema: Part<Schema> | undefined,
  word: string,
  references: References,
  depth = 0,
): SchemaAtPath | undefined {
  const shape = getSchemaShape(schema, references);
  if (!shape) return undefined;
  if (shape.isList) return shape.items && { path: [], schema: shape.items };
  if (depth === MAX_DEPTH) return undefined;
  const inside = [...shape.properties].slice(0, MAX_PROPERTIES).flatMap(([name, property]) => {
    const inner = getSchemaShape(property, references);
    return inner ? [{ name, property, inner }] : [];
  });
  const lists = inside.filter(
    ({ name, inner }) =>
      inner.isList && inner.items && (isSameName(name, word) || !SIDE_LISTS.test(normalizeName(name))),
  );
  const objects = lists.filter(({ inner }) => getSchemaShape(inner.items, references)?.isObject);
  const named = (all: typeof inside) =>
    all.find(({ name }) => isSameName(name, word)) ?? all.find(({ name }) => CONTENT_NAMES.has(normalizeName(name)));
  const only = (all: typeof inside) => (all.length === 1 ? all[0] : undefined);
  const list = named(objects) ?? named(lists) ?? only(objects) ?? only(lists);
  if (list?.inner.items) return { path: [list.name], schema: list.inner.items };
  const holders = inside.filter(({ inner }) => inner.isObject);
  const meant = named(holders);
  const container = meant ?? only(holders);
  const found = container && findListSchema(container.property, word, references, depth + 1);
  const isListed = meant !== undefined || getSchemaShape(found?.schema, references)?.isObject === true;
  return found && container && isListed ? { ...found, path: [container.name, ...found.path] } : undefined;
}

/** Tells an item from its envelope. */
export interface ItemTest {
  /** The name in the path, such as `pets`. */
  readonly name: string;
  /** The item schema of the list response, if there is one. */
  readonly listItem: Part<Schema> | undefined;
  /** Whether a schema has the id of an item. */
  isItem(shape: SchemaShape): boolean;
}

/**
 * Finds the item in a body, in this order: a schema equal to that of list items; the body itself if it has an id; a
 * property named like the resource or with a common name that has an id; the body itself.
 */
export function findItemSchema(
  schema: Part<Schema> | undefined,
  test: ItemTest,
  references: References,
): SchemaAtPath | undefined {
  const shape = getSchemaShape(schema, references);
  if (!schema || !shape) return undefined;
  const listShape = getSchemaShape(test.listItem, references);
  const whole = { path: [], schema };
  const { name: word } = test;
  const named: Test = (one, path) => one.isObject && isNamed(path, word);
  const content: Test = (one, path) => one.isObject && path.length > 0 && test.isItem(one);
  const anyContent: Test = (one, path) => one.isObject && path.length > 0 && isContent(path, word);
  const find = (...tests: readonly Test[]) => search(schema, word, references, tests);
  const found = listShape && find((one) => one === listShape);
  if (found) return found;
  if (!shape.isList && test.isItem(shape)) return whole;
  if (isMoreThanContent(shape)) return find(named) ?? whole;
  return find(named, content) ?? find(anyContent) ?? whole;
}

/** Names of envelope properties: counts, pagination, links, status. */
const ENVELOPE_NAMES =
  /^(total|count|size|length|next|prev|previous|first|last|page|pages|paging|pagination|limit|offset|cursor|links?|meta|metadata|hasmore|more|object|kind|etag|self|status|success|message|error|errors|code|ok|warnings?|included|jsonapi|requestid|truncated|marker|token|start|end|number|per)|(count|total|token|cursor|pages?|link|links|size|results|marker|uri|url)$/;

/** Whether a property belongs to the envelope, not to the content. */
export function isEnvelopeProperty(name: string): boolean {
  return ENVELOPE_NAMES.test(normalizeName(name));
}

/** Whether a body has properties of its own beside content and envelope. */
function isMoreThanContent({ properties }: SchemaShape): boolean {
  const others = [...properties.keys()].filter(
    (name) => !CONTENT_NAMES.has(normalizeName(name)) && !isEnvelopeProperty(name),
  );
  return others.length > 1;
}

type Test = (shape: SchemaShape, path: PropertyPath) => boolean;

/**
 * Searches a body breadth-first, one test after the other at each depth: properties named like content or like the
 * resource, and only properties. `0` is the path of list items.
 */
function search(
  schema: Part<Schema>,
  word: string,
  references: References,
  tests: readonly Test[],
): SchemaAtPath | undefined {
  let level: readonly SchemaAtPath[] = [{ path: [], schema }];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const shapes = level.flatMap((found) => {
      const shape = getSchemaShape(found.schema, references);
      return shape ? [{ ...found, shape }] : [];
    });
    for (const isMeant of tests) {
      const meant = shapes.find(({ shape, path }) => isMeant(shape, path));
      if (meant) return { path: meant.path, schema: meant.schema };
    }
    level = shapes.slice(0, MAX_PATHS).flatMap(({ shape, path }) => {
      if (shape.isList) return shape.items ? [{ path: [...path, '0'], schema: shape.items }] : [];
      const isAlone = !isMoreThanContent(shape);
      return [...shape.properties]
        .slice(0, MAX_PROPERTIES)
        .filter(([name]) => isAlone || isContent([name], word))
        .map(([name, property]) => ({ path: [...path, name], schema: property }));
    });
  }
  return undefined;
}

function isNamed(path: PropertyPath, word: string): boolean {
  const name = path.findLast((step) => step !== '0');
  return name !== undefined && isSameOrKind(name, word);
}

/** Whether a name is that of the resource or of a variant: `domain_record` for `records`. */
function isSameOrKind(name: string, word: string): boolean {
  const words = splitWords(name);
  const [last = ''] = words.slice(-1);
  if (isSameName(name, word) || (word !== '' && isSameName(last, word))) return true;
  // `user_info` contains a user.
  return words.length > 1 && CONTENT_SUFFIXES.has(last) && isSameName(words.slice(0, -1).join(''), word);
}

function isContent(path: PropertyPath, word: string): boolean {
  return path.every((step) => step === '0' || isSameOrKind(step, word) || CONTENT_NAMES.has(normalizeName(step)));
}
