// Known findings of earlier runs, which do not fail a run.

import type { FindingReport, OperationReport, Report } from './report.ts';

/** A file of known findings. */
export interface Baseline {
  readonly version: 1;
  readonly findings: readonly KnownFinding[];
}

/** One known finding. Only the ids identify it; the rest is for readers. */
export interface KnownFinding {
  /** The ids of its violations. */
  readonly ids: readonly string[];
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly check: string;
  /** The status of the response; 0 without one. */
  readonly status: number;
  readonly message: string;
}

/** Which findings of a run a baseline contains. */
export interface BaselineSettings {
  /** The lowest severity. */
  readonly least: 'error' | 'warn';
  /** Whether the run sent the requests of some phases only: then a missing finding is not gone. */
  readonly isPartial: boolean;
}

/** The findings of the run, and the earlier ones that it could not test again. */
export function createBaseline(
  reports: readonly Report[],
  earlier: Baseline | undefined,
  settings: BaselineSettings,
): Baseline {
  const found = reports.flatMap(({ operations }) =>
    operations.flatMap((operation) =>
      allFindings(operation, settings.least).map((finding) => knownFinding(operation, finding)),
    ),
  );
  const ids = new Set(found.flatMap((one) => one.ids));
  const gone = new Set(listGone(reports, earlier, settings));
  const others = earlier?.findings.filter((one) => !one.ids.some((id) => ids.has(id)) && !gone.has(one)) ?? [];
  return { version: 1, findings: [...found, ...others].toSorted(inOrder) };
}

/** The known findings that a run tested again and did not find. */
export function listGone(
  reports: readonly Report[],
  baseline: Baseline | undefined,
  { isPartial }: Pick<BaselineSettings, 'isPartial'>,
): readonly KnownFinding[] {
  if (!baseline || isPartial) return [];
  const found = new Set(
    reports.flatMap(({ operations }) =>
      operations.flatMap((one) => allFindings(one, 'warn').flatMap((finding) => finding.ids)),
    ),
  );
  const isTested = ({ method, path, check }: KnownFinding) =>
    reports.some(
      ({ operations, checks }) =>
        checks.some((one) => one === check) &&
        operations.some(
          (one) => one.method === method && one.path === path && (one.outcome === 'passed' || one.outcome === 'failed'),
        ),
    );
  return baseline.findings.filter((one) => !one.ids.some((id) => found.has(id)) && isTested(one));
}

function allFindings({ findings, warnings, known = [] }: OperationReport, least: BaselineSettings['least']) {
  return [...findings, ...known, ...(least === 'warn' ? warnings : [])];
}

function knownFinding({ operation, method, path }: OperationReport, found: FindingReport): KnownFinding {
  const { ids, check, message, response } = found;
  return { ids, operation, method, path, check, status: response.status, message };
}

/** By operation, then by check: new findings are near related ones. */
function inOrder(one: KnownFinding, other: KnownFinding): number {
  const key = ({ path, method, check, ids }: KnownFinding) => `${path}\n${method}\n${check}\n${ids[0]}`;
  return key(one) < key(other) ? -1 : 1;
}
