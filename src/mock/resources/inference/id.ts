// What tells one item from another: the property that the path asks for, or the one that is called like an id.

import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { Place } from '../resource.ts';
import { isSameThing, plain, singular, wordsOf } from './word.ts';

/** A property that may tell items apart. */
export interface IdProperty {
  readonly place: Place;
  readonly schema: Part<Schema>;
}

/** What a kind of thing is called, by which its ids are. */
export interface Naming {
  /** The name of the path parameter; undefined where no path asks for one. */
  readonly parameter: string | undefined;
  /** The word of the path before it, such as `pets`; empty where there is none. */
  readonly word: string;
  /** What the path takes for an id; undefined when it does not say. */
  readonly type?: string | undefined;
}

/** What else is called so that items are told apart by it, the likelier ones first. */
const ID_NAMES = ['uuid', 'guid', 'gid', 'key', 'name', 'sid', 'code', 'slug', 'number'];
/** As `ID_NAMES`, where nothing is called like the thing and an id. */
const LAST_NAMES = ['arn', 'username', 'login', 'sha', 'hash'];
/** Objects that say who an item is. */
const SAYING_WHO = /(reference|ref|key|identifier|identity|metadata|meta|^id|properties|attributes)$/;
/** Objects that say who something else is: a site's `parentReference.siteId` is not its own id. */
const OF_PARENT = /^(parent|owner)/;
/** Objects of which the properties are those of the item. */
const OWN = /^(metadata|meta|identity|identifiers?|properties|attributes)$/;
/** What an item is called by people. */
const TEXT_NAMES = ['login', 'slug', 'username', 'name'];
const PRIMITIVE = new Set(['string', 'integer', 'number']);
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number']);

/**
 * Finds the id in an item: the property that is called like the parameter of the path (`petId`); that inside an object that says who the item is
 * (`datasetReference.datasetId`); of `username` the login; the parameter without what the thing is called (`id`); `id`; the last word of the parameter; that of its metadata
 * (`metadata.id`); `uuid`, `key`, `name` and the like; what the thing is called and `id`; `arn`, `login` and the like; the only one that ends like an id.
 *
 * @param surely - only what cannot well be anything else. Default false
 */
export function idPropertyOf(
  shape: SchemaShape,
  naming: Naming,
  references: References,
  surely = false,
): IdProperty | undefined {
  const names = new Map<string, string>();
  for (const name of shape.properties.keys()) if (!names.has(plain(name))) names.set(plain(name), name);
  const property = (wanted: string): IdProperty | undefined => {
    const name = names.get(wanted);
    const schema = name === undefined ? undefined : shape.properties.get(name);
    return name !== undefined && schema && isPrimitive(schema, references) ? { place: [name], schema } : undefined;
  };
  const { parameter = '', word } = naming;
  const asked = plain(parameter);
  const short = withoutThing(parameter, word);
  const numbered = (found: IdProperty | undefined) =>
    found !== undefined && getSchemaShape(found.schema, references)?.types.has('integer');
  // Where a path asks for a text, and names what people call a thing, a number is not meant.
  const isCalled =
    naming.type === 'string' && (isSameThing(lastOf(parameter), lastOf(word)) || /(name|slug|login|user)$/.test(asked));
  const called = () => TEXT_NAMES.map(property).find((found) => found && !numbered(found));
  const id = property('id');
  const told =
    property(asked) ??
    inside(shape, asked, references, (name) => SAYING_WHO.test(plain(name)) && !OF_PARENT.test(plain(name))) ??
    // `/users/{username}` asks for the login of somebody, not for the name.
    (asked === 'username' ? property('login') : undefined) ??
    (short === '' ? undefined : property(short)) ??
    (isCalled && numbered(id) ? called() : undefined) ??
    id ??
    property('_id');
  if (told || surely) return told;
  // A text is not meant where a path asks for a number.
  const isNumber = NUMBERS.has(naming.type ?? '');
  const likely = (name: string) => {
    const found = property(name);
    const types = getSchemaShape(found?.schema, references)?.types;
    return isNumber && types?.has('string') && types.size === 1 ? undefined : found;
  };
  const thing = singular(plain(word));
  const endings = ['id', 'uuid', 'key', 'name', 'code', 'number', 'slug'].map((ending) => thing + ending);
  // `{floating_ip}` asks for the `ip`.
  const best =
    likely(plain(lastOf(parameter))) ?? inside(shape, short || 'id', references, (name) => OWN.test(plain(name)));
  if (best) return best;
  for (const name of [...ID_NAMES, ...endings, ...LAST_NAMES]) {
    const found = likely(name);
    if (found) return found;
  }
  const ids = [...names.keys()].filter((name) => /(id|guid|uuid|gid|arn)$/.test(name)).map(likely);
  const [only, ...others] = ids.filter((one) => one !== undefined);
  if (only && others.length === 0) return only;
  return inside(shape, asked, references, () => true) ?? inside(shape, 'id', references, (name) => isWho(name, word));
}

/**
 * Whether a parameter of a collection has ids of its items: `ids`, `petIds` of pets, or ids of something that no property of an item is called like, so that
 * they are nothing to filter by.
 *
 * @param shape - what an item looks like; undefined where nobody knows
 */
export function namesItems(parameter: string, word: string, shape: SchemaShape | undefined): boolean {
  const [, thing] = /^(.*?)(?:ids?)$/.exec(plain(parameter)) ?? [];
  if (thing === undefined) return false;
  if (thing === '' || isSameThing(thing, word)) return true;
  const owns = [...(shape?.properties.keys() ?? [])].map(plain);
  return ![thing, `${thing}id`, `${thing}ids`].some((name) => owns.includes(name));
}

/** Whether an id is what people call a thing, not a text that tells them nothing. */
export function isCalledBy(place: Place): boolean {
  return TEXT_NAMES.some((name) => plain(place.at(-1) ?? '').endsWith(name));
}

/** A property of an object in the item. */
function inside(
  shape: SchemaShape,
  wanted: string,
  references: References,
  isMeant: (name: string) => boolean,
): IdProperty | undefined {
  if (wanted === '') return undefined;
  for (const [name, schema] of shape.properties) {
    if (!isMeant(name)) continue;
    const inner = getSchemaShape(schema, references);
    if (!inner?.isObject) continue;
    for (const [key, property] of inner.properties) {
      if (plain(key) === wanted && isPrimitive(property, references)) return { place: [name, key], schema: property };
    }
  }
  return undefined;
}

function isWho(name: string, word: string): boolean {
  return SAYING_WHO.test(plain(name)) || isSameThing(name, word);
}

/** `userId` of `users` is `id`, `customerProfileSid` of `CustomerProfiles` is `sid`; empty when nothing of it is the name of the thing. */
export function withoutThing(parameter: string, word: string): string {
  const asked = plain(parameter);
  const things = [singular(plain(word)), plain(word), ...wordsOf(word).slice(-1).map(singular)];
  for (const thing of things) {
    if (thing !== '' && asked.length > thing.length && asked.startsWith(thing)) return asked.slice(thing.length);
  }
  return '';
}

function lastOf(name: string): string {
  return wordsOf(name).at(-1) ?? name;
}

function isPrimitive(schema: Part<Schema>, references: References): boolean {
  const shape = getSchemaShape(schema, references);
  // What is never shown tells nothing apart.
  if (!shape || shape.keywordValue('writeOnly') === true) return false;
  return shape.types.size === 0
    ? !shape.isObject && !shape.isList
    : [...shape.types].some((type) => PRIMITIVE.has(type));
}
