// Coverage as text: one line, or all missing points.

import { printable } from '../../schema/printable.ts';
import {
  COVERAGE_DIMENSIONS,
  type CoverageDimension,
  type CoveredOperation,
  type NamedDimension,
  type VerdictCoverage,
} from '../coverage/coverage.ts';

/** The label of each dimension. */
export const COVERAGE_LABELS: Readonly<Record<CoverageDimension, string>> = {
  all: 'total',
  operations: 'operations',
  statuses: 'statuses',
  mediaTypes: 'media types',
  parameters: 'parameters',
  properties: 'properties',
  values: 'values',
  branches: 'branches',
  security: 'security',
  keywords: 'keywords',
};

/** A line with the totals. */
export function coverageSummary({ totals }: VerdictCoverage): string {
  const dimensions = COVERAGE_DIMENSIONS.filter((one) => one !== 'all' && totals[one].total > 0);
  const shares = dimensions.map((one) => `${COVERAGE_LABELS[one]} ${totals[one].covered} of ${totals[one].total}`);
  return `Coverage: ${totals.all.percent}% (${shares.join(', ')}).`;
}

/** Lines with the missing points of each operation. @param respects - the dimensions. Default: all */
export function missingLines(
  { operations }: VerdictCoverage,
  respects: readonly CoverageDimension[] = COVERAGE_DIMENSIONS,
): readonly string[] {
  const isWanted = (one: string) => respects.includes('all') || respects.includes(one as CoverageDimension);
  return operations
    .flatMap((one) => {
      if (one.requests === 0) return [`${one.operation}  not requested`];
      const lines = (Object.entries(one.missing) as [NamedDimension, readonly string[]][])
        .filter(([dimension]) => isWanted(dimension))
        .map(([dimension, names]) => `  ${COVERAGE_LABELS[dimension]}: ${names.join(', ')}`);
      return lines.length === 0 ? [] : [one.operation, ...lines, ...omittedLines(one)];
    })
    .map(printable);
}

function omittedLines({ omitted }: CoveredOperation): readonly string[] {
  return omitted > 0 ? [`  … and ${omitted} more`] : [];
}
