// The constraints of a schema and its subschemas, for constraint coverage of requests.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { createPattern } from '../../../schema/pattern.ts';
import type { Schema } from '../../objects.ts';
import type { Part, References } from '../../references.ts';
import { keywordsOf } from '../ajv/dialect.ts';
import { discriminatorValue } from '../discriminator.ts';
import type { SchemaIndex, SchemaObject } from '../schema-index.ts';
import { findMarkedProperties } from '../schema-relations.ts';
import { branchNames, createUnion } from '../union.ts';
import { type ConstraintSource, type KeywordConstraint, NO_OUTCOMES } from './keyword-constraint.ts';
import { logicConstraints } from './logic-constraints.ts';
import { createNameMatcher, memberConstraints } from './member-constraints.ts';
import { boundConstraints, valueConstraints } from './value-constraints.ts';

/** A schema with its constraints. A recursive schema occurs once, so the result is finite. */
export interface ConstrainedSchema {
  /** The path of its values: `name`, `pets[].kind`, `owner (Person).name`; empty for the root. */
  readonly path: string;
  readonly constraints: readonly KeywordConstraint[];
  /** Schemas that must be valid too (`allOf`, references). */
  readonly together: readonly ConstrainedSchema[];
  /** Alternatives for a value: one if it can be determined, else all. */
  readonly choices: readonly ((value: unknown) => readonly ConstrainedSchema[])[];
  readonly properties: ReadonlyMap<string, ConstrainedSchema>;
  /** Other members of an object, by name. */
  readonly members: readonly { covers(name: string): boolean; readonly schema: ConstrainedSchema }[];
  /** Schemas of the first items of a list, and of the items after them. */
  readonly first: readonly ConstrainedSchema[];
  readonly items: ConstrainedSchema | undefined;
}

/** Settings for collecting constraints. */
interface ConstraintSettings extends Pick<ConstraintSource, 'isText' | 'isNeverEmpty' | 'fits'> {
  readonly references: References;
  readonly places: SchemaIndex;
  /** Maximum schemas, the nearest to the root first. */
  readonly maxSchemas: number;
}

type Draft = { -readonly [Key in keyof ConstrainedSchema]: ConstrainedSchema[Key] };

/** Collects the schemas of a value, the root first, and whether some were omitted. */
export function collectConstrainedSchemas(
  schema: Part<Schema>,
  settings: ConstraintSettings,
): { readonly schemas: readonly ConstrainedSchema[]; readonly isTruncated: boolean } {
  const { references, places, maxSchemas: most } = settings;
  const drafts: Draft[] = [];
  let isTruncated = false;
  const visited = new Map<string, Draft | undefined>();
  const pending: (() => void)[] = [];

  /** @param whole - the schema that it is composed into by `allOf` */
  const visit = (given: Part, path: string, whole?: object): Draft | undefined => {
    const part = resolveAlias(given as Part<SchemaObject>, places);
    if (!part) return undefined;
    if (visited.has(part.pointer)) return visited.get(part.pointer);
    if (drafts.length === most) {
      isTruncated = true;
      return undefined;
    }
    const draft: Draft = {
      path,
      constraints: [],
      together: [],
      choices: [],
      properties: new Map(),
      members: [],
      first: [],
      items: undefined,
    };
    visited.set(part.pointer, draft);
    drafts.push(draft);
    pending.push(() => fill(draft, part, whole));
    return draft;
  };
  const fill = (draft: Draft, part: Part<SchemaObject>, whole: object | undefined): void => {
    const { value, pointer } = part;
    const { path } = draft;
    const readOnly = findMarkedProperties(whole ?? value, 'readOnly', references);
    draft.constraints = constraintsOf(part, readOnly, settings);
    const at = (...steps: readonly (string | number)[]) => childPointer(pointer, ...steps);
    const below = (step: string) => (path === '' ? step : `${path}.${step}`);
    const all = <T>(list: readonly (T | undefined)[]): readonly T[] => list.filter((one) => one !== undefined);
    draft.together = all([
      ...places.referenced(part).map((one) => visit(one, path, whole ?? value)),
      ...toList(value.allOf).map((one, index) =>
        visit({ value: one, pointer: at('allOf', index) }, path, whole ?? value),
      ),
    ]);
    draft.choices = collectChoices(part, whole !== undefined, references, places).map(({ branches, among }) => {
      const inner = branches.map(({ part: branch, name }) =>
        visit(branch, `${path}${path === '' ? '' : ' '}(${name})`, value),
      );
      return (one) => all(among(one).map((index) => inner[index]));
    });
    for (const [name, one] of Object.entries(isRecord(value.properties) ? value.properties : {})) {
      const inside = readOnly.has(name)
        ? undefined
        : visit({ value: one, pointer: at('properties', name) }, below(name));
      if (inside) (draft.properties as Map<string, ConstrainedSchema>).set(name, inside);
    }
    draft.members = collectMembers(part).flatMap(({ covers, part: one }) => {
      const inner = visit(one, below('*'));
      return inner ? [{ covers, schema: inner }] : [];
    });
    const first = toList(value.prefixItems).map((one, index) =>
      visit({ value: one, pointer: at('prefixItems', index) }, `${path}[${index}]`),
    );
    // A list ends at the first item without a known schema.
    draft.first = all(first.slice(0, first.includes(undefined) ? first.indexOf(undefined) : first.length));
    draft.items = isRecord(value.items) ? visit({ value: value.items, pointer: at('items') }, `${path}[]`) : undefined;
  };
  visit(schema, '');
  for (let at = 0; at < pending.length; at += 1) pending[at]?.();
  return { schemas: drafts, isTruncated };
}

/** Siblings of a reference that do not constrain values. */
const ANNOTATIONS = new Set(['$ref', 'description', 'summary', 'title', 'example', 'examples', 'default']);

/** The target of a schema that is only a reference; undefined if it is unresolved or not an object. */
function resolveAlias(part: Part<SchemaObject>, places: SchemaIndex): Part<SchemaObject> | undefined {
  let found: Part<SchemaObject> | undefined = part;
  for (let steps = 0; steps < MAX_CHAIN && found; steps += 1) {
    if (!isRecord(found.value)) return undefined;
    const isAlias =
      typeof found.value.$ref === 'string' &&
      (places.isOnlyReference(found) || Object.keys(found.value).every((keyword) => ANNOTATIONS.has(keyword)));
    if (!isAlias) return found;
    found = places.referenced(found)[0];
  }
  return undefined;
}

const MAX_CHAIN = 100;

function constraintsOf(
  { value, pointer }: Part<SchemaObject>,
  readOnly: ReadonlySet<string>,
  { places, ...settings }: ConstraintSettings,
): readonly KeywordConstraint[] {
  const dialect = places.dialectAt(pointer);
  if (!dialect) return [];
  const keywords = keywordsOf(dialect);
  const schema = Object.fromEntries(
    Object.entries(value).filter(([keyword]) => keywords.has(keyword) || EXTRA_KEYWORDS.has(keyword)),
  );
  const source: ConstraintSource = { ...settings, schema, pointer, dialect, readOnly };
  const constraints = [
    ...valueConstraints(source),
    ...boundConstraints(source),
    ...memberConstraints(source),
    ...logicConstraints(source),
  ];
  if (dialect !== 'openapi-3.0' || schema.nullable !== true) return constraints;
  // Null is allowed in addition to the constraints.
  return constraints.map((constraint) =>
    constraint.name.startsWith('type ')
      ? constraint
      : { ...constraint, outcomesOf: (one) => (one === null ? NO_OUTCOMES : constraint.outcomesOf(one)) },
  );
}

/** Additional keywords that are included. */
const EXTRA_KEYWORDS = new Set(['nullable', 'discriminator']);

interface Branches {
  readonly branches: readonly { readonly part: Part; readonly name: string }[];
  /** The indexes of the branches for a value. */
  among(value: unknown): readonly number[];
}

/** @param isPart - whether another schema includes it by `allOf`: then the discriminator has been applied */
function collectChoices(
  part: Part<SchemaObject>,
  isPart: boolean,
  references: References,
  places: SchemaIndex,
): readonly Branches[] {
  const { value, pointer } = part;
  const discriminator = places.discriminatorOf(part);
  const found: Branches[] = [];
  const byTag = (parts: readonly Part[]): Branches['among'] => {
    const numbers = new Map(
      [...(discriminator?.byValue ?? [])].map(([tag, at]) => [tag, parts.findIndex((one) => one.pointer === at)]),
    );
    return (one) => {
      const tag = discriminator && discriminatorValue(one, discriminator.property);
      const number = tag === undefined ? -1 : (numbers.get(tag) ?? -1);
      return number < 0 ? [] : [number];
    };
  };
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const parts = toList(value[keyword]).flatMap(
      (one, index) =>
        resolveAlias({ value: one, pointer: childPointer(pointer, keyword, index) } as Part<SchemaObject>, places) ??
        [],
    );
    if (parts.length === 0) continue;
    const union = createUnion(
      { branches: parts as unknown as readonly Part<Schema>[], discriminator: undefined },
      references,
    );
    const every = parts.map((_, index) => index);
    const which = (one: unknown) => {
      const only = union?.which(one);
      return only === undefined ? every : [only];
    };
    found.push({
      branches: withNames(parts),
      among: discriminator?.isAmongBranches && found.length === 0 ? byTag(parts) : which,
    });
  }
  if (!discriminator || discriminator.isAmongBranches || isPart) return found;
  // A base schema is not one of its extensions.
  const others = [...new Set(discriminator.byValue.values())]
    .filter((at) => at !== pointer)
    .flatMap((at) => places.at(at) ?? []);
  return [...found, { branches: withNames(others), among: byTag(others) }];
}

function withNames(parts: readonly Part<SchemaObject>[]): Branches['branches'] {
  const names = branchNames(parts as unknown as readonly Part<Schema>[]);
  return parts.map((part, index) => ({ part, name: names[index] ?? '' }));
}

function collectMembers({
  value,
  pointer,
}: Part<SchemaObject>): readonly { covers(name: string): boolean; part: Part }[] {
  const { additionalProperties: others, patternProperties: some } = value;
  const covers = createNameMatcher(value);
  return [
    ...Object.entries(isRecord(some) ? some : {}).map(([pattern, one]) => {
      const expression = createPattern(pattern);
      const part = { value: one, pointer: childPointer(pointer, 'patternProperties', pattern) };
      return { covers: (name: string) => expression.test(name), part };
    }),
    ...(isRecord(others)
      ? [
          {
            covers: (name: string) => !covers(name),
            part: { value: others, pointer: childPointer(pointer, 'additionalProperties') },
          },
        ]
      : []),
  ];
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
