// Results of a mock server and `prism mock` for the same documents, as a section of the page about published documents.

import { sumsOf, together } from './corpus-lifecycle.ts';
import type { Tried } from './lifecycle/tried.ts';
import { tableOf } from './table.ts';

const SHOWN = 10;

/**
 * @param ours - our results
 * @param theirs - Prism's results
 * @param which - the documents, in words
 */
export function prismSection(ours: readonly Tried[], theirs: readonly Tried[], which: string): string {
  const served = (all: readonly Tried[]) => all.filter(({ rejected }) => rejected === undefined);
  const row = (name: string, all: readonly Tried[], of: readonly string[]) => {
    const own = served(all).filter(({ path }) => of.includes(path));
    const { tried, held } = together(own.map(({ operations }) => operations));
    return [
      name,
      `${own.length} of ${of.length}`,
      tried.toLocaleString('en-US'),
      held.toLocaleString('en-US'),
      share(held, tried),
    ];
  };
  const all = ours.map(({ path }) => path);
  const both = served(theirs).map(({ path }) => path);
  const titles = ['', 'documents served', 'operations tried', 'answered as declared', ''];
  const reasons = Object.entries(together(served(theirs).map(({ operations }) => operations)).reasons);
  const rejected = sumsOf(
    theirs.flatMap(({ rejected }) => (rejected === undefined ? [] : [{ [rejected.slice(0, 120)]: 1 }])),
  );
  return `# Beside \`prism mock\`

Written by \`npm run corpus -- --beside-prism --write\`: ${which} is served by both. Each operation is asked twice, with a request made from its own schemas; the answers are judged by the same Ajv. Prism keeps
nothing, so it is asked for any item; a stand-in for one that is there.

${tableOf(titles, [row('understudy', ours, all), row('`prism mock`', theirs, all), row('understudy, of the documents that both serve', ours, both)])}

${tableOf(['what `prism mock` answers otherwise', 'count'], most(reasons))}

${tableOf(['why `prism mock` does not serve a document', 'count'], most(Object.entries(rejected)))}
`;
}

function most(counts: readonly (readonly [string, number])[]): readonly (readonly [string, string])[] {
  return counts
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([reason, count]) => [reason, count.toLocaleString('en-US')]);
}

function share(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(2)} %`;
}
