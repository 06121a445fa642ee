// The state of a run and of its workflows, and what expressions see of it.

import type { ExchangeValues } from '../../openapi/runtime-expression.ts';
import type { CheckId } from '../checks.ts';
import type { SourceDocuments, Workflow } from './arazzo-document.ts';
import type { ActionObject } from './arazzo-objects.ts';
import { type ExpressionScope, resolveValue, type Values } from './expression.ts';
import type { StepSender } from './step-sender.ts';
import type { StepFinding, StepRecord, WorkflowRecord } from './workflow-record.ts';

export interface WorkflowSettings {
  readonly documents: SourceDocuments;
  readonly sender: StepSender;
  /** The checks of responses. */
  readonly checks: ReadonlySet<CheckId>;
  /** Maximum executions of steps, of one workflow with all that it calls. */
  readonly maxSteps: number;
  /** Stops the run. */
  readonly signal: AbortSignal;
  /** The given inputs of a workflow that no step calls. */
  readonly inputsFor: (workflow: Workflow) => Values;
}

/** The state that workflows of a run share. */
export interface WorkflowRun extends WorkflowSettings {
  /** The workflows that have run, by key. */
  readonly records: Map<string, WorkflowRecord>;
  /** Inputs and outputs by workflowId, for `$workflows`. */
  readonly completed: Map<string, { readonly inputs: Values; readonly outputs: Values }>;
  /** The names of values that reports must not show, by value: several values may have one name. */
  readonly secrets: Map<string, string>;
  remainingSteps: number;
}

/** A workflow in progress. */
export interface WorkflowContext {
  readonly run: WorkflowRun;
  readonly workflow: Workflow;
  readonly record: WorkflowRecord;
  readonly inputs: Values;
  /** Outputs of its steps. */
  readonly steps: Map<string, Values>;
  /** Outputs of the workflow that the last step has called. */
  called: Values;
  exchange: ExchangeValues | undefined;
  /** How many workflows have called it. */
  readonly depth: number;
}

/** The result of a workflow, for its caller. */
export interface WorkflowOutcome {
  readonly isSuccess: boolean;
  readonly outputs: Values;
  readonly exchange: ExchangeValues | undefined;
  /** Why it failed: a clause. */
  readonly reason?: string;
}

/** Calls the workflow that a step or an action names. */
export type CallWorkflow = (
  call: Pick<ActionObject, 'workflowId' | 'parameters'>,
  record: StepRecord,
  context: WorkflowContext,
) => Promise<WorkflowOutcome>;

/** The values that expressions may name now. */
export function scopeOf({ run, workflow, inputs, called, steps, exchange }: WorkflowContext): ExpressionScope {
  const { document } = workflow;
  return {
    inputs,
    outputs: called,
    steps,
    workflows: run.completed,
    sources: new Map([...document.sources.values()].map(({ name, url }) => [name, url])),
    self: document.value.$self,
    exchange,
  };
}

/** Outputs that have a value, and those that could not be evaluated, with the reason. */
export function evaluateOutputs(
  outputs: Readonly<Record<string, unknown>> = {},
  scope: ExpressionScope,
): { readonly values: Values; readonly problems: readonly string[] } {
  const all = Object.entries(outputs).map(([name, declared]) => ({ name, ...resolveValue(declared, scope) }));
  return {
    values: Object.fromEntries(all.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
    problems: all.flatMap(({ name, problems = [] }) => problems.map((one) => `output ${name}: ${one}`)),
  };
}

/** The finding that a step, or its workflow, could not be executed. */
export function notCompleted({ pointer }: StepRecord, message: string): StepFinding {
  return {
    check: 'workflow-completed',
    severity: 'error',
    message,
    pointer,
    isInOpenapi: false,
    cause: message,
    exchange: undefined,
  };
}
