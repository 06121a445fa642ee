// Figures as a table, and the table in the page.

import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { PINNED } from './server.ts';

/** What one server did in one round. */
export interface Measurement {
  /** Answers per second. */
  readonly rate: number;
  /** Microseconds of processor time per answer, which other programs on the machine disturb less. */
  readonly processor: number;
  /** Milliseconds from the start of the process to the first answer. */
  readonly startUp: number;
}

/** How the figures came about. */
export interface Conditions {
  readonly seconds: number;
  readonly connections: number;
  readonly rounds: number;
}

/** The load average of the last minute, before the first round and after the last one. */
export type Busy = readonly [before: number, after: number];

const TITLES: Readonly<Record<string, string>> = {
  bare: 'bare `node:http` and Ajv',
  prism: '`prism mock`',
  understudy: 'Understudy',
};

/** A Markdown table: medians, in brackets the least and the most. Ratios are to the bare server of the same round. */
export function tableOf(
  measured: ReadonlyMap<string, readonly Measurement[]>,
  conditions: Conditions,
  busy: Busy,
): string {
  const bare = measured.get('bare') ?? [];
  const rows = [...measured].map(([name, rounds]) => {
    const ratios = rounds.map(({ rate }, round) => rate / (bare[round]?.rate ?? Number.NaN));
    const cells = [
      TITLES[name] ?? name,
      spread(rounds.map(({ rate }) => rate)),
      spread(ratios, 2),
      spread(rounds.map(({ processor }) => processor)),
      spread(rounds.map(({ startUp }) => startUp)),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| server | answers per second | beside bare | processor time per answer, µs | start-up, ms |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    describe(conditions, busy),
  ].join('\n');
}

function describe({ seconds, connections, rounds }: Conditions, [before, after]: Busy): string {
  const cores = PINNED
    ? `${cpus().length} cores, the server on one of them and the load on another`
    : `${cpus().length} cores, shared by server and load`;
  return `Node ${process.versions.node}, ${cores}; ${rounds} rounds of ${seconds} s, ${connections} connections. Load average of the machine: ${before.toFixed(1)} before, ${after.toFixed(1)} after.`;
}

function spread(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  const shown = (value = 0) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${shown(median)} (${shown(sorted[0])}–${shown(sorted.at(-1))})`;
}

const BEGIN = '<!-- figures: begin (npm run bench -- --write) -->';
const END = '<!-- figures: end -->';

/** Puts the table into the page, between its two marks. @throws Error if the page has no marks */
export async function writeTable(page: URL, table: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${page} has no place for the figures`);
  await writeFile(page, `${text.slice(0, begin)}${BEGIN}\n\n${table}\n\n${text.slice(end)}`);
}
