// Figures as tables, and the tables in a page.

import { readFile, writeFile } from 'node:fs/promises';

/** The text of a cell without a measurement. */
export const NOTHING = '–';

/** The median; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The median, with minimum and maximum in brackets; a single value alone. Default: one decimal if the median is below 10. */
export function spread(values: readonly number[], digits = median(values) < 10 ? 1 : 0): string {
  if (values.length === 0 || !values.every(Number.isFinite)) return NOTHING;
  const shown = (value: number) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (values.length === 1) return shown(median(values));
  return `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;
}

/** Each value divided by the one of the same round; rounds of only one of them are skipped. */
export function ratios(values: readonly number[], others: readonly number[]): readonly number[] {
  return values.slice(0, others.length).map((value, round) => value / (others[round] ?? Number.NaN));
}

/** A Markdown table. Rows may be shorter than the titles: the rest is empty. */
export function tableOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const full = rows.map((row) => titles.map((_, column) => row[column]?.replaceAll('|', '\\|') ?? ''));
  return [line(titles), `|${'---|'.repeat(titles.length)}`, ...full.map(line)].join('\n');
}

/** The reason of a missing measurement, short enough for a row. */
export function shortly(reason: string): string {
  const words = reason.replace(/\s+/g, ' ').trim();
  return `not measured: ${words.length > 160 ? `${words.slice(0, 160)} …` : words}`;
}

/** A page with the table between the marks of a workload replaced. @throws Error if the page has no marks for it */
export function withTable(page: string, workload: string, table: string): string {
  const [begin, end] = [`<!-- ${workload}: begin -->`, `<!-- ${workload}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no place for ${workload}`);
  return `${page.slice(0, from)}${begin}\n\n${table}\n\n${page.slice(to)}`;
}

/** Writes a table into its page. */
export async function writeTable(page: URL, workload: string, table: string): Promise<void> {
  await writeFile(page, withTable(await readFile(page, 'utf8'), workload, table));
}
