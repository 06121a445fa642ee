// Filters recorded requests.

import type { Row } from '../rows.ts';

/** All conditions must hold. Empty texts match everything. */
export interface Filter {
  /** Searched in the target, the operation, the caller, the code and the number. */
  readonly text: string;
  readonly operation: string;
  /** The first digit. */
  readonly status: string;
  readonly source: string;
  readonly findings: boolean;
  readonly fault: boolean;
}

export const ALL: Filter = { text: '', operation: '', status: '', source: '', findings: false, fault: false };

/** The matching rows. @returns the same list when all match */
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
