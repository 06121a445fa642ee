// Rows of text in columns, for a terminal.

import { printable } from '../schema/printable.ts';

/** The maximum width of a column; longer cells exceed it. */
const MAX_WIDTH = 60;

/** A line for each row. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const shown = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of shown)
    for (const [at, cell] of row.slice(0, -1).entries())
      widths[at] = Math.min(MAX_WIDTH, Math.max(widths[at] ?? 0, cell.length));
  return shown.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
