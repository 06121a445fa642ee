// `--fail-under`: minimum coverage, in total or by dimension.

import { UsageError } from '../../schema/usage-error.ts';

/** Minimum percentages by dimension. */
export type Bounds<Dimension extends string> = readonly (readonly [dimension: Dimension, percent: number])[];

/** Parses the flag. @param dimensions - the known ones, with `all`. @throws UsageError for an invalid text */
export function parseBounds<Dimension extends string>(
  text: string | undefined,
  dimensions: readonly Dimension[],
): Bounds<Dimension> {
  if (text === undefined) return [];
  return text.split(',').map((one) => {
    const [, name = 'all', percent] = /^(?:(\w+)=)?(\d{1,3}(?:\.\d+)?)$/.exec(one.trim()) ?? [];
    const dimension = dimensions.find((known) => known === name);
    if (!dimension || percent === undefined || Number(percent) > 100)
      throw new UsageError(
        `--fail-under needs a percentage, or percentages by dimension (${dimensions.join(', ')}), not ${JSON.stringify(one)}.`,
      );
    return [dimension, Number(percent)] as const;
  });
}

/** The dimensions with less coverage than required, each with a sentence. */
export function findShortfalls<Dimension extends string>(
  bounds: Bounds<Dimension>,
  totals: Readonly<Record<Dimension, { readonly percent: number }>>,
): readonly { readonly dimension: Dimension; readonly sentence: string }[] {
  return bounds
    .filter(([dimension, percent]) => totals[dimension].percent < percent)
    .map(([dimension, percent]) => ({
      dimension,
      sentence: `${dimension === 'all' ? 'total' : dimension} coverage is ${totals[dimension].percent}%, below ${percent}%.`,
    }));
}
