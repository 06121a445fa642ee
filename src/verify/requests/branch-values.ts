// Generates values for the branches of `oneOf` and `anyOf`.

import type { ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Part } from '../../openapi/references.ts';
import type { SchemaObject } from '../../openapi/schema/schema-index.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { MAX_VALUES, type OtherValue, type VariationContext } from './variation-context.ts';

/** Generates values for the branches that the present value does not match. */
export function* generateBranchValues(
  parts: readonly Part[],
  constraints: ValueConstraints,
  current: unknown,
  { document, schemaIndex, sample }: VariationContext,
): Generator<OtherValue> {
  for (const part of parts) {
    const found = [part, ...(isRecord(part.value) ? schemaIndex.referenced(part as Part<SchemaObject>) : [])];
    for (const { value: schema, pointer } of found) {
      if (!isRecord(schema)) continue;
      for (const keyword of ['oneOf', 'anyOf']) {
        const all = schema[keyword];
        if (!Array.isArray(all)) continue;
        for (const [index, branch] of all.slice(0, MAX_VALUES).entries()) {
          const at = { value: branch, pointer: childPointer(pointer, keyword, index) };
          if (document.validate(at as Part<object>, current, 'request').length === 0) continue;
          const value = completeBranchValue(sample(at), branch, constraints, sample);
          if (value !== undefined) yield { value, description: `matching ${keyword}/${index}` };
        }
      }
    }
  }
}

/** Completes a value of a branch: its required properties may be declared beside the choice. */
function completeBranchValue(
  value: unknown,
  branch: unknown,
  constraints: ValueConstraints,
  sample: VariationContext['sample'],
): unknown {
  if (!isRecord(value) || !isRecord(branch)) return value;
  const own = isRecord(branch.properties) ? branch.properties : {};
  const members = Object.entries(value).map(([name, member]) => {
    const [part] = Object.hasOwn(own, name) ? [] : (constraints.properties.get(name) ?? []);
    return [name, part ? (sample(part) ?? member) : member] as const;
  });
  return Object.fromEntries(members);
}
