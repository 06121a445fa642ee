// Which exchanges of a list somebody wants to see.

import type { Row } from '../rows.ts';

/** All of it must be true of an exchange. Empty texts say nothing. */
export interface Filter {
  /** In the target, the operation, the caller, the code or the number. */
  readonly text: string;
  readonly operation: string;
  /** The first digit of it. */
  readonly status: string;
  readonly source: string;
  readonly findings: boolean;
  readonly fault: boolean;
}

export const ALL: Filter = { text: '', operation: '', status: '', source: '', findings: false, fault: false };

/** The rows that fit. @returns the same list when all do */
export function fitting(rows: readonly Row[], filter: Filter): readonly Row[] {
  if (isAll(filter)) return rows;
  const text = filter.text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.operation === '' || row.operation === filter.operation) &&
      (filter.status === '' || String(row.status).startsWith(filter.status)) &&
      (filter.source === '' || row.source === filter.source) &&
      (!filter.findings || row.findings > 0) &&
      (!filter.fault || row.fault !== undefined) &&
      (text === '' || wordsOf(row).includes(text)),
  );
}

export function isAll(filter: Filter): boolean {
  return Object.values(filter).every((value) => value === '' || value === false);
}

function wordsOf({ number, method, target, status, operation = '', caller = '', code = '' }: Row): string {
  return `${number} ${method} ${target} ${status} ${operation} ${caller} ${code}`.toLowerCase();
}
