// Which schema a discriminator chooses for a value (OpenAPI 3.0.3, section 4.7.25).

import { textOf } from '../../schema/text-of.ts';
import { isRecord } from '../is-record.ts';
import { child, stepsOf } from '../pointer.ts';

/** What finds schemas for a discriminator. */
export interface SchemaFinder {
  /** The value at a place, as it stands there. */
  valueAt(pointer: string): unknown;
  /** The place that a reference leads to. */
  target(reference: string, pointer: string): string | undefined;
  /** Takes down what is not enforced. */
  tell(pointer: string, message: string): void;
  /** The places of the schemas by which a base is extended with `allOf`, those of theirs as well. */
  extensionsOf(pointer: string): readonly string[];
}

/** A choice among schemas by the value of one property. */
export interface Choice {
  readonly property: string;
  /** Where the schema stands that a value chooses; the choosing schema itself where it is its own. */
  readonly byValue: ReadonlyMap<string, string>;
  /** Whether it is a choice among `oneOf` or `anyOf`, not among what extends a base. */
  readonly ofBranches: boolean;
  /** Whether there are schemas that no value chooses, so that one without a schema may be theirs. */
  readonly isOpen: boolean;
}

/** What a value says that it is, by the property of a choice; undefined where it does not say so. */
export function tagOf(value: unknown, property: string): string | undefined {
  const given = isRecord(value) && Object.hasOwn(value, property) ? value[property] : undefined;
  return given === undefined ? undefined : textOf(given);
}

/** How many choices may stand inside one another. */
const DEEPEST = 8;

/**
 * What the discriminator of a schema chooses among: its `oneOf` or `anyOf`, else what extends it. A schema is chosen by the names that `mapping` gives it, else by its
 * own name in the document and by the values that its property is limited to.
 *
 * @returns undefined when there is nothing to choose
 */
export function choiceAt(pointer: string, find: SchemaFinder, depth = 0): Choice | undefined {
  const schema = find.valueAt(pointer);
  if (!isRecord(schema) || !isRecord(schema.discriminator) || depth > DEEPEST) return undefined;
  const { propertyName: property, mapping } = schema.discriminator;
  if (typeof property !== 'string') return undefined;

  const byValue = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [value, name] of Object.entries(isRecord(mapping) ? mapping : {})) {
    const at = child(pointer, 'discriminator', 'mapping', value);
    const target = typeof name === 'string' ? targetOf(name, at, find) : undefined;
    if (target === undefined) find.tell(at, `${JSON.stringify(name)} is not a schema; the value selects none`);
    else byValue.set(value, target);
  }
  const mapped = new Set(byValue.values());
  let isOpen = false;
  const named = new Map<string, string>();
  const keyword = ['oneOf', 'anyOf'].find((word) => Array.isArray(schema[word]));
  const branches = keyword
    ? (schema[keyword] as readonly unknown[]).map((branch, index) =>
        branchAt(branch, child(pointer, keyword, index), find),
      )
    : [...find.extensionsOf(pointer)];
  if (branches.length === 0 && byValue.size === 0) return undefined;

  for (const branch of branches) {
    // What extends a base is all known already, however far.
    const inner = keyword ? choiceAt(branch, find, depth + 1) : undefined;
    if (inner?.property === property) for (const value of inner.byValue.keys()) put(named, value, branch, ambiguous);
    if (mapped.has(branch)) continue;
    const names = [...ownName(branch), ...limitedTo(property, branch, find)];
    for (const name of names) put(named, name, branch, ambiguous);
    isOpen ||= names.length === 0 && inner === undefined;
  }
  for (const value of ambiguous) named.delete(value);
  // What is not extended for a value of its own is taken as it is.
  const own = keyword ? [] : [...ownName(pointer), ...limitedTo(property, pointer, find)];
  for (const [value, branch] of [...named, ...own.map((value) => [value, pointer] as const)])
    if (!byValue.has(value)) byValue.set(value, branch);
  return { property, byValue, ofBranches: keyword !== undefined, isOpen: isOpen || ambiguous.size > 0 };
}

function put(named: Map<string, string>, name: string, branch: string, ambiguous: Set<string>): void {
  if ((named.get(name) ?? branch) !== branch) ambiguous.add(name);
  named.set(name, branch);
}

/** A mapping names a schema, or refers to it. */
function targetOf(name: string, pointer: string, find: SchemaFinder): string | undefined {
  const own = child('/components/schemas', name);
  return find.valueAt(own) === undefined ? find.target(name, pointer) : own;
}

function branchAt(branch: unknown, pointer: string, find: SchemaFinder): string {
  const reference = isRecord(branch) && typeof branch.$ref === 'string' ? find.target(branch.$ref, pointer) : undefined;
  return reference ?? pointer;
}

/** The name of a schema in the document; none for one that stands somewhere else. */
function ownName(pointer: string): readonly string[] {
  const [first, second, name, ...rest] = stepsOf(pointer);
  return first === 'components' && second === 'schemas' && name !== undefined && rest.length === 0 ? [name] : [];
}

/** The values that a schema limits its property to, and what Azure's documents call it. */
function limitedTo(property: string, pointer: string, find: SchemaFinder): readonly string[] {
  const schema = find.valueAt(pointer);
  if (!isRecord(schema)) return [];
  const parts = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])].filter(isRecord);
  const limits = parts.flatMap(({ properties }) => {
    const limit = isRecord(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (!isRecord(limit)) return [];
    return Object.hasOwn(limit, 'const') ? [limit.const] : Array.isArray(limit.enum) ? limit.enum : [];
  });
  const called = schema['x-ms-discriminator-value'];
  return [...limits, ...(called === undefined ? [] : [called])].filter((value) => value !== null).map(String);
}
