// Sends the requests of reported findings again, and decides whether the findings still happen.

import type { Operation } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import type { Expectation, Phase } from '../cases/test-case.ts';
import { examplesValid } from '../checks/examples-valid.ts';
import { type CheckId, DOCUMENT_CHECKS, SCENARIO_CHECKS } from '../checks.ts';
import { getItemKey } from '../created/creation-log.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import type { SetupReport } from '../report/example-report.ts';
import type { FindingReport, OperationReport, Report } from '../report/report.ts';
import { jsonIn, writeJsonBody } from '../requests/json-body.ts';
import { getRequestBodyType } from '../requests/request-generator.ts';
import type { RequestInput, SerializedRequest } from '../requests/serialize-request.ts';
import { createRun, type Run } from '../run.ts';
import { listScenarios } from '../scenarios/list-scenarios.ts';
import { findCreatedId } from '../scenarios/scenario-context.ts';
import type { VerifySettings } from '../settings.ts';
import { type ReportedRequest, restoreRequest } from './restore-request.ts';

/** A finding of a report. */
export interface ReportedFinding {
  readonly operation: OperationReport;
  readonly finding: FindingReport;
  readonly severity: 'error' | 'warning';
}

/** The outcome of a finding. */
export interface ReplayResult extends ReportedFinding {
  readonly outcome: 'happens' | 'gone' | 'notReplayed';
  /** Why it was not replayed, a clause. Undefined otherwise. */
  readonly reason?: string;
}

/** Settings of a replay. */
interface ReplaySettings extends VerifySettings {
  readonly report: Pick<Report, 'url' | 'seed'>;
  /** Secrets that the report masks, by their names there. */
  readonly secrets: CredentialsByScheme;
}

/** Whether a scenario has to run again: its check compares several responses. */
function needsScenario({ check, request }: FindingReport): boolean {
  if (request.phase !== 'scenarios' || BY_STATUS.has(check)) return false;
  return Object.hasOwn(SCENARIO_CHECKS, check) || check === 'integer64-as-string';
}

/** Checks that depend on the status of one response, and on facts that reports do not contain. */
const BY_STATUS: ReadonlySet<CheckId> = new Set([
  'valid-input-accepted',
  'example-accepted',
  'linked-request-accepted',
  'operation-implemented',
]);

/** Expectations by check, without the facts that only messages need. */
const EXPECTATIONS: Partial<Record<CheckId, Expectation>> = {
  'invalid-input-rejected': { kind: 'invalid', finding: undefined },
  'missing-required-rejected': { kind: 'missing', what: 'it', pointer: '' },
  'authentication-required': { kind: 'anonymous' },
  'scope-required': { kind: 'unscoped', scopes: [] },
  'other-caller-rejected': { kind: 'other-caller' },
};

/** Replays findings one after the other, and deletes what they created. Errors are part of the results. */
export async function replay(
  findings: readonly ReportedFinding[],
  settings: ReplaySettings,
): Promise<readonly ReplayResult[]> {
  const checks = [...new Set([...findings.map(({ finding }) => finding.check), 'response-received' as const])];
  const run = await createRun({ ...settings, seed: settings.report.seed, checks, coverage: false });
  const results = new Map<FindingReport, Result<boolean>>();
  for (const one of findings) {
    if (needsScenario(one.finding) || run.hasEnded()) continue;
    results.set(one.finding, await replayRequest(run, one, settings));
    // The next finding may have the same item.
    if (!run.sandboxes.areIsolated) await run.itemProvider.removeAll();
  }
  const inScenarios = findings.filter(({ finding }) => needsScenario(finding));
  if (inScenarios.length > 0 && !run.hasEnded())
    for (const [finding, result] of await replayScenarios(run, inScenarios)) results.set(finding, result);
  if (!run.sandboxes.areIsolated) await run.itemProvider.removeAll();
  return findings.map((one) => {
    const result = results.get(one.finding) ?? failure('the run was stopped');
    if (!result.ok) return { ...one, outcome: 'notReplayed', reason: result.reason };
    return { ...one, outcome: result.value ? 'happens' : 'gone' };
  });
}

/** Creates the items of a request again, and sends it. @returns whether its check still reports it */
async function replayRequest(
  run: Run,
  { operation: { operation: id }, finding, severity }: ReportedFinding,
  { report, secrets, target }: ReplaySettings,
): Promise<Result<boolean>> {
  const { document, session, sandboxes } = run;
  const operation = document.operations.get(id);
  if (!operation) return failure(`the document has no operation ${id} any more`);
  const { check, setup = [] } = finding;
  if (check === 'custom-case') return failure('it is the case of a contract: run verify');
  if (Object.hasOwn(DOCUMENT_CHECKS, check))
    return success([...examplesValid.validate(document, operation)].some(({ message }) => message === finding.message));
  const newIds = new Map<string, string>();
  const restore = (request: ReportedRequest, of: Operation) =>
    restoreRequest(request, {
      operation: of,
      base: report.url + document.base,
      credentials: secrets,
      commonHeaders: Object.keys(target.headers),
      newValue(parameter, value) {
        const { resource } = run.findAddressedItems(of).find((one) => one.parameter === parameter) ?? {};
        return resource && newIds.get(getItemKey(resource, decodeOrKeep(value)));
      },
    });
  return sandboxes.withSandbox(async (sandbox) => {
    for (const step of setup) {
      const created = await createAgain(run, step, restore, sandbox);
      if (!created.ok) return created;
      newIds.set(...created.value);
    }
    const request = restore({ ...finding.request }, operation);
    if (!request.ok) return request;
    const expectation = await expectationFor(run, check, operation, request.value, sandbox);
    const { phase, description } = finding.request;
    const testCase = { operation, phase: phase as Phase, description, expectation, request: request.value };
    const { exchange, findings, noResponseReason } = await session.send(testCase, sandbox);
    const isFound = findings.some((one) => one.check === check && one.severity === severity);
    if (noResponseReason !== undefined)
      return isFound ? success(true) : failure(`the request was not completed: ${noResponseReason}`);
    if (!isFound && exchange.response.status === 409 && finding.response.status !== 409)
      return failure('it was rejected with 409: the server may still have an item of an earlier request');
    return success(BY_STATUS.has(check) ? exchange.response.status === finding.response.status : isFound);
  });
}

/** Sends a request that created an item. @returns the key of the old item, and the new id, encoded */
async function createAgain(
  { document, requests, resources, session }: Run,
  step: SetupReport,
  restore: (request: ReportedRequest, of: Operation) => Result<SerializedRequest>,
  sandbox: SandboxHeaders,
): Promise<Result<readonly [key: string, id: string]>> {
  const operation = document.operations.get(step.operation);
  const action = resources.action(step.operation);
  if (!operation || !action) return failure(`the document has no operation ${step.operation} any more`);
  const request = restore(step, operation);
  if (!request.ok) return request;
  const send = (body: SerializedRequest['body']) =>
    session.send(
      {
        operation,
        phase: 'scenarios',
        description: 'setup',
        expectation: { kind: 'open' },
        request: { ...request.value, body },
      },
      sandbox,
    );
  let { exchange, noResponseReason } = await send(request.value.body);
  // The server may still have the item of an earlier run: another name or id will do.
  const revisions = requests.createRevisions(operation);
  const { values } = operation.parameterReader.read(request.value.rawParameters);
  let input: RequestInput = { ...values, body: jsonIn(request.value.body), type: getRequestBodyType(operation) };
  while (exchange.response.status === 409) {
    const revision = revisions.next(input, exchange);
    if (!revision) break;
    input = revision.input;
    ({ exchange, noResponseReason } = await send(Buffer.from(writeJsonBody(input.body))));
  }
  if (noResponseReason !== undefined) return failure(`${step.operation} was not completed: ${noResponseReason}`);
  const { status } = exchange.response;
  const id = status < 300 ? findCreatedId(action, exchange, input.body) : undefined;
  if (id === undefined) return failure(`its item could not be created again: ${step.operation} returned ${status}`);
  return success([getItemKey(action.resource, step.id), encodeURIComponent(String(id))]);
}

async function expectationFor(
  { document, session }: Run,
  check: CheckId,
  operation: Operation,
  request: SerializedRequest,
  sandbox: SandboxHeaders,
): Promise<Expectation> {
  if (request.method === operation.method) return EXPECTATIONS[check] ?? { kind: 'open' };
  if (request.method !== 'HEAD') {
    const siblings = document.operationsAt(document.base + pathOf(request.target));
    return { kind: 'method', allowed: [...new Set(siblings.map(({ method }) => method))] };
  }
  const reading = { ...request, method: operation.method };
  const { exchange } = await session.send(
    { operation, phase: 'invalid', description: 'setup', expectation: { kind: 'open' }, request: reading },
    sandbox,
  );
  return { kind: 'head', get: exchange.response };
}

/** Runs the scenarios of the operations of some findings again: the seed makes the same requests. */
async function replayScenarios(
  run: Run,
  all: readonly ReportedFinding[],
): Promise<readonly (readonly [FindingReport, Result<boolean>])[]> {
  const { document, resources, session } = run;
  const named = new Set(all.flatMap(({ operation }) => resources.action(operation.operation)?.resource ?? []));
  for (const scenario of listScenarios(run, named)) if (!run.hasEnded()) await scenario.run();
  return all.map(({ operation: { operation: id }, finding, severity }) => {
    const operation = document.operations.get(id);
    const results = operation && session.resultsOf(operation);
    const untested = operation && session.permission.findDenial(operation)?.reason;
    if (!results?.appliedChecks.has(finding.check))
      return [
        finding,
        failure(untested ?? results?.untestedChecks.get(finding.check) ?? 'its scenario was not completed'),
      ];
    const found = results.findings.list();
    return [finding, success(found.some((one) => one.check === finding.check && one.severity === severity))];
  });
}
