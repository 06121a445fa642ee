// The meaning of a schema without references, wrappers and `null`.

import type { Schema } from '../../openapi/objects.ts';
import { type Part, type References, referenceIn } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';

/** A schema without its wrappers. */
export interface UnwrappedSchema extends Part<Schema> {
  readonly nullable: boolean;
  /** The description outside of a named schema. */
  readonly ownDescription: string | undefined;
}

/** Keywords that describe values. */
const TELLING = [
  '$ref',
  'type',
  'properties',
  'items',
  'enum',
  'const',
  'allOf',
  'oneOf',
  'anyOf',
  'x-message',
] as const;

/** The schema behind references, `allOf` of one, and choices between one schema and `null`; undefined when it leads nowhere. */
export function unwrapSchema(references: References, part: Part<Schema>): UnwrappedSchema | undefined {
  const seen = new Set<unknown>();
  let here: Part<Schema> = part;
  let nullable = false;
  let ownDescription: string | undefined;
  let isOwn = true;
  while (isRecord(here.value) && !seen.has(here.value)) {
    seen.add(here.value);
    if (isOwn) ownDescription ??= here.value.description;
    if (referenceIn(here.value) !== undefined) {
      const next = references.resolve(here);
      if (!next) return undefined;
      isOwn = false;
      here = next;
      continue;
    }
    nullable ||= isNullable(here.value);
    const inner = soleAlternative(here);
    if (!inner) return { ...here, nullable, ownDescription };
    nullable ||= inner.nullable;
    here = inner.part;
  }
  return seen.has(here.value) ? undefined : { ...here, nullable, ownDescription };
}

/** The names in `type`: one, or in OpenAPI 3.1 several; without `null`. */
export function schemaTypes({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type as unknown].flat().filter((name): name is string => name !== 'null');
}

/** Whether a schema leaves a choice between different kinds of values. */
export function isChoice(schema: Schema): boolean {
  return (
    tellingBranches(schema.oneOf).length > 0 ||
    tellingBranches(schema.anyOf).length > 0 ||
    schemaTypes(schema).length > 1
  );
}

/** In OpenAPI 3.0 `nullable` has a meaning beside `type` only (3.0.3, section 4.7.24.1). */
function isNullable({ nullable, type }: Schema): boolean {
  return nullable === true ? type !== undefined : Array.isArray(type) && type.includes('null');
}

function soleAlternative({ value, pointer }: Part<Schema>): { part: Part<Schema>; nullable: boolean } | undefined {
  const wrapper = value.properties || value.items || value.enum || value['x-field-numbers'] || value['x-message'];
  if (wrapper) return undefined;
  for (const word of ['allOf', 'oneOf', 'anyOf'] as const) {
    const branches = value[word];
    if (!branches) continue;
    const telling = tellingBranches(branches);
    const [index] = telling;
    if (telling.length !== 1 || index === undefined || (word === 'allOf' && branches.length > 1)) continue;
    const nullable = branches.some((branch) => isNull(branch));
    return { part: { value: branches[index] ?? {}, pointer: childPointer(pointer, word, index) }, nullable };
  }
  return undefined;
}

/** The indexes of branches that describe values. Others only add constraints, such as `required`. */
function tellingBranches(branches: readonly Schema[] | undefined): number[] {
  return (branches ?? []).flatMap((branch, index) =>
    isRecord(branch) && !isNull(branch) && TELLING.some((word) => branch[word] !== undefined) ? [index] : [],
  );
}

function isNull(branch: Schema): boolean {
  return isRecord(branch) && (branch.type as unknown) === 'null';
}
