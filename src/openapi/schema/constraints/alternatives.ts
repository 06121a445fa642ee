// Alternatives of a schema: `oneOf`, `anyOf`, or those of a discriminator.

import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import type { SchemaIndex, SchemaObject } from '../schema-index.ts';
import { type Located, type SchemaPiece, subschemasBelow } from './located.ts';
import { allowsOnlyNull } from './null.ts';

/** Alternatives of which a value matches one or some. Those that only `null` matches are omitted. */
export interface Alternatives {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly at: string;
  readonly branches: readonly Part<unknown>[];
  /** Discriminator values by index of the branch. */
  readonly values: ReadonlyMap<number, readonly string[]>;
}

export function readAlternatives(piece: SchemaPiece, schemaIndex: SchemaIndex): readonly Alternatives[] {
  const { oneOf, anyOf } = piece.value;
  if (!oneOf && !anyOf && piece.isExtended) return [];
  const choice = piece.value.discriminator === undefined ? undefined : schemaIndex.discriminatorOf(piece);
  const alternatives = (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const all = subschemasBelow(piece, keyword);
    const branches = all.filter((branch) => !allowsOnlyNull(branch, schemaIndex));
    return all.length === 0 || branches.length === 0
      ? []
      : [{ keyword, at: childPointer(piece.pointer, keyword), branches }];
  });
  const byTarget = new Map<string, string[]>();
  for (const [value, pointer] of choice?.byValue ?? []) {
    const known = byTarget.get(pointer);
    if (known) known.push(value);
    else byTarget.set(pointer, [value]);
  }
  if (alternatives.length === 0 && choice && !piece.isExtended) {
    const branches = [...byTarget.keys()].flatMap((pointer) => schemaIndex.at(pointer) ?? []);
    const values = new Map(branches.map(({ pointer }, index) => [index, byTarget.get(pointer) ?? []]));
    return [{ keyword: 'oneOf', at: childPointer(piece.pointer, 'discriminator'), branches, values }];
  }
  return alternatives.map((one, index) => ({
    ...one,
    values: index === 0 ? valuesByBranch(one.branches, byTarget, schemaIndex) : new Map(),
  }));
}

/**
 * Whether there is only one alternative and no discriminator: then it is like `allOf`. With a discriminator, others
 * may be added.
 */
export function isSingleAlternative({ branches }: Alternatives, { value }: SchemaPiece): boolean {
  return branches.length === 1 && value.discriminator === undefined;
}

function valuesByBranch(
  branches: readonly Part<unknown>[],
  byTarget: ReadonlyMap<string, string[]>,
  schemaIndex: SchemaIndex,
) {
  return new Map(
    branches.flatMap((branch, index) => {
      const [target] = isRecord(branch.value) ? schemaIndex.referenced(branch as Part<SchemaObject>) : [];
      const values = byTarget.get(target?.pointer ?? branch.pointer);
      return values ? [[index, values] as const] : [];
    }),
  );
}

export function discriminatorPropertyIn({ discriminator }: SchemaObject, at: string): Located<string> | undefined {
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string') return undefined;
  return { value: discriminator.propertyName, at: childPointer(at, 'discriminator') };
}
