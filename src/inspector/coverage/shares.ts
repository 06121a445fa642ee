// Coverage in words and numbers, as the tab shows it.

import type { Coverage } from '../../client/client.ts';

export type ApiCoverage = Coverage['apis'][number];
export type Operation = ApiCoverage['operations'][number];
export type Respect = keyof Coverage['totals'];
export type Dimension = keyof Required<Operation>['points'];

/** How people call what is counted. */
export const LABELS: Readonly<Record<Respect, string>> = {
  all: 'All points',
  operations: 'Operations',
  statuses: 'Statuses',
  mediaTypes: 'Media types',
  parameters: 'Parameters',
  properties: 'Properties',
  values: 'Values',
  branches: 'Branches',
  security: 'Ways of being known',
};

export const DIMENSIONS = ['mediaTypes', 'parameters', 'properties', 'values', 'branches', 'security'] as const;

/** What an operation has, all together. */
export function shareOf({ totals }: Operation): { readonly covered: number; readonly total: number } {
  const shares = Object.values(totals);
  const sum = (of: 'covered' | 'total') => shares.reduce((count, share) => count + share[of], 0);
  return { covered: sum('covered'), total: sum('total') };
}

/** With one digit, never more than it is. */
export function percentOf(operation: Operation): number {
  const { covered, total } = shareOf(operation);
  return total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10;
}

/** Which operations are shown. */
export type Which = 'all' | 'unfinished' | 'asked' | 'unasked';

export function fits(operation: Operation, which: Which): boolean {
  if (which === 'asked') return operation.requests > 0;
  if (which === 'unasked') return operation.requests === 0;
  return which === 'all' || percentOf(operation) < 100;
}

/** What an operation is found by. */
export function wordsOf({ operation, method, path }: Operation): string {
  return `${operation} ${method} ${path}`.toLowerCase();
}

/** The statuses of some operations: numbers, then classes, then `default`. */
export function statusesOf(operations: readonly Operation[]): readonly string[] {
  const found = new Set<string>();
  for (const { statuses, undeclared = [] } of operations)
    for (const { status } of [...statuses, ...undeclared]) found.add(status);
  const rank = (status: string) => (status === 'default' ? '9' : status.replace(/X/gi, '9'));
  return [...found].sort((one, other) => rank(one).localeCompare(rank(other)));
}

/** What a cell of the map says: nothing where the operation has no such status. */
export interface Seen {
  readonly count: number;
  readonly isDeclared: boolean;
}

export function seenAt({ statuses, undeclared = [] }: Operation, status: string): Seen | undefined {
  const declared = statuses.find((one) => one.status === status);
  const other = undeclared.find((one) => one.status === status);
  const found = declared ?? other;
  return found && { count: found.count, isDeclared: declared !== undefined };
}

/** How warm a cell is: 0 for what never came, then by powers of ten. */
export function warmth(count: number): number {
  return count === 0 ? 0 : Math.min(3, Math.floor(Math.log10(count)) + 1);
}
