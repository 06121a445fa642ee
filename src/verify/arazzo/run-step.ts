// One attempt of a step: its request or workflow, its criteria, its outputs.

import { createExpressionContext } from '../../server/pipeline/request-log/expression-context.ts';
import type { Check, TestExchange } from '../cases/test-case.ts';
import { CHECKS, type CheckId } from '../checks.ts';
import { resolveReusable, type StepOperation } from './arazzo-document.ts';
import type { ParameterObject } from './arazzo-objects.ts';
import { evaluateCriterion } from './criterion.ts';
import { createStepRequest } from './step-request.ts';
import { type CallWorkflow, evaluateOutputs, notCompleted, scopeOf, type WorkflowContext } from './workflow-context.ts';
import { addFinding, type StepFinding, type StepRecord } from './workflow-record.ts';

/** The result of an attempt. */
export interface StepAttempt {
  readonly isSuccess: boolean;
  /** Why it failed. Violations of the OpenAPI document are recorded already. */
  readonly findings: readonly StepFinding[];
}

/** Executes a step once. */
export async function attemptStep(
  record: StepRecord,
  context: WorkflowContext,
  callWorkflow: CallWorkflow,
): Promise<StepAttempt> {
  const { step, operation } = record;
  const waiting = (step.dependsOn ?? []).find((id) => !id.startsWith('$') && !context.steps.has(id));
  if (waiting !== undefined) {
    context.exchange = undefined;
    return failed(notCompleted(record, `it depends on step ${waiting}, which was not executed`));
  }
  const attempt = operation
    ? await sendRequest(record, operation, context)
    : await callAndJudge(record, context, callWorkflow);
  const { values, problems } = evaluateOutputs(step.outputs, scopeOf(context));
  context.steps.set(step.stepId, values);
  if (problems.length === 0) return attempt;
  return failed(...attempt.findings, ...problems.map((one) => notCompleted(record, one)));
}

function failed(...findings: readonly StepFinding[]): StepAttempt {
  return { isSuccess: false, findings };
}

async function callAndJudge(
  record: StepRecord,
  context: WorkflowContext,
  callWorkflow: CallWorkflow,
): Promise<StepAttempt> {
  const { step, workflow } = record;
  const parameters = parametersOf(record, context);
  const outcome = await callWorkflow({ workflowId: step.workflowId ?? '', parameters }, record, context);
  context.called = outcome.outputs;
  context.exchange = outcome.exchange;
  if (outcome.isSuccess) return judge(record, context, undefined, []);
  const reason = outcome.reason === undefined ? '' : `: ${outcome.reason}`;
  return failed(notCompleted(record, `workflow ${step.workflowId} of ${workflow.document.name} failed${reason}`));
}

/** Parameters of the step, then those of its workflow with other names or locations. */
function parametersOf(
  { step }: StepRecord,
  { workflow: { document, object } }: WorkflowContext,
): readonly ParameterObject[] {
  const own = resolveReusable<ParameterObject>(document, step.parameters);
  const isOwn = (one: ParameterObject) =>
    own.some(({ name, in: location }) => name === one.name && location === one.in);
  return [...resolveReusable<ParameterObject>(document, object.parameters).filter((one) => !isOwn(one)), ...own];
}

async function sendRequest(record: StepRecord, target: StepOperation, context: WorkflowContext): Promise<StepAttempt> {
  const { step } = record;
  const { sender, checks, signal } = context.run;
  const { operation } = target;
  const built = createStepRequest(
    operation,
    {
      parameters: parametersOf(record, context),
      requestBody: step.requestBody,
      credentials: sender.credentialsOf(target),
    },
    scopeOf(context),
  );
  // Without a response of its own, criteria and outputs must not see that of the step before.
  context.exchange = undefined;
  if (!built.ok) return failed(notCompleted(record, built.reason));
  for (const [name, secret] of built.value.secrets) context.run.secrets.set(secret, name);
  const began = performance.now();
  const limit = step.timeout === undefined ? undefined : AbortSignal.timeout(step.timeout);
  const { exchange, reason, isAborted } = await sender.send(
    target,
    built.value.request,
    step.stepId,
    limit ? AbortSignal.any([signal, limit]) : signal,
  );
  record.duration += performance.now() - began;
  if (isAborted && signal.aborted) return failed();
  if (reason !== undefined) {
    const why = limit?.aborted ? `timeout after ${step.timeout} ms` : reason;
    return failed({
      ...criterionFinding(record, `no valid response: ${why}`, '', exchange),
      check: 'response-received',
    });
  }
  const { response } = exchange;
  record.requests += 1;
  record.statuses.set(response.status, (record.statuses.get(response.status) ?? 0) + 1);
  context.exchange = createExpressionContext({
    url: sender.urlOf(target) + exchange.request.target,
    method: exchange.request.method,
    parts: built.value.input,
    headers: Object.fromEntries(exchange.request.headers.map(([name, text]) => [name.toLowerCase(), text])),
    response: { statusCode: response.status, headers: response.headers, body: exchange.decoded.value },
  });
  for (const finding of violations(exchange, checks, record)) addFinding(record, finding);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (response.isStart) record.reason = `the response had no end after ${seconds} s and ${response.body.length} bytes`;
  return judge(record, context, exchange, built.value.omitted);
}

/**
 * Evaluates the success criteria; without any, statuses below 400 are a success.
 *
 * @param omitted - what was not sent, which may explain a failure
 */
function judge(
  record: StepRecord,
  context: WorkflowContext,
  exchange: TestExchange | undefined,
  omitted: readonly string[],
): StepAttempt {
  const { step, pointer } = record;
  record.appliedChecks.add('success-criteria');
  const unsent = omitted.length > 0 ? `; not sent: ${omitted.join('; ')}` : '';
  const after = unsent + (record.reason === undefined ? '' : `; ${record.reason}`);
  if (!step.successCriteria) {
    const status = exchange?.response.status ?? 200;
    if (status < 400) return { isSuccess: true, findings: [] };
    const message = `status ${status}, without success criteria`;
    return failed({ ...criterionFinding(record, message + after, '', exchange), cause: message });
  }
  const scope = scopeOf(context);
  const findings = step.successCriteria.flatMap((criterion, index) => {
    const { isMet, sentence } = evaluateCriterion(criterion, scope);
    const found = criterionFinding(record, sentence + after, `${pointer}/successCriteria/${index}`, exchange);
    return isMet ? [] : [{ ...found, cause: criterion.condition }];
  });
  return { isSuccess: findings.length === 0, findings };
}

function criterionFinding(
  { pointer }: StepRecord,
  message: string,
  at: string,
  exchange: TestExchange | undefined,
): StepFinding {
  return {
    check: 'success-criteria',
    severity: 'error',
    message,
    pointer: at === '' ? pointer : at,
    isInOpenapi: false,
    cause: message,
    exchange,
  };
}

/** The violations of the OpenAPI document by a response. */
function violations(exchange: TestExchange, checks: ReadonlySet<CheckId>, record: StepRecord): readonly StepFinding[] {
  return (Object.entries(CHECKS) as [CheckId, Check][]).flatMap(([id, check]) => {
    if (!checks.has(id) || check.appliesTo?.(exchange) === false) return [];
    record.appliedChecks.add(id);
    return [...check.validate(exchange)].map(({ severity, message, pointer, cause }) => {
      const at = pointer ?? exchange.operation.part.pointer;
      return { check: id, severity, message, pointer: at, isInOpenapi: true, cause: cause ?? message, exchange };
    });
  });
}
