// The property that identifies items among others.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isSameName, singular } from '../../../openapi/singular.ts';
import type { PropertyPath } from '../resource.ts';

/** A property that may identify items. */
export interface IdProperty {
  readonly path: PropertyPath;
  readonly schema: Part<Schema>;
}

/** Names from which id properties are derived. */
interface IdNaming {
  /** The name of the path parameter; undefined without one. */
  readonly parameter: string | undefined;
  /** The path segment before it, such as `pets`; empty without one. */
  readonly collection: string;
  /** The type of the path parameter; undefined if not declared. */
  readonly type?: string | undefined;
}

/** Names of ids that do not name their resource. */
export const BARE_NAMES = new Set(['id', 'name', 'key', 'uuid', 'guid', 'slug', 'code', 'number', 'sid', 'type']);

/** Other names of id properties, in order of preference. */
const ID_NAMES = ['uuid', 'guid', 'gid', 'key', 'name', 'sid', 'code', 'slug', 'number'];
/** As `ID_NAMES`, if no property is named like the resource plus `id`. */
const LAST_NAMES = ['arn', 'username', 'login', 'sha', 'hash'];
/** Objects that identify the item. */
const IDENTIFYING = /(reference|ref|key|identifier|identity|metadata|meta|^id|properties|attributes)$/;
/** Objects that identify another item: the `parentReference.siteId` of a site is not its own id. */
const OF_PARENT = /^(parent|owner)/;
/** Objects whose properties belong to the item itself. */
const OWN_METADATA = /^(metadata|meta|identity|identifiers?|properties|attributes)$/;
/** Names that people use for an item. */
const TEXT_NAMES = ['login', 'slug', 'username', 'name'];
const PRIMITIVE = new Set(['string', 'integer', 'number']);
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number']);

/**
 * Finds the id of an item. Order: the property named like the path parameter (`petId`), also in an identifying object
 * (`datasetReference.datasetId`); `login` for `username`; the parameter without the resource name (`id`); `id`; the
 * last word of the parameter; metadata (`metadata.id`); `uuid`, `key`, `name` and others; the resource name plus `id`;
 * `arn`, `login` and others; the only property that ends like an id.
 *
 * @param isStrict - only unmistakable names. Default false
 */
export function findIdProperty(
  shape: SchemaShape,
  naming: IdNaming,
  references: References,
  isStrict = false,
): IdProperty | undefined {
  const names = new Map<string, string>();
  for (const name of shape.properties.keys()) if (!names.has(normalizeName(name))) names.set(normalizeName(name), name);
  const property = (wanted: string): IdProperty | undefined => {
    const name = names.get(wanted);
    const schema = name === undefined ? undefined : shape.properties.get(name);
    return name !== undefined && schema && isPrimitive(schema, references) ? { path: [name], schema } : undefined;
  };
  const { parameter = '', collection: word } = naming;
  const parameterName = normalizeName(parameter);
  const shortName = withoutTypeName(parameter, word);
  const isNumeric = (found: IdProperty | undefined) =>
    found !== undefined && getSchemaShape(found.schema, references)?.types.has('integer');
  // For a string parameter that is named like a name or a slug, a numeric `id` is not meant.
  const isNameParameter =
    naming.type === 'string' &&
    (isSameName(lastWord(parameter), lastWord(word)) || /(name|slug|login|user)$/.test(parameterName));
  const readableId = () => TEXT_NAMES.map(property).find((found) => found && !isNumeric(found));
  const id = property('id');
  const certain =
    property(parameterName) ??
    findNested(
      shape,
      parameterName,
      references,
      (name) => IDENTIFYING.test(normalizeName(name)) && !OF_PARENT.test(normalizeName(name)),
    ) ??
    // `/users/{username}` takes the login of a user, not the name.
    (parameterName === 'username' ? property('login') : undefined) ??
    (shortName === '' ? undefined : property(shortName)) ??
    (isNameParameter && isNumeric(id) ? readableId() : undefined) ??
    id ??
    property('_id');
  if (certain || isStrict) return certain;
  // A numeric parameter does not match a string property.
  const isNumber = NUMBERS.has(naming.type ?? '');
  const likely = (name: string) => {
    const found = property(name);
    const types = getSchemaShape(found?.schema, references)?.types;
    return isNumber && types?.has('string') && types.size === 1 ? undefined : found;
  };
  const resourceName = singular(normalizeName(word));
  const endings = ['id', 'uuid', 'key', 'name', 'code', 'number', 'slug'].map((ending) => resourceName + ending);
  // `{floating_ip}` takes the `ip`.
  const best =
    likely(normalizeName(lastWord(parameter))) ??
    findNested(shape, shortName || 'id', references, (name) => OWN_METADATA.test(normalizeName(name)));
  if (best) return best;
  for (const name of [...ID_NAMES, ...endings, ...LAST_NAMES]) {
    const found = likely(name);
    if (found) return found;
  }
  const ids = [...names.keys()].filter((name) => /(id|guid|uuid|gid|arn)$/.test(name)).map(likely);
  const [onlyId, ...others] = ids.filter((one) => one !== undefined);
  if (onlyId && others.length === 0) return onlyId;
  return (
    findNested(shape, parameterName, references, () => true) ??
    findNested(shape, 'id', references, (name) => isIdentifying(name, word))
  );
}

/**
 * Whether a parameter of a collection lists ids of its items: `ids`, `petIds` of pets, or ids that match no property of
 * an item and thus cannot be a filter.
 *
 * @param shape - the shape of an item; undefined if unknown
 */
export function isIdParameter(parameter: string, word: string, shape: SchemaShape | undefined): boolean {
  const [, resourceName] = /^(.*?)(?:ids?)$/.exec(normalizeName(parameter)) ?? [];
  if (resourceName === undefined) return false;
  if (resourceName === '' || isSameName(resourceName, word)) return true;
  const owns = [...(shape?.properties.keys() ?? [])].map(normalizeName);
  return ![resourceName, `${resourceName}id`, `${resourceName}ids`].some((name) => owns.includes(name));
}

/** Whether an id is a name that people use, not an opaque text. */
export function isReadableId(path: PropertyPath): boolean {
  return TEXT_NAMES.some((name) => normalizeName(path.at(-1) ?? '').endsWith(name));
}

/** Whether an id is a standard code, such as an ISBN. */
export function isStandardCode(path: PropertyPath): boolean {
  return /(isbn|issn|iban|ean|gtin|upc|vin|sku|barcode)(10|13)?$/.test(normalizeName(path.at(-1) ?? ''));
}

/** A property of a nested object in the item. */
function findNested(
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
      if (normalizeName(key) === wanted && isPrimitive(property, references))
        return { path: [name, key], schema: property };
    }
  }
  return undefined;
}

function isIdentifying(name: string, word: string): boolean {
  return IDENTIFYING.test(normalizeName(name)) || isSameName(name, word);
}

/**
 * `userId` of `users` becomes `id`, `customerProfileSid` of `CustomerProfiles` becomes `sid`; empty without the
 * resource name.
 */
export function withoutTypeName(parameter: string, word: string): string {
  const parameterName = normalizeName(parameter);
  const things = [singular(normalizeName(word)), normalizeName(word), ...splitWords(word).slice(-1).map(singular)];
  for (const resourceName of things) {
    if (resourceName !== '' && parameterName.length > resourceName.length && parameterName.startsWith(resourceName))
      return parameterName.slice(resourceName.length);
  }
  return '';
}

function lastWord(name: string): string {
  return splitWords(name).at(-1) ?? name;
}

function isPrimitive(schema: Part<Schema>, references: References): boolean {
  const shape = getSchemaShape(schema, references);
  // Write-only properties are never returned.
  if (!shape || shape.keywordValue('writeOnly') === true) return false;
  return shape.types.size === 0
    ? !shape.isObject && !shape.isList
    : [...shape.types].some((type) => PRIMITIVE.has(type));
}
