// Rows of text in columns, for a terminal.

import { printable } from '../schema/printable.ts';

/** How wide a column may be before what is in it is let stick out. */
const WIDEST = 60;

/** A line for each row. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const shown = rows.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of shown)
    for (const [at, cell] of row.slice(0, -1).entries())
      widths[at] = Math.min(WIDEST, Math.max(widths[at] ?? 0, cell.length));
  return shown.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
