// What is looked for: `--checks`, `--skip` and `--explain`.

import { type CheckId, describeCheck } from '../../verify/checks.ts';
import { listed, oneOf } from '../flags.ts';

/** @param all - those that the command knows. @throws UsageError if there is no such check */
export function checksAmong(
  all: readonly CheckId[],
  { checks, skip = '' }: { readonly checks?: string | undefined; readonly skip?: string | undefined },
): readonly CheckId[] {
  const wanted = checks === undefined ? all : listed(checks).map((id) => checkNamed('--checks', id, all));
  const left = new Set(listed(skip).map((id) => checkNamed('--skip', id, all)));
  return wanted.filter((id) => !left.has(id));
}

/** What a check looks at, or each of them. @throws UsageError if there is no such check */
export function explained(id: string, all: readonly CheckId[]): string {
  if (id === 'all') return all.map((one) => `${one}\n  ${describeCheck(one)}\n`).join('\n');
  return `${describeCheck(checkNamed('--explain', id, all))}\n`;
}

function checkNamed(flag: string, id: string, all: readonly CheckId[]): CheckId {
  return oneOf(`${flag}: unknown check`, id, all);
}
