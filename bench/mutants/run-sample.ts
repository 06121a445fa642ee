// Measures which tests detect the mutants of the sample. Run by hand: `node bench/mutants/run-sample.ts --help`.

import { parseArgs } from 'node:util';
import { tableOf } from '../table.ts';
import { type Copy, copyProject } from './plant.ts';
import { relatedTo } from './related.ts';
import type { SampleMutant } from './sample/mutant.ts';
import { SAMPLE, TEST_FOLDERS } from './sample.ts';
import { CI, DAILY, listTests, type TestFile } from './vitest.ts';
import { createFindWitnesses, type FindWitnesses } from './witnesses.ts';

const USAGE = `node bench/mutants/run-sample.ts [options]

Plants one mutant after the other in a copy of the project, and runs the tests that can reach it, up to the first that fails:
the file that is known to see it, the area's files of npm test, its other files, then the other files of .ci/run.

  --area NAME     one area only: ${Object.keys(TEST_FOLDERS).join(', ')}
  --ids A,B       these mutants only
  --until STEP    the last tests that run: known, area, daily or ci (default: ci)
`;

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    ids: { type: 'string' },
    until: { type: 'string', default: 'ci' },
    help: { type: 'boolean', default: false },
  },
});

type Verdict = 'known' | 'area' | 'daily' | 'ci' | 'no test';
const STEPS: readonly string[] = ['known', 'area', 'daily', 'ci'] satisfies Verdict[];
const TITLES: Readonly<Record<Verdict, string>> = {
  known: 'known test',
  area: 'npm test: area',
  daily: 'npm test: other',
  ci: '.ci/run only',
  'no test': 'not seen',
};

interface Run {
  readonly project: string;
  readonly files: readonly string[];
  readonly verdict: Verdict;
}

/** The runs for a mutant, in order. No file runs twice. */
function runsFor({ area, patches, seenBy }: SampleMutant, folder: string, tests: readonly TestFile[]): readonly Run[] {
  const related = relatedTo(
    folder,
    patches.map(([file]) => file),
  );
  const reached = tests.filter(({ file }) => related.has(file) && file !== seenBy);
  const folders = (TEST_FOLDERS[area] ?? []).map((name) => `test/${name}/`);
  const isNear = ({ file }: TestFile) => folders.some((near) => file.startsWith(near));
  const run = (project: string, verdict: Verdict, isMeant: (test: TestFile) => boolean): Run => {
    const meant = reached.filter((test) => test.project === project && isMeant(test));
    return { project, verdict, files: meant.map(({ file }) => file) };
  };
  const known = tests.filter(({ file }) => file === seenBy);
  const last = STEPS.indexOf(values.until);
  return [
    ...known.map(({ file, project }): Run => ({ project, verdict: 'known', files: [file] })),
    run(DAILY, 'area', isNear),
    run(DAILY, 'daily', (test) => !isNear(test)),
    ...CI.flatMap((project) => [run(project, 'ci', isNear), run(project, 'ci', (test) => !isNear(test))]),
  ].filter(({ verdict, files }) => files.length > 0 && STEPS.indexOf(verdict) <= last);
}

async function measure(
  mutant: SampleMutant,
  copy: Copy,
  findWitnesses: FindWitnesses,
  runs: readonly Run[],
): Promise<Verdict> {
  const name = `${mutant.area} ${mutant.id}`;
  for (const { project, files, verdict } of runs) {
    const [seen] = await copy.with(mutant, () => findWitnesses(copy.folder, project, files));
    if (!seen) continue;
    console.log(
      `${name}: seen by ${project === DAILY ? 'npm test' : '.ci/run only'}, ${seen.file ?? project} > ${seen.name}`,
    );
    return verdict === 'known' && project !== DAILY ? 'ci' : verdict;
  }
  console.log(`${name}: NOT SEEN (${mutant.breaks})`);
  return 'no test';
}

async function measureAll(): Promise<void> {
  const ids = values.ids?.split(',');
  const wanted = SAMPLE.filter(({ area, id }) => (values.area ?? area) === area && (ids?.includes(id) ?? true));
  const [copy, sound] = [await copyProject(), await copyProject()];
  const verdicts = new Map<SampleMutant, Verdict>();
  try {
    const tests = await listTests(sound.folder, [DAILY, ...CI]);
    const findWitnesses = createFindWitnesses(sound.folder);
    for (const mutant of wanted)
      verdicts.set(mutant, await measure(mutant, copy, findWitnesses, runsFor(mutant, sound.folder, tests)));
  } finally {
    await copy.remove();
    await sound.remove();
    console.log(summaryOf(verdicts));
  }
  if ([...verdicts.values()].includes('no test')) process.exitCode = 1;
}

function summaryOf(verdicts: ReadonlyMap<SampleMutant, Verdict>): string {
  const all = [...verdicts];
  const columns = Object.keys(TITLES) as Verdict[];
  const row = (name: string, some: typeof all) => [
    name,
    ...columns.map((column) => `${some.filter(([, verdict]) => verdict === column).length}`),
  ];
  const areas = [...new Set(all.map(([{ area }]) => area))];
  const rows = areas.map((name) =>
    row(
      name,
      all.filter(([{ area }]) => area === name),
    ),
  );
  return tableOf(['area', ...Object.values(TITLES)], [...rows, row('all', all)]);
}

if (values.help || !STEPS.includes(values.until)) process.stdout.write(USAGE);
else {
  // Vitest ends with this process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await measureAll();
}
