// The command about what traffic has exercised of the documents.

import { readFile } from 'node:fs/promises';
import { mergeCoverage } from '../../coverage/merge.ts';
import type { Coverage } from '../../coverage/report.ts';
import { coverageTable } from '../../coverage/table.ts';
import { TOTALS } from '../../coverage/totals.ts';
import { createDocument } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import type { Schema } from '../../openapi/objects.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { Problems } from '../../schema/problems.ts';
import type { Steering } from './steering.ts';

type Respect = (typeof TOTALS)[number];

export const coverage: Steering = {
  usage: ['coverage', 'coverage --all --fail-under 80', 'coverage FILE…', 'coverage --clear'],
  about:
    'Shows which operations, statuses, parameters, properties and values requests have exercised, of a sandbox, of all,\nor of files that --json has written, put together.',
  flags: {
    all: { help: 'of all sandboxes, with those that are gone' },
    missing: { help: 'name all that is missing of operations that were asked for' },
    'fail-under': {
      takes: 'PERCENT',
      help: 'end with 1 when less is covered: 80, or by respect, operations=100,statuses=70',
    },
    clear: { help: 'begin anew' },
  },
  words: [0, 1000],
  async run(world, { words, flags }) {
    const bounds = boundsIn(flags['fail-under']);
    if (flags.clear) {
      await world.clearCoverage(flags.all ? 'all' : undefined);
      return { value: {}, lines: ['It is counted from now on.'] };
    }
    const value =
      words.length > 0
        ? mergeCoverage(await Promise.all(words.map(readCoverage)))
        : await world.coverage(flags.all ? 'all' : [world.name]);
    const failed = bounds.filter(([respect, percent]) => value.totals[respect].percent < percent);
    const told = failed.map(
      ([respect, percent]) =>
        `Covered are ${value.totals[respect].percent}% of ${wordsFor(respect)}, and not ${percent}%.`,
    );
    const lines = [...coverageTable(value, { missing: flags.missing === true }), ...told];
    return { value, lines, ...(failed.length > 0 && { code: 1, complaints: told }) };
  },
};

function wordsFor(respect: Respect): string {
  return respect === 'all' ? 'all points' : respect;
}

/** @throws Problems if they are none */
function boundsIn(given: string | boolean | undefined): readonly (readonly [Respect, number])[] {
  if (given === undefined) return [];
  return String(given)
    .split(',')
    .map((one) => {
      const [, name = 'all', percent] = /^(?:(\w+)=)?(\d{1,3}(?:\.\d+)?)$/.exec(one.trim()) ?? [];
      const respect = TOTALS.find((respect) => respect === name);
      if (!respect || percent === undefined || Number(percent) > 100)
        throw new Problems(
          `--fail-under takes a percentage, or some by respect (${TOTALS.join(', ')}), not ${JSON.stringify(one)}.`,
          [],
        );
      return [respect, Number(percent)] as const;
    });
}

/** @throws Problems if the file is not there, or was not written by `--json` */
async function readCoverage(path: string): Promise<Coverage> {
  const wrong = (why: readonly string[]) => new Problems(`${path} is no coverage that --json has written:`, why);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw wrong([(error as Error).message]);
  }
  const { references, check } = createDocument(
    await openDocument(new URL('../../../spec/control.yaml', import.meta.url)),
  );
  const schema = references.at<Schema>('/components/schemas/Coverage');
  const findings = schema ? check(schema, value, 'response') : [];
  if (findings.length > 0) throw wrong(findings.map(describeFinding));
  return value as Coverage;
}
