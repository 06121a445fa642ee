// Results of mock servers for published documents, as a section of their page.

import type { Tally, Tried } from './lifecycle/tried.ts';
import { tableOf } from './table.ts';

const SHOWN = 10;
/** Slower responses are reported, in milliseconds of processor time. */
const LONG = 2000;

/** @param which - the tried documents, in words */
export function lifecycleSection(tried: readonly Tried[], which: string): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  const share = ({ held, tried: all }: Pick<Tally, 'held' | 'tried'>) => `${((100 * held) / all).toFixed(2)} %`;
  const served = tried.filter(({ rejected }) => rejected === undefined);
  const [operations, items, lifecycles] = [
    together(served.map((one) => one.operations)),
    together(served.map((one) => one.items)),
    together(served.map((one) => one.lifecycles)),
  ];
  const unasked = sumsOf(served.map((one) => one.unasked));
  const cannot = Object.values(unasked).reduce((sum, count) => sum + count, 0);
  const sources = sumsOf(served.map((one) => one.sources));
  const slow = served.filter(({ slowest }) => slowest > LONG).toSorted((one, other) => other.slowest - one.slowest);
  const row = (name: string, tally: Tally, bar: string) => [
    name,
    whole(tally.tried),
    whole(tally.held),
    share(tally),
    bar,
  ];
  const reasons = ({ reasons: all }: Tally) =>
    tableOf(
      ['reason', 'count'],
      most(all).map(([reason, count]) => [reason, whole(count)]),
    );
  const percentile = (of: (one: Tried) => number, part: number) =>
    whole(served.map(of).sort((a, b) => a - b)[Math.floor((served.length - 1) * part)] ?? Number.NaN);
  const spread = (of: (one: Tried) => number) => [0.5, 0.9, 0.99, 1].map((part) => percentile(of, part));
  return `# Lives of resources

Written by \`npm run corpus -- --lifecycle --write\`: ${which} is served with no handler. Each operation is asked twice, with a request made from its own schemas, of
items that are there: the answer must be the success that the document declares, and valid for an Ajv apart from the server's; asked again, a GET must give the same. In the life of a
resource an item is made, read, listed, changed, read, deleted and gone, as far as there are operations for that, and what was sent must be there when it is read.

${tableOf(
  ['', 'tried', 'held', '', 'bar'],
  [
    row('operations answered as declared', operations, '100 %'),
    [
      'operations that cannot be asked or answered, see below',
      whole(operations.tried + cannot),
      whole(cannot),
      share({ held: cannot, tried: operations.tried + cannot }),
      'under 0.5 %',
    ],
    row('item paths that belong to a resource', items, '75 %'),
    row('lives of resources with POST on the collection and GET on the item', lifecycles, '90 %'),
  ],
)}

Answered from: ${most(sources)
    .map(([source, count]) => `${source} ${whole(count)}`)
    .join(', ')}. Documents refused: ${whole(tried.length - served.length)} of ${whole(tried.length)}.
Answers of more than ${LONG / 1000} s of processor time: ${slow.length === 0 ? 'none' : slow.map(({ path, slowest, slowestIs }) => `${path} ${slowestIs} ${whole(slowest)} ms`).join('; ')}.

${tableOf(
  ['', 'median', '9 of 10', '99 of 100', 'all'],
  [
    ['from nothing to ready, ms', ...spread(({ start }) => start)],
    ['slowest answer, ms', ...spread(({ slowest }) => slowest)],
  ],
)}

## Why operations fail

${reasons(operations)}

## Why lives fail

${reasons(lifecycles)}

## What cannot be asked or answered

Of these the document contradicts itself, no client can ask, or nothing valid could be made up; a stand-in says so in \`understudy operations\`.

${tableOf(
  ['reason', 'count'],
  most(unasked).map(([reason, count]) => [reason, whole(count)]),
)}
${refusedTable(tried)}`;
}

function refusedTable(tried: readonly Tried[]): string {
  const rejected = tried.flatMap(({ path, rejected: reason }) =>
    reason === undefined ? [] : [[path, reason.replace(/\s+/g, ' ').slice(0, 200)]],
  );
  return rejected.length === 0 ? '' : `\n## Not served\n\n${tableOf(['document', 'reason'], rejected)}\n`;
}

export function together(tallies: readonly Tally[]): Tally {
  const sum = (of: (one: Tally) => number) => tallies.reduce((total, one) => total + of(one), 0);
  return {
    tried: sum(({ tried }) => tried),
    held: sum(({ held }) => held),
    reasons: sumsOf(tallies.map(({ reasons }) => reasons)),
  };
}

export function sumsOf(counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const count of counts)
    for (const [name, number] of Object.entries(count)) sums.set(name, (sums.get(name) ?? 0) + number);
  return Object.fromEntries(sums);
}

function most(counts: Readonly<Record<string, number>>): readonly (readonly [name: string, count: number])[] {
  return Object.entries(counts)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN);
}
