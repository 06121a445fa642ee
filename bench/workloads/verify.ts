// The workload `verify`: time to verify a mock server, its growth with the document, and the cost of counting coverage.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writeDocument } from '../generated-document.ts';
import { inRepository } from '../repository.ts';
import type { Settings } from '../settings.ts';
import { median, spread, tableOf } from '../table.ts';
import type { Once } from '../verified/once.ts';

/** Multiples of four. */
const SIZES = [12, 100, 1000];

interface Row {
  readonly name: string;
  readonly args: readonly string[];
}

/** @throws Error if an operation fails: then the measurement is not valid */
export async function verify({ folder, rounds }: Settings): Promise<string> {
  const rows: Row[] = [
    { name: 'the identity API', args: ['identity', 'yes'] },
    { name: 'the identity API, without counting what is exercised', args: ['identity', 'no'] },
  ];
  for (const size of SIZES) {
    const file = await writeDocument(folder, size);
    rows.push({ name: `${size.toLocaleString('en-US')} operations`, args: [file, 'yes'] });
    if (size === 100) rows.push({ name: `${size} operations, without counting`, args: [file, 'no'] });
  }
  const measured = new Map<Row, Once[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const row of rows) {
      process.stderr.write(`  ${row.name}, ${round + 1} of ${rounds}\n`);
      measured.set(row, [...(measured.get(row) ?? []), await once(row)]);
    }
  const reported = rows.map((row) => {
    const all = measured.get(row) ?? [];
    const of = (what: (one: Once) => number, digits?: number) => spread(all.map(what), digits);
    return [
      row.name,
      median(all.map(({ requests }) => requests)).toLocaleString('en-US'),
      of(({ took }) => took),
      of(({ processor }) => processor),
      of(({ processor, requests }) => (processor / requests) * 1000, 2),
      of(({ memory }) => memory / 1e6),
    ];
  });
  return tableOf(
    ['document', 'requests', 'time, s', 'processor time, s', 'processor time of a request, ms', 'memory at most, MB'],
    reported,
  );
}

async function once({ name, args }: Row): Promise<Once> {
  const { stdout } = await promisify(execFile)(process.execPath, [inRepository('bench/verified/once.ts'), ...args]);
  const result: Once = JSON.parse(stdout);
  if (result.passed !== result.operations || result.findings > 0)
    throw new Error(
      `${name}: of ${result.operations} operations ${result.passed} passed, with ${result.findings} findings`,
    );
  return result;
}
