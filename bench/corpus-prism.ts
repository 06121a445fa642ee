// Results of a mock server and `prism mock` for the same documents, as a section of the page about published documents.

import { sumsOf, together } from './corpus-lifecycle.ts';
import type { TestedDocument } from './lifecycle/tested-document.ts';
import { tableOf } from './table.ts';

const SHOWN = 10;

/**
 * @param ours - our results
 * @param theirs - Prism's results
 * @param which - the documents, in words
 */
export function prismSection(
  ours: readonly TestedDocument[],
  theirs: readonly TestedDocument[],
  which: string,
): string {
  const served = (all: readonly TestedDocument[]) => all.filter(({ rejected }) => rejected === undefined);
  const row = (name: string, all: readonly TestedDocument[], of: readonly string[]) => {
    const own = served(all).filter(({ path }) => of.includes(path));
    const { tested, passed } = together(own.map(({ operations }) => operations));
    return [
      name,
      `${own.length} of ${of.length}`,
      tested.toLocaleString('en-US'),
      passed.toLocaleString('en-US'),
      share(passed, tested),
    ];
  };
  const all = ours.map(({ path }) => path);
  const both = served(theirs).map(({ path }) => path);
  const titles = ['', 'documents served', 'operations tested', 'declared response', ''];
  const reasons = Object.entries(together(served(theirs).map(({ operations }) => operations)).reasons);
  const rejected = sumsOf(
    theirs.flatMap(({ rejected }) => (rejected === undefined ? [] : [{ [rejected.slice(0, 120)]: 1 }])),
  );
  return `# Comparison with \`prism mock\`

Written by \`npm run corpus -- --prism --write\`: both serve the same documents (${which}). Each operation gets two requests, generated from its schemas, and the same Ajv validates the responses.
Prism stores nothing, so its requests name any item; ours name existing ones.

${tableOf(titles, [row('understudy', ours, all), row('`prism mock`', theirs, all), row('understudy, of the documents that both serve', ours, both)])}

${tableOf(['other responses of `prism mock`', 'count'], most(reasons))}

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
