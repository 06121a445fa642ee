// Validates fault plans: added ones, and those of the settings.

import type { Document, Operation } from '../../openapi/document.ts';
import { normalizeName } from '../../openapi/name-words.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { didYouMean, findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import type { FaultPlan, FaultStep } from '../../server/pipeline/faults/fault-plan.ts';
import { checkTarget } from './check-target.ts';
import { stepProblem } from './fault-response.ts';
import { readPlan } from './plan-text.ts';

/** The part of an API that plans refer to. */
export interface PlannedApi {
  readonly api: { readonly name: string };
  readonly document: Document;
  /** Whether gRPC callers can receive a detail. */
  canTell(detail: object): Promise<boolean>;
}

/**
 * @throws ApiError `invalid_argument` that names unknown parts, parts that do not fit the operation, or details that
 * callers cannot receive
 */
export async function checkPlan({ on = {}, steps }: FaultPlan, apis: readonly PlannedApi[]): Promise<void> {
  const { api, operation: id } = on;
  const meant = api === undefined ? apis : apis.filter((one) => one.api.name === api);
  if (meant.length === 0)
    throw wrong(`unknown API ${JSON.stringify(api)}; existing: ${apis.map((one) => one.api.name).join(', ')}`);
  for (const [index, step] of steps.entries()) requireOneResponse(step, named(step, index));
  const documents = meant.map(({ document }) => document);
  if (id === undefined) {
    checkTarget(on, documents, undefined);
    return requireTellable(steps, meant);
  }
  const operations = meant.flatMap(({ document }) => document.operations.get(id) ?? []);
  if (operations.length === 0) throw wrong(`unknown operation ${JSON.stringify(id)}${near(id, meant)}`);
  checkTarget(on, documents, operations);
  for (const [index, step] of steps.entries()) {
    const problems = operations.map((operation: Operation) => stepProblem(step, operation));
    const [problem] = problems;
    if (problem !== undefined && problems.every((one) => one !== undefined))
      throw wrong(`${named(step, index)} ${problem}`);
  }
  const having = meant.filter(({ document }) => document.operations.get(id)?.part.value['x-rpc'] !== undefined);
  return requireTellable(steps, having);
}

/** A detail that gRPC clients would silently miss. */
async function requireTellable(steps: readonly FaultStep[], apis: readonly PlannedApi[]): Promise<void> {
  for (const detail of steps.flatMap(({ details = [] }) => details)) {
    for (const { api, canTell } of apis) {
      if (await canTell(detail)) continue;
      const type = stringifyJson((detail as { readonly '@type'?: unknown })['@type']) ?? 'nothing';
      throw wrong(
        `a detail cannot be sent to gRPC clients: @type ${type} is not a message type of ${api.name}; for other types, give the bytes in base64 as "value"`,
      );
    }
  }
}

/** A step in the words of its author. */
function named({ respondOnce }: FaultStep, index: number): string {
  return respondOnce ? 'respondOnce' : `step ${index + 1}`;
}

/** A step must define one response. */
function requireOneResponse(step: FaultStep, name: string): void {
  const { status, example, body, patch, code, expiredToken, connection, broken } = step;
  const bodies = [
    example !== undefined && 'an example',
    body !== undefined && 'a body',
    patch !== undefined && 'a patch',
  ];
  const givenBodies = bodies.filter(Boolean);
  const isResponse = status !== undefined || givenBodies.length > 0;
  const properties = [
    isResponse && 'a response',
    code !== undefined && 'code',
    expiredToken && 'expiredToken',
    connection && 'connection',
  ];
  const several = properties.filter(Boolean);
  if (several.length > 1) throw wrong(`${name} has ${several.join(' and ')}; use only one of them`);
  if (givenBodies.length > 1) throw wrong(`${name} has ${givenBodies.join(' and ')}; use only one of them`);
  if (broken && (code !== undefined || expiredToken || connection))
    throw wrong(`${name} has "broken" but no response body to break`);
}

/** Operations with a similar id. */
function near(id: string, apis: readonly PlannedApi[]): string {
  const wanted = normalizeName(id);
  const all = apis.flatMap(({ document }) => [...document.operations.keys()]);
  const found = all
    .filter((one) => wanted !== '' && (normalizeName(one).includes(wanted) || wanted.includes(normalizeName(one))))
    .slice(0, 5);
  const nearest = found.length > 0 ? found.join(', ') : findNearestName(id, all);
  return didYouMean(nearest) || '; list them with `understudy operations`';
}

function wrong(message: string): ApiError {
  return new ApiError('invalid_argument', message);
}

/**
 * @param faults - plans in short form, separated by `;`
 * @param delay - of all responses
 * @throws UsageError with all invalid ones
 */
export async function firstPlans(
  faults: string,
  delay: string,
  apis: readonly PlannedApi[],
): Promise<readonly FaultPlan[]> {
  const texts = [...faults.split(';').map((text) => ['--fault', text.trim()]), ['--delay', delay && `delay=${delay}`]];
  const problems: string[] = [];
  const plans: FaultPlan[] = [];
  for (const [setting, text = ''] of texts) {
    if (text === '') continue;
    try {
      const plan = readPlan(text);
      await checkPlan(plan, apis);
      plans.push(plan);
    } catch (error) {
      problems.push(`${setting} ${text}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new UsageError('Invalid faults:', problems);
  return plans;
}
