// Runs workflows: their steps in order, actions, retries, calls of other workflows.

import { setTimeout as pause } from 'node:timers/promises';
import type { CredentialsByScheme } from '../credentials.ts';
import { nameSecrets } from '../report/secrets.ts';
import { findWorkflow, resolveReusable, type Workflow, workflowKey } from './arazzo-document.ts';
import type { ActionObject, ParameterObject } from './arazzo-objects.ts';
import { dependencies } from './check-arazzo.ts';
import { evaluateCriterion } from './criterion.ts';
import { resolveValue, type Values } from './expression.ts';
import { completeInputs, secretInputs } from './inputs.ts';
import { attemptStep, type StepAttempt } from './run-step.ts';
import {
  evaluateOutputs,
  notCompleted,
  scopeOf,
  type WorkflowContext,
  type WorkflowOutcome,
  type WorkflowRun,
  type WorkflowSettings,
} from './workflow-context.ts';
import { addFinding, createWorkflowRecord, type StepRecord, type WorkflowRecord } from './workflow-record.ts';

/** Maximum depth of calls. */
const MAX_DEPTH = 20;
/** Maximum seconds that a server may ask to wait. */
const MAX_RETRY_AFTER = 60;

/** The result of a run. */
export interface WorkflowResults {
  readonly records: readonly WorkflowRecord[];
  /** Values that reports must not show. */
  readonly secrets: CredentialsByScheme;
}

/** Runs workflows in order, each after those on which it depends, and each once. */
export async function runWorkflows(
  workflows: readonly Workflow[],
  settings: WorkflowSettings,
): Promise<WorkflowResults> {
  const run: WorkflowRun = {
    ...settings,
    records: new Map(),
    completed: new Map(),
    secrets: new Map(),
    remainingSteps: 0,
  };
  for (const workflow of workflows) await runWithDependencies(workflow, run);
  return {
    records: [...run.records.values()],
    secrets: nameSecrets([...run.secrets].map(([text, name]) => [name, text])),
  };
}

async function runWithDependencies(workflow: Workflow, run: WorkflowRun, depth = 0): Promise<WorkflowRecord> {
  const known = run.records.get(workflowKey(workflow));
  if (known) return known;
  const before: WorkflowRecord[] = [];
  for (const one of dependencies(workflow)) before.push(await runWithDependencies(one, run, depth));
  const record = createWorkflowRecord(workflow, run.documents);
  run.records.set(workflowKey(workflow), record);
  const failed = before.find((one) => !one.isSuccess);
  const failedId = failed?.workflow.object.workflowId;
  if (failedId !== undefined) endRecord(record, false, `workflow ${failedId}, on which it depends, failed`);
  else {
    run.remainingSteps = run.maxSteps;
    await runWorkflow(record, run.inputsFor(workflow), run, depth);
  }
  return record;
}

/** Runs one workflow. */
async function runWorkflow(
  record: WorkflowRecord,
  given: Values,
  run: WorkflowRun,
  depth: number,
): Promise<WorkflowOutcome> {
  const { workflow } = record;
  const [first] = record.steps;
  const fail = (reason: string): WorkflowOutcome => {
    if (first) addFinding(first, notCompleted(first, reason));
    if (first) first.outcome = 'failed';
    endRecord(record, false, reason);
    return { isSuccess: false, outputs: {}, exchange: undefined, reason };
  };
  if (depth > MAX_DEPTH) return fail(`more than ${MAX_DEPTH} workflows call each other`);
  const inputs = completeInputs(workflow, given);
  if (!inputs.ok) return fail(inputs.reason);
  for (const name of secretInputs(workflow)) {
    const secret = inputs.value[name];
    if (typeof secret === 'string') run.secrets.set(secret, name);
  }
  const context: WorkflowContext = {
    ...{ run, workflow, record, depth },
    inputs: inputs.value,
    steps: new Map(),
    called: {},
    exchange: undefined,
  };
  const end = await runSteps(context);
  const scope = { ...scopeOf(context), outputs: {} };
  const { values, problems } = evaluateOutputs(workflow.object.outputs, scope);
  const outputs = { ...values, ...end.outputs };
  const last = record.steps.at(-1);
  if (last) for (const one of problems) addFinding(last, notCompleted(last, one));
  if (last && problems.length > 0) last.outcome = 'failed';
  record.outputs = outputs;
  run.completed.set(workflow.object.workflowId, { inputs: context.inputs, outputs });
  const isSuccess = end.isSuccess && !run.signal.aborted && problems.length === 0;
  const why = run.signal.aborted ? 'the run was stopped' : (end.reason ?? problems[0]);
  endRecord(record, isSuccess, why ?? 'an action ended the workflow before');
  return { isSuccess, outputs, exchange: context.exchange, ...(why !== undefined && { reason: why }) };
}

/** Marks the steps that were not reached: as skipped if the workflow ended as its author wanted. */
function endRecord(record: WorkflowRecord, isSuccess: boolean, reason: string): void {
  record.isSuccess = isSuccess;
  for (const step of record.steps) {
    if (step.reason !== 'not reached') continue;
    step.outcome = isSuccess ? 'skipped' : 'notTested';
    step.reason = `not reached: ${reason}`;
  }
}

/** How the steps of a workflow have ended. */
interface StepsEnd {
  readonly isSuccess: boolean;
  readonly reason?: string;
  /** The outputs of the workflow that took over. Default: none. */
  readonly outputs?: Values;
}

async function runSteps(context: WorkflowContext): Promise<StepsEnd> {
  const { record, run } = context;
  let index = 0;
  while (index < record.steps.length && !run.signal.aborted) {
    const step = record.steps[index] as StepRecord;
    const { isSuccess, action } = await runStep(step, context);
    const { stepId } = step.step;
    // An action must not go on, such as to the same step again.
    if (run.remainingSteps < 0) return { isSuccess: false, reason: tooManySteps(run) };
    if (!action || action.type === 'retry') {
      if (!isSuccess) return { isSuccess, reason: `step ${stepId} failed` };
      index += 1;
    } else if (action.type === 'end') {
      const why = `the action ${action.name} of step ${stepId} ended the workflow`;
      return { isSuccess, reason: isSuccess ? why : `step ${stepId} failed` };
    } else if (action.workflowId !== undefined) return goToWorkflow(action, step, context);
    else index = record.steps.findIndex((one) => one.step.stepId === action.stepId);
  }
  return { isSuccess: true };
}

async function goToWorkflow(action: ActionObject, step: StepRecord, context: WorkflowContext): Promise<StepsEnd> {
  const { isSuccess, outputs, exchange } = await callWorkflow(action, step, context);
  context.exchange = exchange ?? context.exchange;
  const reason = `the action ${action.name} of step ${step.step.stepId} went to workflow ${action.workflowId}`;
  return { isSuccess, reason, outputs };
}

/** Runs a step until an action other than a retry is due, or none. */
async function runStep(
  record: StepRecord,
  context: WorkflowContext,
): Promise<{ readonly isSuccess: boolean; readonly action: ActionObject | undefined }> {
  const { run } = context;
  /** By the names of actions: an action of the components is another object for each attempt. */
  const retries = new Map<string, number>();
  for (;;) {
    const attempt = await attemptOnce(record, context);
    const actions = actionsOf(record, context.workflow, attempt.isSuccess);
    const action = actions.find((one) => isDue(one, context) && (retries.get(one.name) ?? 0) < limitOf(one));
    const isRetry = action?.type === 'retry' && !run.signal.aborted && run.remainingSteps > 0;
    if (!isRetry) {
      if (run.signal.aborted && attempt.findings.length === 0 && !attempt.isSuccess) {
        record.outcome = 'notTested';
        record.reason = 'the run was stopped';
        return { isSuccess: false, action: undefined };
      }
      const isHandled = action?.type === 'goto' && run.remainingSteps >= 0;
      for (const finding of attempt.findings)
        addFinding(record, isHandled ? { ...finding, severity: 'warning' } : finding);
      const hasFailed =
        record.findings.some(({ severity }) => severity === 'error') || (!attempt.isSuccess && !isHandled);
      record.outcome = hasFailed ? 'failed' : 'passed';
      return { isSuccess: attempt.isSuccess, action };
    }
    retries.set(action.name, (retries.get(action.name) ?? 0) + 1);
    await pause(retryDelay(action, context) * 1000, undefined, { signal: run.signal }).catch(() => undefined);
    await runBeforeRetry(action, record, context);
  }
}

async function attemptOnce(record: StepRecord, context: WorkflowContext): Promise<StepAttempt> {
  const { run } = context;
  record.reason = undefined;
  run.remainingSteps -= 1;
  if (run.remainingSteps >= 0) return attemptStep(record, context, callWorkflow);
  return { isSuccess: false, findings: [notCompleted(record, tooManySteps(run))] };
}

function tooManySteps({ maxSteps }: WorkflowRun): string {
  return `more than ${maxSteps} steps were executed (--max-steps)`;
}

/** The actions of a step, then those of its workflow with other names. */
function actionsOf({ step }: StepRecord, { document, object }: Workflow, isSuccess: boolean): readonly ActionObject[] {
  const own = resolveReusable<ActionObject>(document, isSuccess ? step.onSuccess : step.onFailure);
  const common = resolveReusable<ActionObject>(document, isSuccess ? object.successActions : object.failureActions);
  return [...own, ...common.filter(({ name }) => !own.some((one) => one.name === name))];
}

function isDue({ criteria = [] }: ActionObject, context: WorkflowContext): boolean {
  const scope = scopeOf(context);
  return criteria.every((criterion) => evaluateCriterion(criterion, scope).isMet);
}

/** How often an action may be taken. */
function limitOf({ type, retryLimit = 1 }: ActionObject): number {
  return type === 'retry' ? retryLimit : Number.POSITIVE_INFINITY;
}

/** The seconds before a retry. `Retry-After` of the server overrules the action. */
function retryDelay({ retryAfter = 0 }: ActionObject, { exchange }: WorkflowContext): number {
  const retryAfterHeader = String(exchange?.response.header['retry-after'] ?? '');
  const seconds = /^\d+$/.test(retryAfterHeader)
    ? Number(retryAfterHeader)
    : (Date.parse(retryAfterHeader) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? retryAfter : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER);
}

/** The step or workflow that a retry names. */
async function runBeforeRetry(action: ActionObject, record: StepRecord, context: WorkflowContext): Promise<void> {
  const { exchange } = context;
  if (action.workflowId !== undefined) await callWorkflow(action, record, context);
  const other = context.record.steps.find(({ step }) => step.stepId === action.stepId);
  if (other) {
    const { isSuccess, findings } = await attemptOnce(other, context);
    for (const finding of findings) addFinding(other, finding);
    other.outcome = isSuccess ? 'passed' : 'failed';
  }
  context.exchange = exchange;
}

/** Calls the workflow that a step or an action names. */
async function callWorkflow(
  { workflowId = '', parameters }: Pick<ActionObject, 'workflowId' | 'parameters'>,
  record: StepRecord,
  context: WorkflowContext,
): Promise<WorkflowOutcome> {
  const { run, workflow, depth } = context;
  const found = findWorkflow(workflow.document, workflowId);
  if (!found.ok) return { isSuccess: false, outputs: {}, exchange: undefined, reason: found.reason };
  const { remainingSteps } = run;
  for (const one of dependencies(found.value)) {
    const { isSuccess } = await runWithDependencies(one, run, depth + 1);
    // It had a limit of its own.
    run.remainingSteps = remainingSteps;
    const end = isSuccess === undefined ? 'has not ended' : 'failed';
    const reason = `workflow ${one.object.workflowId}, on which it depends, ${end}`;
    if (!isSuccess) return { isSuccess: false, outputs: {}, exchange: undefined, reason };
  }
  const key = workflowKey(found.value);
  const called = record.calls.get(key) ?? createWorkflowRecord(found.value, run.documents);
  record.calls.set(key, called);
  const scope = scopeOf(context);
  const inputs = resolveReusable<ParameterObject>(workflow.document, parameters).map(
    ({ name, value }) => [name, resolveValue(value, scope).value] as const,
  );
  return runWorkflow(called, Object.fromEntries(inputs.filter(([, value]) => value !== undefined)), run, depth + 1);
}
