// Flags that select and explain checks: `--checks`, `--skip`, `--explain`.

import { type CheckId, describeCheck } from '../../verify/checks.ts';
import { listed, oneOf } from '../flag-values.ts';

/** @param all - the checks of the command. @throws UsageError for an unknown check */
export function selectChecks(
  all: readonly CheckId[],
  { checks, skip = '' }: { readonly checks?: string | undefined; readonly skip?: string | undefined },
): readonly CheckId[] {
  const selected = checks === undefined ? all : listed(checks).map((id) => findCheck('--checks', id, all));
  const skipped = new Set(listed(skip).map((id) => findCheck('--skip', id, all)));
  return selected.filter((id) => !skipped.has(id));
}

/** Describes a check, or `all` of them. @throws UsageError for an unknown check */
export function explainCheck(id: string, all: readonly CheckId[]): string {
  if (id === 'all') return all.map((one) => `${one}\n  ${describeCheck(one)}\n`).join('\n');
  return `${describeCheck(findCheck('--explain', id, all))}\n`;
}

function findCheck(flag: string, id: string, all: readonly CheckId[]): CheckId {
  return oneOf(`${flag}: unknown check`, id, all);
}
