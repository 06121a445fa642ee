// Discriminator mapping: which schema a property value selects (OpenAPI 3.0.3, section 4.7.25).

import { toComparableText } from '../../schema/equality.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';

/** Schema lookup for discriminators. */
export interface SchemaFinder {
  /** The unresolved value at a pointer. */
  valueAt(pointer: string): unknown;
  /** The pointer of a reference's target. */
  target(reference: string, pointer: string): string | undefined;
  /** Records a constraint that is not enforced. */
  reportUnenforced(pointer: string, message: string): void;
  /** Pointers of the schemas that extend a base by `allOf`, directly or indirectly. */
  extensionsOf(pointer: string): readonly string[];
}

/** Selection of a schema by the value of one property. */
export interface DiscriminatorChoice {
  readonly property: string;
  /** Schema pointers by value; the schema itself for its own value. */
  readonly byValue: ReadonlyMap<string, string>;
  /** Whether it selects among `oneOf` or `anyOf`, not among extensions of a base. */
  readonly isAmongBranches: boolean;
  /** Branches that forbid the property: values without it are compared with them. */
  readonly untagged: readonly string[];
  /** The schema of values that select none, and of objects without the property (OpenAPI 3.2, `defaultMapping`). */
  readonly defaultSchema: string | undefined;
  /** Whether some schemas have no value, so that unknown values are allowed. */
  readonly allowsUnmappedValues: boolean;
}

/** The discriminator value of an object; undefined if it is missing. */
export function discriminatorValue(value: unknown, property: string): string | undefined {
  const given = isRecord(value) && Object.hasOwn(value, property) ? value[property] : undefined;
  return given === undefined ? undefined : toComparableText(given);
}

/** Maximum nested discriminators. */
const MAX_DEPTH = 8;

/**
 * Reads the discriminator of a schema: it selects among `oneOf` or `anyOf`, else among extensions. Values come from
 * `mapping`, else from component names and from the `enum` or `const` of the property.
 *
 * @returns undefined if there is nothing to select
 */
export function readDiscriminator(pointer: string, finder: SchemaFinder, depth = 0): DiscriminatorChoice | undefined {
  const schema = finder.valueAt(pointer);
  if (!isRecord(schema) || !isRecord(schema.discriminator) || depth > MAX_DEPTH) return undefined;
  const { propertyName: property, mapping, defaultMapping } = schema.discriminator;
  if (typeof property !== 'string') return undefined;

  const byValue = new Map<string, string>();
  const ambiguous = new Set<string>();
  const schemaOf = (name: unknown, ...steps: readonly string[]): string | undefined => {
    const at = childPointer(pointer, 'discriminator', ...steps);
    const target = typeof name === 'string' ? targetOf(name, at, finder) : undefined;
    if (target === undefined)
      finder.reportUnenforced(at, `${stringifyJson(name)} is not a schema; the value selects none`);
    return target;
  };
  for (const [value, name] of Object.entries(isRecord(mapping) ? mapping : {})) {
    const target = schemaOf(name, 'mapping', value);
    if (target !== undefined) byValue.set(value, target);
  }
  const mapped = new Set(byValue.values());
  let isOpen = false;
  const named = new Map<string, string>();
  const keyword = ['oneOf', 'anyOf'].find((word) => Array.isArray(schema[word]));
  const branches = keyword
    ? (schema[keyword] as readonly unknown[]).map((branch, index) =>
        branchAt(branch, childPointer(pointer, keyword, index), finder),
      )
    : [...finder.extensionsOf(pointer)];

  if (branches.length === 0 && byValue.size === 0) return undefined;
  const untagged = keyword ? [...new Set(branches)].filter((branch) => isForbidden(property, branch, finder)) : [];
  for (const branch of untagged) {
    const at = childPointer(pointer, 'discriminator', 'propertyName');
    const name = ownName(branch)[0] ?? branch;
    finder.reportUnenforced(at, `${name} does not allow the property "${property}"; values without it may be ${name}`);
  }
  for (const [value, branch] of byValue) if (untagged.includes(branch)) byValue.delete(value);

  for (const branch of branches) {
    if (untagged.includes(branch)) continue;
    // Extensions of a base include indirect ones already.
    const inner = keyword ? readDiscriminator(branch, finder, depth + 1) : undefined;
    if (inner?.property === property)
      for (const value of inner.byValue.keys()) addValue(named, value, branch, ambiguous);
    if (mapped.has(branch)) continue;
    const names = valuesOf(property, branch, finder);
    for (const name of names) addValue(named, name, branch, ambiguous);
    isOpen ||= names.length === 0 && inner === undefined;
  }
  for (const value of ambiguous) named.delete(value);
  // The base itself is selected by its own values, unless an extension has them.
  const baseValues = keyword ? [] : valuesOf(property, pointer, finder);
  for (const [value, branch] of [...named, ...baseValues.map((value) => [value, pointer] as const)])
    if (!byValue.has(value)) byValue.set(value, branch);
  if (byValue.size === 0) return undefined;
  return {
    property,
    byValue,
    isAmongBranches: keyword !== undefined,
    untagged,
    defaultSchema: defaultMapping === undefined ? undefined : schemaOf(defaultMapping, 'defaultMapping'),
    allowsUnmappedValues: isOpen || ambiguous.size > 0,
  };
}

function addValue(named: Map<string, string>, name: string, branch: string, ambiguous: Set<string>): void {
  if ((named.get(name) ?? branch) !== branch) ambiguous.add(name);
  named.set(name, branch);
}

/** A mapping value is a component name or a reference. */
function targetOf(name: string, pointer: string, finder: SchemaFinder): string | undefined {
  const component = childPointer('/components/schemas', name);
  return finder.valueAt(component) === undefined ? finder.target(name, pointer) : component;
}

function branchAt(branch: unknown, pointer: string, finder: SchemaFinder): string {
  const reference =
    isRecord(branch) && typeof branch.$ref === 'string' ? finder.target(branch.$ref, pointer) : undefined;
  return reference ?? pointer;
}

/** Whether a schema, or one that it consists of (`allOf`), allows no such property. */
function isForbidden(property: string, pointer: string, finder: SchemaFinder, depth = 0): boolean {
  const schema = finder.valueAt(pointer);
  if (!isRecord(schema) || depth > MAX_DEPTH) return false;
  const { properties, patternProperties, additionalProperties, allOf, $ref } = schema;
  const own = isRecord(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (own === false || (own === undefined && additionalProperties === false && !isRecord(patternProperties)))
    return true;
  const target = typeof $ref === 'string' ? finder.target($ref, pointer) : undefined;
  const parts = Array.isArray(allOf)
    ? allOf.map((part, index) => branchAt(part, childPointer(pointer, 'allOf', index), finder))
    : [];
  return [...parts, ...(target === undefined ? [] : [target])].some((part) =>
    isForbidden(property, part, finder, depth + 1),
  );
}

/** The component name of a schema; empty for other schemas. */
function ownName(pointer: string): readonly string[] {
  const [first, second, name, ...rest] = pointerSegments(pointer);
  return first === 'components' && second === 'schemas' && name !== undefined && rest.length === 0 ? [name] : [];
}

/**
 * The values that select a schema: its component name, those of `x-ms-discriminator-value` (Azure), and those that it
 * allows. If it allows some values only, a name among them, in any case, is the one that is meant.
 */
function valuesOf(property: string, pointer: string, finder: SchemaFinder): readonly string[] {
  const schema = finder.valueAt(pointer);
  const own = ownName(pointer);
  if (!isRecord(schema)) return own;
  const azureValue = schema['x-ms-discriminator-value'];
  const azure = azureValue === undefined || azureValue === null ? [] : [String(azureValue)];
  const allowed = allowedValues(property, pointer, finder);
  if (allowed.length === 0) return [...own, ...azure];
  const meant = allowed.filter((value) => own.some((name) => name.toLowerCase() === value.toLowerCase()));
  return [...(allowed.length > 1 && meant.length > 0 ? meant : allowed), ...azure];
}

/** The values of a property in a schema and those that it consists of (`allOf`). */
function allowedValues(property: string, pointer: string, finder: SchemaFinder, depth = 0): readonly string[] {
  const schema = finder.valueAt(pointer);
  if (!isRecord(schema) || depth > MAX_DEPTH) return [];
  const { properties, allOf, $ref } = schema;
  const limit = isRecord(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (isRecord(limit)) {
    const values = Object.hasOwn(limit, 'const') ? [limit.const] : Array.isArray(limit.enum) ? limit.enum : [];
    const named = values.filter((value) => value !== null).map(String);
    if (named.length > 0) return named;
  }
  const target = typeof $ref === 'string' ? finder.target($ref, pointer) : undefined;
  const parts = Array.isArray(allOf)
    ? allOf.map((part, index) => branchAt(part, childPointer(pointer, 'allOf', index), finder))
    : [];
  return [...parts, ...(target === undefined ? [] : [target])].flatMap((part) =>
    allowedValues(property, part, finder, depth + 1),
  );
}
