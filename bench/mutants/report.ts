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
      ? 'not asked'
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

Each fault is a small change of the sources, planted in a copy of them, and each judge looks at a server of its own that has it. A judge has to be silent about the same server without a fault; then whatever it says counts. Each wrote its column by itself: \`npm run mutants -- --judges verify --write\`, then \`dredd\`, \`prism\` and \`tests\`. "4 of 10" are four of ten faults that the judge was asked about; an empty place is one that it was not asked about, and \`--missing\` asks about these.

- **\`verify\`** has its defaults. What it missed at first it was taught, so its share says that nothing is lost again, not what it finds of faults that nobody thought of.
- **Dredd** has hooks that earn each status of each operation, from the first records on (\`contracts/dredd-hooks.cjs\`, \`bench/mutants/workshop-hooks.cjs\`). It holds status, media type and body of each against the document.
- **Prism's proxy** (\`--errors\`) sends nothing by itself: what verify sends to the server without a fault is sent again through it, as far as Prism does not refuse it by itself: ${results.passedOn.identity} requests to the identity API and ${results.passedOn.workshop} to the workshop. Its requests are of some hundred sandboxes; those that begin and end sandboxes go past it.
- **\`npm test\`** has its tests asked, not its compiler nor its linter, and not those of \`npm run test:ci\`, which verify planted faults themselves. Of its files those are run that the fault can reach: whatever names a file with the fault, by an import that is no mere type or by its path, whatever names that, and so on (\`bench/mutants/related.ts\`). First come those beside the files with the fault and those of what is served (\`test/identity/\`, \`test/mock/resources/\`), then all others, each time with \`vitest run --bail 1\`: "no" means that all of them passed. What fails is run again without the fault, and counts only if it passes then; else it is left out, and the others go on. Five faults are of the workshop's document, which no test of \`npm test\` reads: it cannot find them. Two more are of a field that only the workshop has. It was written for these sources, and cannot be asked about a server of somebody else.

${tableOf(
  ['faults', ...JUDGES.map((judge) => TITLES[judge])],
  [
    rowOf('all', all),
    rowOf(
      'of single answers, by the words of the document',
      all.filter(({ isInWords }) => isInWords),
    ),
    rowOf(
      'of what is kept, listed, changed and deleted',
      all.filter(({ isInWords }) => !isInWords),
    ),
    rowOf(
      'of the identity API',
      all.filter(({ of }) => of === 'identity'),
    ),
    rowOf(
      'of what is inferred',
      all.filter(({ of }) => of === 'workshop'),
    ),
  ],
)}

${tableOf(['of', 'fault', 'what is wrong', 'check that should find it', 'found by', ...JUDGES.map((judge) => TITLES[judge])], lines)}
`;
}
