// Coverage as lines of text, for a terminal or a log.

import type { ApiCoverage, Coverage, OperationCoverage } from './coverage-report.ts';
import { DIMENSIONS, type Dimension } from './dimension.ts';
import { coveredPercent, TOTALS, totalsOf } from './totals.ts';

/** How they are called in text. */
const LABELS: Readonly<Record<(typeof TOTALS)[number], string>> = {
  all: 'all',
  operations: 'operations',
  statuses: 'statuses',
  mediaTypes: 'media types',
  parameters: 'parameters',
  properties: 'properties',
  values: 'values',
  branches: 'branches',
  security: 'security',
};

/** Maximum width of a column; longer texts stick out. */
const WIDEST = 48;

/** Options of the table. */
export interface TableSettings {
  /**
   * Whether all missing points of operations with requests are named. Default: statuses are named, of the others the
   * number is printed.
   */
  readonly missing?: boolean;
}

/** A table for each API, and requests without an operation. Texts of documents and clients are not escaped. */
export function coverageTable(
  { apis, unmatched, unmatchedBeyond }: Coverage,
  { missing = false }: TableSettings = {},
): readonly string[] {
  const others = unmatched.map(({ method, path, status, count }) => [`${count} ×`, `${status}`, `${method} ${path}`]);
  const more = unmatchedBeyond > 0 ? [`  … and ${unmatchedBeyond} more`] : [];
  return [
    ...apis.flatMap((api, index) => [...(index > 0 ? [''] : []), ...apiLines(api, missing)]),
    ...(others.length > 0 ? ['', 'Requests without a matching operation:', ...inColumns(others), ...more] : []),
  ];
}

function apiLines({ api, title, totals, operations }: ApiCoverage, missing: boolean): readonly string[] {
  const shown = TOTALS.filter((name) => name !== 'all' && totals[name].total > 0);
  const groups = groupOperations(operations);
  const sorted = groups.flatMap((group) => group.operations);
  const rows = inColumns([['operation', 'requests', 'covered', 'statuses', 'missing'], ...sorted.map(row)]);
  const [head = '', ...lines] = rows;
  const titles = new Map(groups.map((group) => [group.operations[0], group.title]));
  return [
    `${title} (${api}): ${totals.all.percent}% covered`,
    ...inColumns(shown.map((name) => shareCells(LABELS[name], totals[name]))),
    '',
    head,
    ...lines.flatMap((line, at) => {
      const operation = sorted[at];
      const title = groups.length > 1 ? titles.get(operation) : undefined;
      return [...(title === undefined ? [] : [title]), line, ...(missing ? missingLines(operation) : [])];
    }),
  ];
}

interface OperationGroup {
  readonly title: string;
  readonly operations: OperationCoverage[];
}

/** Groups by tags, in the order of their first operations; those without a tag last. */
function groupOperations(operations: readonly OperationCoverage[]): readonly OperationGroup[] {
  const groups = new Map<string | undefined, OperationCoverage[]>();
  for (const operation of operations) {
    const existing = groups.get(operation.group);
    if (existing) existing.push(operation);
    else groups.set(operation.group, [operation]);
  }
  const { untagged = [], tagged = [] } = Object.groupBy(groups, ([group]) =>
    group === undefined ? 'untagged' : 'tagged',
  );
  return [...tagged, ...untagged].map(([group, own]) => ({ title: titleOf(group, own), operations: own }));
}

function titleOf(group: string | undefined, operations: readonly OperationCoverage[]): string {
  const { all } = totalsOf(operations);
  return `${group ?? 'Other operations'}: ${all.percent}% covered`;
}

function shareCells(label: string, { covered, total, percent }: { covered: number; total: number; percent: number }) {
  return [label, `${percent}%`, `${covered} of ${total}`];
}

function row({ operation, requests, statuses, undeclared = [], totals, cut }: OperationCoverage): readonly string[] {
  const came = [
    ...statuses.filter(({ count }) => count > 0).map(({ status, count }) => `${status} ×${count}`),
    ...undeclared.map(({ status, count }) => `${status} ×${count} (undeclared)`),
  ];
  const shares = Object.values(totals);
  const covered = shares.reduce((sum, share) => sum + share.covered, 0);
  const total = shares.reduce((sum, share) => sum + share.total, 0);
  if (requests === 0) return [operation, '0', '0%', '', 'not requested'];
  const names = statuses.filter(({ count }) => count === 0).map(({ status }) => status);
  const left = DIMENSIONS.flatMap((dimension) => {
    const share = totals[dimension] ?? { covered: 0, total: 0 };
    return share.total > share.covered ? [`${LABELS[dimension]} ${share.total - share.covered}`] : [];
  });
  const missing = [...(names.length > 0 ? [names.join(' ')] : []), ...left].join(', ');
  return [
    operation,
    `${requests}`,
    `${coveredPercent({ covered, total })}%${cut ? ' (partial)' : ''}`,
    came.join(', '),
    missing,
  ];
}

function missingLines(coverage: OperationCoverage | undefined): readonly string[] {
  const { points = {}, statuses = [], requests = 0 } = coverage ?? {};
  if (requests === 0) return [];
  const missing = statuses.filter(({ count }) => count === 0).map(({ status }) => status);
  const named: readonly (readonly [label: string, names: readonly string[]])[] = [
    [LABELS.statuses, missing],
    ...DIMENSIONS.map((one: Dimension) => [LABELS[one], points[one]?.missing ?? []] as const),
  ];
  return named.filter(([, names]) => names.length > 0).map(([label, names]) => `      ${label}: ${names.join(', ')}`);
}

/** A line for each row, with a margin. */
function inColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const cells of rows)
    for (const [at, cell] of cells.slice(0, -1).entries())
      widths[at] = Math.min(WIDEST, Math.max(widths[at] ?? 0, cell.length));
  return rows.map((cells) => `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}
