// Results of mock servers for published documents, as a section of their page.

import type { Tally, TestedDocument } from './lifecycle/tested-document.ts';
import { tableOf } from './table.ts';

const SHOWN = 10;
/** Slower responses are reported, in milliseconds of processor time. */
const LONG = 2000;

/** @param which - the tested documents, in words */
export function lifecycleSection(tested: readonly TestedDocument[], which: string): string {
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  const share = ({ passed, tested: all }: Pick<Tally, 'passed' | 'tested'>) => `${((100 * passed) / all).toFixed(2)} %`;
  const served = tested.filter(({ rejected }) => rejected === undefined);
  const [operations, items, lifecycles] = [
    together(served.map((one) => one.operations)),
    together(served.map((one) => one.items)),
    together(served.map((one) => one.lifecycles)),
  ];
  const untestable = sumsOf(served.map((one) => one.untestable));
  const cannot = Object.values(untestable).reduce((sum, count) => sum + count, 0);
  const sources = sumsOf(served.map((one) => one.sources));
  const slow = served.filter(({ slowest }) => slowest > LONG).toSorted((one, other) => other.slowest - one.slowest);
  const row = (name: string, tally: Tally, target: string) => [
    name,
    whole(tally.tested),
    whole(tally.passed),
    share(tally),
    target,
  ];
  const reasons = ({ reasons: all }: Tally) =>
    tableOf(
      ['reason', 'count'],
      most(all).map(([reason, count]) => [reason, whole(count)]),
    );
  const percentile = (of: (one: TestedDocument) => number, part: number) =>
    whole(served.map(of).sort((a, b) => a - b)[Math.floor((served.length - 1) * part)] ?? Number.NaN);
  const spread = (of: (one: TestedDocument) => number) => [0.5, 0.9, 0.99, 1].map((part) => percentile(of, part));
  return `# Life cycles of resources

Written by \`npm run corpus -- --lifecycle --write\`: mock servers without handlers (${which}). Each operation gets two requests, generated from its schemas, for items that exist.
The response must have the declared success status, and be valid for an Ajv that is independent of the server. A repeated GET must return the same response.
In a life cycle, an item is created, read, listed, changed, read again, deleted and gone, as far as the document has these operations. What was sent must be there when it is read.

${tableOf(
  ['', 'tested', 'passed', '', 'target'],
  [
    row('operations with the declared response', operations, '100 %'),
    [
      'operations that cannot be tested, see below',
      whole(operations.tested + cannot),
      whole(cannot),
      share({ passed: cannot, tested: operations.tested + cannot }),
      'under 0.5 %',
    ],
    row('item paths that belong to a resource', items, '75 %'),
    row('life cycles of resources with POST on the collection and GET on the item', lifecycles, '90 %'),
  ],
)}

Sources of the responses: ${most(sources)
    .map(([source, count]) => `${source} ${whole(count)}`)
    .join(', ')}. Documents rejected: ${whole(tested.length - served.length)} of ${whole(tested.length)}.
Responses that took more than ${LONG / 1000} s of processor time: ${slow.length === 0 ? 'none' : slow.map(({ path, slowest, slowestIs }) => `${path} ${slowestIs} ${whole(slowest)} ms`).join('; ')}.

${tableOf(
  ['', 'median', '90 %', '99 %', 'maximum'],
  [
    ['start, ms', ...spread(({ start }) => start)],
    ['slowest response, ms', ...spread(({ slowest }) => slowest)],
  ],
)}

## Why operations fail

${reasons(operations)}

## Why life cycles fail

${reasons(lifecycles)}

## Operations that cannot be tested

The document contradicts itself, no client can send the request, or no valid value can be generated. \`understudy operations\` lists the reasons.

${tableOf(
  ['reason', 'count'],
  most(untestable).map(([reason, count]) => [reason, whole(count)]),
)}
${rejectedTable(tested)}`;
}

function rejectedTable(tested: readonly TestedDocument[]): string {
  const rejected = tested.flatMap(({ path, rejected: reason }) =>
    reason === undefined ? [] : [[path, reason.replace(/\s+/g, ' ').slice(0, 200)]],
  );
  return rejected.length === 0 ? '' : `\n## Not served\n\n${tableOf(['document', 'reason'], rejected)}\n`;
}

export function together(tallies: readonly Tally[]): Tally {
  const sum = (of: (one: Tally) => number) => tallies.reduce((total, one) => total + of(one), 0);
  return {
    tested: sum(({ tested }) => tested),
    passed: sum(({ passed }) => passed),
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
