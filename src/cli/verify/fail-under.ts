// `--fail-under`: how much has to be covered, of all points or in some respects.

import { UsageError } from '../../schema/usage-error.ts';

/** Percentages by respects. */
export type Bounds<Respect extends string> = readonly (readonly [respect: Respect, percent: number])[];

/** @param respects - those that there are, `all` among them. @throws UsageError if the text means none */
export function boundsIn<Respect extends string>(
  given: string | undefined,
  respects: readonly Respect[],
): Bounds<Respect> {
  if (given === undefined) return [];
  return given.split(',').map((one) => {
    const [, name = 'all', percent] = /^(?:(\w+)=)?(\d{1,3}(?:\.\d+)?)$/.exec(one.trim()) ?? [];
    const respect = respects.find((known) => known === name);
    if (!respect || percent === undefined || Number(percent) > 100)
      throw new UsageError(
        `--fail-under needs a percentage, or percentages by dimension (${respects.join(', ')}), not ${JSON.stringify(one)}.`,
        [],
      );
    return [respect, Number(percent)] as const;
  });
}

/** In what respects less is covered, each with a sentence. */
export function shortfalls<Respect extends string>(
  bounds: Bounds<Respect>,
  totals: Readonly<Record<Respect, { readonly percent: number }>>,
): readonly { readonly respect: Respect; readonly told: string }[] {
  return bounds
    .filter(([respect, percent]) => totals[respect].percent < percent)
    .map(([respect, percent]) => ({
      respect,
      told: `${respect === 'all' ? 'total' : respect} coverage is ${totals[respect].percent}%, below ${percent}%.`,
    }));
}
