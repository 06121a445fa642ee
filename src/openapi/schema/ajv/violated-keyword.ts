// Location of the keyword that a value violates. Compiled schemas were rewritten, so it is searched in the document.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer, pointerSegments, valueAtPointer } from '../../../schema/json-pointer.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { holderPointer } from '../../finding.ts';
import type { Part, References } from '../../references.ts';
import { discriminatorValue } from '../discriminator.ts';
import { createSchemaIndex, type SchemaIndex, type SchemaObject } from '../schema-index.ts';
import { type SchemaViolation, violatedKeywordIn } from '../schema-violation.ts';

/** A step from the schema of a value to a subschema of one of its parts. */
interface SchemaStep extends Part {
  readonly from: SchemaStep | undefined;
  /** Whether the value must be valid against it, instead of one of several alternatives. */
  readonly isCertain: boolean;
}

/** Maximum steps for one violation. */
const MAX_STEPS = 1000;

/**
 * The location of the violated keyword. If several alternatives have it, their common parent; if it is not found, the
 * nearest schema for that part of the value.
 *
 * @param schema - the schema of the value, possibly a reference
 * @returns JSON Pointer (RFC 6901) into the document
 */
export function findViolatedKeyword(
  schema: Part,
  value: unknown,
  violation: SchemaViolation,
  references: References,
): string {
  const walk = createWalk(getIndex(references));
  const steps = [...pointerSegments(holderPointer(violation))];
  // An unknown discriminator value is reported at the property, but declared in its parent.
  const isOfProperty = violation.keyword === 'discriminator' && !isRecord(valueAtPointer(value, violation.pointer));
  if (isOfProperty && steps.at(-1) === violation.params.property) steps.pop();

  let part = value;
  let schemaSteps = walk.together([{ ...schema, from: undefined, isCertain: true }], part);
  for (const step of steps) {
    const candidates = schemaSteps.flatMap((schemaStep) => [...schemasOfPart(schemaStep, step, part)]);
    part = valueAtPointer(part, childPointer('', step));
    const next = walk.together(candidates, part);
    if (next.length === 0) return commonParent(schemaSteps);
    schemaSteps = next;
  }
  const found = schemaSteps.flatMap((schemaStep) => {
    const at = walk.hasKeywords(schemaStep) ? violatedKeywordIn(schemaStep, violation) : undefined;
    return at === undefined ? [] : [{ ...schemaStep, pointer: at, from: schemaStep }];
  });
  const certain = found.find(({ isCertain }) => isCertain);
  return certain?.pointer ?? commonParent(found.length > 0 ? found : schemaSteps);
}

interface Walk {
  /** All schemas for the same value: the given ones and those they are composed of. */
  together(schemas: readonly SchemaStep[], value: unknown): readonly SchemaStep[];
  /** Whether siblings of a reference count. */
  hasKeywords(schemaStep: SchemaStep): boolean;
}

function createWalk(schemaIndex: SchemaIndex): Walk {
  let left = MAX_STEPS;
  const hasOwnKeywords = ({ value, pointer }: SchemaStep) =>
    !isRecord(value) || !schemaIndex.isOnlyReference({ value, pointer } as Part<SchemaObject>);
  return {
    hasKeywords: hasOwnKeywords,
    together(schemas, value) {
      const found = new Map<string, SchemaStep>();
      const open = [...schemas].reverse();
      for (let schemaStep = open.pop(); schemaStep && left > 0; schemaStep = open.pop()) {
        const known = found.get(schemaStep.pointer);
        if (known && (known.isCertain || !schemaStep.isCertain)) continue;
        left -= 1;
        found.set(schemaStep.pointer, schemaStep);
        if (!isRecord(schemaStep.value)) continue;
        const inner = [
          ...referenceTargets(schemaStep, schemaIndex),
          ...(hasOwnKeywords(schemaStep) ? schemasOfValue(schemaStep, value, schemaIndex) : []),
        ];
        open.push(...inner.reverse());
      }
      return [...found.values()];
    },
  };
}

/** Targets of references. A dynamic anchor depends on the path of evaluation: there the search ends. */
function* referenceTargets(schemaStep: SchemaStep, schemaIndex: SchemaIndex): Generator<SchemaStep> {
  const { value, pointer, isCertain } = schemaStep as SchemaStep & Part<SchemaObject>;
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    if (typeof value[keyword] !== 'string') continue;
    for (const target of schemaIndex.referenced({ value: { [keyword]: value[keyword] }, pointer })) {
      const isDynamic = keyword !== '$ref' && ('$dynamicAnchor' in target.value || '$recursiveAnchor' in target.value);
      if (isDynamic) yield { value: true, pointer: childPointer(pointer, keyword), from: schemaStep, isCertain };
      else yield { ...target, from: schemaStep, isCertain };
    }
  }
}

/** Subschemas for the same value. */
function* schemasOfValue(schemaStep: SchemaStep, value: unknown, schemaIndex: SchemaIndex): Generator<SchemaStep> {
  const { value: schema, pointer, isCertain } = schemaStep as SchemaStep & Part<SchemaObject>;
  yield* subschemasIn(schemaStep, 'allOf', isCertain);
  // The value in a JSON text has the pointers of the text.
  if (typeof value === 'string') yield* subschemaAt(schemaStep, isCertain, 'contentSchema');
  const choice = schemaIndex.discriminatorOf({ value: schema, pointer });
  const named = choice && discriminatorValue(value, choice.property);
  const chosen = named === undefined ? undefined : choice?.byValue.get(named);
  if (chosen !== undefined) yield* at(schemaIndex.at(chosen), schemaStep, isCertain);
  const decidedKeyword =
    chosen === undefined || !choice?.isAmongBranches ? undefined : schema.oneOf ? 'oneOf' : 'anyOf';
  for (const keywordName of ['oneOf', 'anyOf'])
    if (keywordName !== decidedKeyword) yield* subschemasIn(schemaStep, keywordName, false);
  for (const keywordName of ['then', 'else', 'propertyNames']) yield* subschemaAt(schemaStep, false, keywordName);
  for (const keywordName of ['dependentSchemas', 'dependencies'])
    for (const name of isRecord(schema[keywordName]) ? Object.keys(schema[keywordName]) : [])
      if (isRecord(value) && Object.hasOwn(value, name)) yield* subschemaAt(schemaStep, isCertain, keywordName, name);
}

/** Subschemas for a part of the value. */
function* schemasOfPart(schemaStep: SchemaStep, step: string, value: unknown): Generator<SchemaStep> {
  const { value: schema, isCertain } = schemaStep as SchemaStep & Part<SchemaObject>;
  if (!isRecord(schema)) return;
  const { properties, patternProperties } = schema;
  const isNamed = isRecord(properties) && Object.hasOwn(properties, step);
  // In an unknown value, a number may be the index of an item.
  if (Array.isArray(value) || (value === undefined && /^\d+$/.test(step) && !isNamed)) {
    const first = ['prefixItems', 'items'].find(
      (keywordName) => Array.isArray(schema[keywordName]) && Object.hasOwn(schema[keywordName], step),
    );
    if (first !== undefined) yield* subschemaAt(schemaStep, isCertain, first, step);
    else yield* subschemaAt(schemaStep, isCertain, Array.isArray(schema.items) ? 'additionalItems' : 'items');
    for (const keywordName of ['contains', 'unevaluatedItems']) yield* subschemaAt(schemaStep, false, keywordName);
    return;
  }
  const patterns = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  const matching = patterns.filter((pattern) => createPattern(pattern).test(step));
  if (isNamed) yield* subschemaAt(schemaStep, isCertain, 'properties', step);
  for (const pattern of matching) yield* subschemaAt(schemaStep, isCertain, 'patternProperties', pattern);
  if (!isNamed && matching.length === 0) yield* subschemaAt(schemaStep, isCertain, 'additionalProperties');
  yield* subschemaAt(schemaStep, false, 'unevaluatedProperties');
}

/** The subschema below a keyword, if there is one. */
function* subschemaAt(schemaStep: SchemaStep, isCertain: boolean, ...steps: readonly string[]): Generator<SchemaStep> {
  const value = valueAtPointer(schemaStep.value, childPointer('', ...steps));
  if (isRecord(value) || typeof value === 'boolean')
    yield { value, pointer: childPointer(schemaStep.pointer, ...steps), from: schemaStep, isCertain };
}

/** The subschemas in the list of a keyword, which is a step of its own. */
function* subschemasIn(schemaStep: SchemaStep, keywordName: string, isCertain: boolean): Generator<SchemaStep> {
  const list = (schemaStep.value as SchemaObject)[keywordName];
  if (!Array.isArray(list)) return;
  const from: SchemaStep = {
    value: undefined,
    pointer: childPointer(schemaStep.pointer, keywordName),
    from: schemaStep,
    isCertain,
  };
  for (const [index, value] of list.entries())
    yield { value, pointer: childPointer(from.pointer, index), from, isCertain: isCertain || list.length === 1 };
}

function* at(part: Part | undefined, from: SchemaStep, isCertain: boolean): Generator<SchemaStep> {
  if (part) yield { ...part, from, isCertain };
}

/** The last common step of several paths. */
function commonParent([first, ...others]: readonly SchemaStep[]): string {
  let path = pathTo(first);
  for (const other of others) {
    const there = new Set(pathTo(other));
    path = path.slice(path.findIndex((pointer) => there.has(pointer)));
  }
  return path[0] as string;
}

/** The steps from a spot back to the start. */
function pathTo(schemaStep: SchemaStep | undefined): readonly string[] {
  const path: string[] = [];
  for (let next = schemaStep; next; next = next.from) path.push(next.pointer);
  return path;
}

const known = new WeakMap<References, SchemaIndex>();

function getIndex(references: References): SchemaIndex {
  const { openapi } = references.root as { readonly openapi?: unknown };
  const schemaIndex = known.get(references) ?? createSchemaIndex(references, String(openapi));
  known.set(references, schemaIndex);
  return schemaIndex;
}
