// Who finds which fault, as a section of the page about verify.

import { tableOf } from '../table.ts';
import type { Mutant } from './mutant.ts';

/** What each judge says of each fault, by `<of> <id>`; nothing found is an empty list. */
export type Results = Record<string, Record<string, readonly string[]>>;

const JUDGES = ['verify', 'dredd', 'prism', 'tests'] as const;
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

Written by \`npm run mutants -- --judges verify,dredd,prism,tests --write\`: each fault is a small change of the sources, planted in a copy of them.

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
