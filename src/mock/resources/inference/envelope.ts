// Where in the body of a message an item or a list of items stands: bodies often hold it below a name, with more around it.

import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { Place } from '../resource.ts';
import { isSameThing, plain, wordsOf } from './word.ts';

/** Something that was found in a body. */
export interface Found {
  readonly place: Place;
  readonly schema: Part<Schema>;
}

/** Names under which bodies hold what they are about, whatever that is. */
const CONTENTS = new Set(
  'data items results value values records entries content contents list resources result rows elements objects entities collection members response payload body item resource object entity record embedded'.split(
    ' ',
  ),
);
/** What stands behind the name of a thing where it is held: `user_info`, `order_data`. */
const HOLDING = new Set(['info', 'data', 'details', 'input', 'payload', 'attributes', 'params']);
/** Lists that tell something about what was asked. */
const BESIDE = /^(errors?|warnings?|messages?|notices|links?|included)$/;
/** How many envelopes may be around one another. */
const DEEPEST = 3;
/** How many properties of an object in a body are looked into, and at how many places of one depth. */
const MOST_LOOKED_AT = 40;
const MOST_PLACES = 500;

/**
 * The list in a body: the body itself; else the one under the name of what is listed; else under one of the usual names; else the only one; else one
 * that stands in an object in the same way. A list of plain values in an object of which nothing says that it holds what is listed is that object's own.
 *
 * @param word - what is listed, as in the path
 */
export function listIn(
  schema: Part<Schema> | undefined,
  word: string,
  references: References,
  depth = 0,
): Found | undefined {
  const shape = getSchemaShape(schema, references);
  if (!shape) return undefined;
  if (shape.isList) return shape.items && { place: [], schema: shape.items };
  if (depth === DEEPEST) return undefined;
  const inside = [...shape.properties].slice(0, MOST_LOOKED_AT).flatMap(([name, property]) => {
    const inner = getSchemaShape(property, references);
    return inner ? [{ name, property, inner }] : [];
  });
  const lists = inside.filter(
    ({ name, inner }) => inner.isList && inner.items && (isSameThing(name, word) || !BESIDE.test(plain(name))),
  );
  const objects = lists.filter(({ inner }) => getSchemaShape(inner.items, references)?.isObject);
  const named = (all: typeof inside) =>
    all.find(({ name }) => isSameThing(name, word)) ?? all.find(({ name }) => CONTENTS.has(plain(name)));
  const only = (all: typeof inside) => (all.length === 1 ? all[0] : undefined);
  const list = named(objects) ?? named(lists) ?? only(objects) ?? only(lists);
  if (list?.inner.items) return { place: [list.name], schema: list.inner.items };
  const holders = inside.filter(({ inner }) => inner.isObject);
  const meant = named(holders);
  const holder = meant ?? only(holders);
  const found = holder && listIn(holder.property, word, references, depth + 1);
  const isListed = meant !== undefined || getSchemaShape(found?.schema, references)?.isObject === true;
  return found && holder && isListed ? { ...found, place: [holder.name, ...found.place] } : undefined;
}

/** What tells an item from what is around it. */
export interface ItemTest {
  /** What it is called in the path, such as `pets`. */
  readonly word: string;
  /** What is known to be one, from a list of them. */
  readonly known: Part<Schema> | undefined;
  /** Whether something has what tells one from another. */
  isItem(shape: SchemaShape): boolean;
}

/**
 * The item in a body: what has the schema of one; else the body itself when it can be told from others; else what stands under the name of the
 * thing or under one of the usual ones and can; else the body itself.
 */
export function itemIn(schema: Part<Schema> | undefined, test: ItemTest, references: References): Found | undefined {
  const shape = getSchemaShape(schema, references);
  if (!schema || !shape) return undefined;
  const known = getSchemaShape(test.known, references);
  const whole = { place: [], schema };
  const { word } = test;
  const named: Test = (one, place) => one.isObject && isNamed(place, word);
  const content: Test = (one, place) => one.isObject && place.length > 0 && test.isItem(one);
  const anything: Test = (one, place) => one.isObject && place.length > 0 && isContent(place, word);
  const find = (...tests: readonly Test[]) => search(schema, word, references, tests);
  const found = known && find((one) => one === known);
  if (found) return found;
  if (!shape.isList && test.isItem(shape)) return whole;
  if (isMoreThanContent(shape)) return find(named) ?? whole;
  return find(named, content) ?? find(anything) ?? whole;
}

/** Names of what is around a list or an item: how many there are, where the others are, whether it went well. */
const AROUND =
  /^(total|count|size|length|next|prev|previous|first|last|page|pages|paging|pagination|limit|offset|cursor|links?|meta|metadata|hasmore|more|object|kind|etag|self|status|success|message|error|errors|code|ok|warnings?|included|jsonapi|requestid|truncated|marker|token|start|end|number|per)|(count|total|token|cursor|pages?|link|links|size|results|marker|uri|url)$/;

/** Whether a property is called like what is around the contents of a body. */
export function isAround(name: string): boolean {
  return AROUND.test(plain(name));
}

/** Whether a body says more than what it holds and what is around that. */
function isMoreThanContent({ properties }: SchemaShape): boolean {
  const others = [...properties.keys()].filter((name) => !CONTENTS.has(plain(name)) && !isAround(name));
  return others.length > 1;
}

type Test = (shape: SchemaShape, place: Place) => boolean;

/**
 * Looks into a body, what is further out first, and there by one test after the other: into what is called like contents or like the thing, and into what is
 * there alone. An element of a list of one is at `0`.
 */
function search(schema: Part<Schema>, word: string, references: References, tests: readonly Test[]): Found | undefined {
  let level: readonly Found[] = [{ place: [], schema }];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    const shapes = level.flatMap((found) => {
      const shape = getSchemaShape(found.schema, references);
      return shape ? [{ ...found, shape }] : [];
    });
    for (const isMeant of tests) {
      const meant = shapes.find(({ shape, place }) => isMeant(shape, place));
      if (meant) return { place: meant.place, schema: meant.schema };
    }
    level = shapes.slice(0, MOST_PLACES).flatMap(({ shape, place }) => {
      if (shape.isList) return shape.items ? [{ place: [...place, '0'], schema: shape.items }] : [];
      const isAlone = !isMoreThanContent(shape);
      return [...shape.properties]
        .slice(0, MOST_LOOKED_AT)
        .filter(([name]) => isAlone || isContent([name], word))
        .map(([name, property]) => ({ place: [...place, name], schema: property }));
    });
  }
  return undefined;
}

function isNamed(place: Place, word: string): boolean {
  const name = place.findLast((step) => step !== '0');
  return name !== undefined && isSameOrKind(name, word);
}

/** Whether a name is that of a thing, or of a kind of it: a `domain_record` of `records`. */
function isSameOrKind(name: string, word: string): boolean {
  const words = wordsOf(name);
  const [last = ''] = words.slice(-1);
  if (isSameThing(name, word) || (word !== '' && isSameThing(last, word))) return true;
  // `user_info` holds a user.
  return words.length > 1 && HOLDING.has(last) && isSameThing(words.slice(0, -1).join(''), word);
}

function isContent(place: Place, word: string): boolean {
  return place.every((step) => step === '0' || isSameOrKind(step, word) || CONTENTS.has(plain(step)));
}
