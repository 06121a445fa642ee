// Totals: the covered share of all points.

import { DIMENSIONS, type Dimension } from './dimension.ts';

/** Of so many points so many were seen. */
export interface CoveredShare {
  readonly covered: number;
  readonly total: number;
}

/** The totals of an operation; dimensions without points are absent. */
export type OperationTotals = Readonly<Partial<Record<'statuses' | Dimension, CoveredShare>>>;

/** As in reports: with the number of operations with requests, and all points together. */
export type Totals = Readonly<
  Record<'all' | 'operations' | 'statuses' | Dimension, CoveredShare & { readonly percent: number }>
>;

/** In the order of reports. */
export const TOTALS = ['all', 'operations', 'statuses', ...DIMENSIONS] as const;

interface Totalled {
  readonly requests: number;
  readonly totals: Readonly<Record<string, CoveredShare>>;
}

/** @param names - the wanted ones. Default: those of reports */
export function totalsOf(operations: readonly Totalled[]): Totals;
export function totalsOf<Name extends string>(
  operations: readonly Totalled[],
  names: readonly Name[],
): Readonly<Record<Name, CoveredShare & { readonly percent: number }>>;
export function totalsOf(
  operations: readonly Totalled[],
  names: readonly string[] = TOTALS,
): Readonly<Record<string, CoveredShare & { readonly percent: number }>> {
  const parts = new Map<string, CoveredShare>();
  const add = (name: string, { covered, total }: CoveredShare) => {
    const before = parts.get(name) ?? NOTHING;
    parts.set(name, { covered: before.covered + covered, total: before.total + total });
  };
  for (const { requests, totals } of operations) {
    add('operations', { covered: requests > 0 ? 1 : 0, total: 1 });
    for (const [name, share] of Object.entries(totals)) add(name, share);
  }
  for (const share of [...parts.values()]) add('all', share);
  const shares = names.map((name) => {
    const share = parts.get(name) ?? NOTHING;
    return [name, { ...share, percent: coveredPercent(share) }] as const;
  });
  return Object.fromEntries(shares);
}

const NOTHING: CoveredShare = { covered: 0, total: 0 };

/** With one decimal, rounded down. Without points, 100. */
export function coveredPercent({ covered, total }: CoveredShare): number {
  return total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10;
}
