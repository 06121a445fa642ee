// Who finds which fault, as a section of the page about verify.

import { tableOf } from '../table.ts';
import type { Mutant } from './mutant.ts';

/** What each judge says of each fault, by `<of> <id>`; nothing found is an empty list. */
export type Results = Record<string, Record<string, readonly string[]>>;

const JUDGES = ['verify', 'dredd', 'prism', 'tests'] as const;
/** Told by a run with Prism. */
const PASSED = '430 requests to the identity API and 637 to the workshop';
const TITLES = { verify: '`verify`', dredd: 'Dredd', prism: "Prism's proxy", tests: '`npm test`' };

export function sectionOf(all: readonly Mutant[], results: Results): string {
  const said = ({ of, id }: Mutant, judge: string) => results[`${of} ${id}`]?.[judge];
  const share = (some: readonly Mutant[], judge: string) => {
    const asked = some.filter((one) => said(one, judge) !== undefined);
    const found = asked.filter((one) => (said(one, judge) ?? []).length > 0);
    return asked.length === 0
      ? 'not asked'
      : `${found.length} of ${asked.length} (${Math.round((100 * found.length) / asked.length)} %)`;
  };
  const rowOf = (name: string, some: readonly Mutant[]) => [name, ...JUDGES.map((judge) => share(some, judge))];
  const cell = (one: Mutant, judge: string) => {
    const found = said(one, judge);
    return found === undefined ? '' : found.length > 0 ? 'yes' : '**no**';
  };
  const checkIn = (one: Mutant) =>
    [...new Set((said(one, 'verify') ?? []).map((text) => text.split(' ')[0]))].join(', ');
  const lines = all.map((one) => [
    one.of,
    one.id,
    one.wrong,
    one.check,
    checkIn(one),
    ...JUDGES.map((judge) => cell(one, judge)),
  ]);
  return `## Planted faults

Each fault is a small change of the sources, planted in a copy of them, and each judge looks at a server of its own that has it. A judge has to be silent about the same server without a fault; then whatever it says counts. Each wrote its column by itself: \`npm run mutants -- --judges verify --write\`, then \`dredd\`, \`prism\`, and \`tests\` with \`--every 8\`. "4 of 10" are four of ten faults that the judge was asked about; an empty place is one that it was not asked about. Two runs were broken off for want of time: Prism's before 17 faults of the workshop, fifteen of them of lists and ids, which single answers do not show, so its share is likely too high; that of the tests after eight of ten faults, of which two failed at a test whose name was not noted.

- **\`verify\`** has its defaults. What it missed at first it was taught, so its share says that nothing is lost again, not what it finds of faults that nobody thought of.
- **Dredd** has hooks that earn each status of each operation, from the first records on (\`contracts/dredd-hooks.cjs\`, \`bench/mutants/workshop-hooks.cjs\`). It holds status, media type and body of each against the document.
- **Prism's proxy** (\`--errors\`) sends nothing by itself: what verify sends to the server without a fault is sent again through it, as far as Prism does not refuse it by itself: ${PASSED}. Its requests are of some hundred sandboxes; those that begin and end sandboxes go past it.
- **\`npm test\`**, by its tests of what is served, until the first that fails. For the identity API: \`npx vitest run --project together --bail 1 test/identity/ test/engine/answer. test/codec/bodies. test/codec/json-text.\`; for the workshop with \`test/resource/ test/engine/answer.\` instead. It was written for these sources, and cannot be asked about a server of somebody else.

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
