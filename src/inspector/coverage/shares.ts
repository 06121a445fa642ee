// Coverage in words and numbers.

import type { Coverage } from '../../client/client.ts';

export type ApiCoverage = Coverage['apis'][number];
export type Operation = ApiCoverage['operations'][number];
export type Respect = keyof Coverage['totals'];

/** Labels of what is counted. */
export const LABELS: Readonly<Record<Respect, string>> = {
  all: 'Total',
  operations: 'Operations',
  statuses: 'Status codes',
  mediaTypes: 'Media types',
  parameters: 'Parameters',
  properties: 'Properties',
  values: 'Values',
  branches: 'Branches',
  security: 'Security schemes',
};

export const DIMENSIONS = ['mediaTypes', 'parameters', 'properties', 'values', 'branches', 'security'] as const;

/** The total of an operation. */
export function shareOf({ totals }: Operation): { readonly covered: number; readonly total: number } {
  const shares = Object.values(totals);
  const sum = (of: 'covered' | 'total') => shares.reduce((count, share) => count + share[of], 0);
  return { covered: sum('covered'), total: sum('total') };
}

/** With one digit, rounded down. */
export function percentOf(operation: Operation): number {
  const { covered, total } = shareOf(operation);
  return total === 0 ? 100 : Math.floor((covered / total) * 1000) / 10;
}

/** Which operations are shown. */
export type Which = 'all' | 'incomplete' | 'requested' | 'unused';

export function fits(operation: Operation, which: Which): boolean {
  if (which === 'requested') return operation.requests > 0;
  if (which === 'unused') return operation.requests === 0;
  return which === 'all' || percentOf(operation) < 100;
}

/** The text that the filter searches. */
export function wordsOf({ operation, method, path }: Operation): string {
  return `${operation} ${method} ${path}`.toLowerCase();
}

/** Status codes of operations: numbers, then classes, then `default`. */
export function statusesOf(operations: readonly Operation[]): readonly string[] {
  const found = new Set<string>();
  for (const { statuses, undeclared = [] } of operations)
    for (const { status } of [...statuses, ...undeclared]) found.add(status);
  const rank = (status: string) => (status === 'default' ? '9' : status.replace(/X/gi, '9'));
  return [...found].sort((one, other) => rank(one).localeCompare(rank(other)));
}

/** A cell of the table. */
interface Seen {
  readonly count: number;
  readonly isDeclared: boolean;
}

export function seenAt({ statuses, undeclared = [] }: Operation, status: string): Seen | undefined {
  const declared = statuses.find((one) => one.status === status);
  const other = undeclared.find((one) => one.status === status);
  const found = declared ?? other;
  return found && { count: found.count, isDeclared: declared !== undefined };
}

/** The colour of a cell: 0 for none, then by powers of ten. */
export function warmth(count: number): number {
  return count === 0 ? 0 : Math.min(3, Math.floor(Math.log10(count)) + 1);
}
