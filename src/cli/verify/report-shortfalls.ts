// Where `understudy verify` has exercised less of a document than `--fail-under` asks for: it is said, with what is missing.

import { printable } from '../../schema/printable.ts';
import type { CoverageDimension } from '../../verify/coverage/coverage.ts';
import { missingLines } from '../../verify/report/coverage.ts';
import type { Output } from '../io.ts';
import { type Bounds, shortfalls } from './fail-under.ts';
import type { VerifiedServer } from './verify-servers.ts';

/** How many lines name what is missing. */
const MOST_LINES = 100;

/** @param isNamed - whether a report names what is missing already @returns whether it is too little anywhere */
export function reportShortfalls(
  all: readonly VerifiedServer[],
  bounds: Bounds<CoverageDimension>,
  isNamed: boolean,
  stderr: Output,
): boolean {
  const short = all.flatMap(({ name, verdict: { coverage } }) => {
    const found = coverage ? shortfalls(bounds, coverage.totals) : [];
    if (!coverage || found.length === 0) return [];
    const respects = found.map(({ respect }) => respect);
    const missing = isNamed ? [] : missingLines(coverage, respects);
    const more = missing.length > MOST_LINES ? [`… and ${missing.length - MOST_LINES} more lines (--coverage)`] : [];
    return [...found.map(({ told }) => `${name}: ${told}`), ...missing.slice(0, MOST_LINES), ...more];
  });
  if (short.length > 0) stderr.write(`${short.map(printable).join('\n')}\n`);
  return short.length > 0;
}
