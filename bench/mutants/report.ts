// The faults that each judge finds, as a section of bench/verify.md.

import { readFile, writeFile } from 'node:fs/promises';
import { inRepository } from '../repository.ts';
import { withSection } from '../section.ts';
import { tableOf } from '../table.ts';
import { FAULTS } from './faults.ts';
import type { Mutant } from './mutant.ts';
import { findingsOf, type JudgeResults } from './results.ts';

const JUDGES = ['verify', 'dredd', 'prism', 'tests'] as const;
const TITLES = { verify: '`verify`', dredd: 'Dredd', prism: "Prism's proxy", tests: '`npm test`' };

const PAGE = inRepository('bench/verify.md');

/** Rewrites the section. */
export async function report(results: JudgeResults): Promise<void> {
  await writeFile(PAGE, withSection(await readFile(PAGE, 'utf8'), 'mutants', sectionOf(FAULTS, results)));
}

function sectionOf(all: readonly Mutant[], results: JudgeResults): string {
  const listFindings = (mutant: Mutant, judge: string) => findingsOf(results, mutant, judge);
  const share = (some: readonly Mutant[], judge: string) => {
    const judged = some.filter((one) => listFindings(one, judge) !== undefined);
    const found = judged.filter((one) => (listFindings(one, judge) ?? []).length > 0);
    return judged.length === 0
      ? 'not tested'
      : `${found.length} of ${judged.length} (${Math.round((100 * found.length) / judged.length)} %)`;
  };
  const rowOf = (name: string, some: readonly Mutant[]) => [name, ...JUDGES.map((judge) => share(some, judge))];
  const cell = (one: Mutant, judge: string) => {
    const found = listFindings(one, judge);
    return found === undefined ? '' : found.length > 0 ? 'yes' : '**no**';
  };
  const checkIn = (one: Mutant) =>
    [...new Set((listFindings(one, 'verify') ?? []).map((text) => text.split(' ')[0]))].join(', ');
  const lines = all.map((one) => [
    one.of,
    one.id,
    one.wrong,
    one.check,
    checkIn(one),
    ...JUDGES.map((judge) => cell(one, judge)),
  ]);
  return `## Planted faults

Each fault is a small change of the sources, planted in a copy of them. Each judge tests a server with one fault, and must have no finding for the server without it; then every finding counts. Each judge writes its own column: \`npm run mutants -- --judges verify --write\`, then \`dredd\`, \`prism\` and \`tests\`. "4 of 10" means that the judge found four of the ten faults that it tested. An empty cell was not tested; \`--missing\` tests those.

- **\`verify\`** has default settings. It was improved until it found all of these faults, so its share shows that nothing is lost, not how many unknown faults it finds.
- **Dredd** has hooks that cause each status of each operation, from the fixtures on (\`contracts/dredd-hooks.cjs\`, \`bench/mutants/workshop-hooks.cjs\`). It validates status, media type and body.
- **Prism's proxy** (\`--errors\`) sends nothing by itself. It receives the requests of verify to the server without a fault, except those that it rejects: ${results.passedOn.identity} requests to the identity API and ${results.passedOn.workshop} to the workshop, in some hundred sandboxes. Requests that create and delete sandboxes bypass it.
- **\`npm test\`** runs without the compiler, the linter and \`npm run test:ci\`, which verifies planted faults itself. It runs the test files that the fault can reach: those that import a changed file, directly or not, or contain its path (\`bench/mutants/related.ts\`). Tests beside the fault and of served APIs (\`test/identity/\`, \`test/mock/resources/\`) run first, then all others, each time with \`vitest run --bail 1\`: "no" means that all passed. A failed test runs again without the fault, and counts only if it passes then. Five faults are in the workshop's document, which \`npm test\` does not read, and two more in a property that only the workshop has. These tests were written for these sources, and cannot test another server.

${tableOf(
  ['faults', ...JUDGES.map((judge) => TITLES[judge])],
  [
    rowOf('all', all),
    rowOf(
      'single responses',
      all.filter(({ isInWords }) => isInWords),
    ),
    rowOf(
      'several requests: stored, listed, changed, deleted',
      all.filter(({ isInWords }) => !isInWords),
    ),
    rowOf(
      'the identity API',
      all.filter(({ of }) => of === 'identity'),
    ),
    rowOf(
      'an inferred API',
      all.filter(({ of }) => of === 'workshop'),
    ),
  ],
)}

${tableOf(['API', 'fault', 'description', 'expected check', 'found by', ...JUDGES.map((judge) => TITLES[judge])], lines)}
`;
}
