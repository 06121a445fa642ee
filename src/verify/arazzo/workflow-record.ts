// The record of a workflow: its steps, their responses and findings.

import type { CheckFinding, TestExchange } from '../cases/test-case.ts';
import type { CheckId } from '../checks.ts';
import { findStepOperation, type SourceDocuments, type StepOperation, type Workflow } from './arazzo-document.ts';
import type { StepObject } from './arazzo-objects.ts';
import type { Values } from './expression.ts';

/** A workflow that runs or has run. */
export interface WorkflowRecord {
  readonly workflow: Workflow;
  readonly steps: readonly StepRecord[];
  /** Undefined while it runs. */
  isSuccess: boolean | undefined;
  outputs: Values;
}

/** A step of a workflow, with all of its attempts. */
export interface StepRecord {
  readonly step: StepObject;
  readonly workflow: Workflow;
  /** Its JSON Pointer in the document of the workflow. */
  readonly pointer: string;
  /** Undefined for a step that calls a workflow. */
  readonly operation: StepOperation | undefined;
  outcome: 'passed' | 'failed' | 'notTested' | 'skipped';
  /** Why it was not executed: a clause. */
  reason: string | undefined;
  requests: number;
  /** The total time of its requests, in milliseconds. */
  duration: number;
  readonly statuses: Map<number, number>;
  readonly appliedChecks: Set<CheckId>;
  readonly findings: StepFinding[];
  /** The workflows that it has called or gone to, each once. */
  readonly calls: Map<string, WorkflowRecord>;
}

/** A finding of a step. */
export interface StepFinding extends Pick<CheckFinding, 'message'> {
  readonly check: CheckId;
  readonly severity: CheckFinding['severity'];
  /** In the document of the workflow, or of the operation. */
  readonly pointer: string;
  readonly isInOpenapi: boolean;
  /** The grouping key, equal in other runs. */
  readonly cause: string;
  /** Undefined if no request was sent. */
  readonly exchange: TestExchange | undefined;
}

/** Maximum findings of a step: a step in a loop has the same ones again. */
const MAX_FINDINGS = 20;

/** A workflow that has not begun. */
export function createWorkflowRecord(workflow: Workflow, documents: SourceDocuments): WorkflowRecord {
  const steps = workflow.object.steps.map((step, index): StepRecord => {
    const operation =
      step.workflowId === undefined ? findStepOperation(workflow.document, step, documents).value : undefined;
    return {
      step,
      workflow,
      pointer: `${workflow.pointer}/steps/${index}`,
      operation,
      outcome: 'notTested',
      reason: 'not reached',
      requests: 0,
      duration: 0,
      statuses: new Map(),
      appliedChecks: new Set(),
      findings: [],
      calls: new Map(),
    };
  });
  return { workflow, steps, isSuccess: undefined, outputs: {} };
}

/** Adds a finding, unless the step has it already. */
export function addFinding(record: StepRecord, finding: StepFinding): void {
  record.appliedChecks.add(finding.check);
  const isKnown = record.findings.some(
    ({ check, cause, severity }) => check === finding.check && cause === finding.cause && severity === finding.severity,
  );
  if (!isKnown && record.findings.length < MAX_FINDINGS) record.findings.push(finding);
}

/** All steps with those of called workflows, each below its caller: `checkout/login`. */
export function flattenSteps(
  { steps }: WorkflowRecord,
  prefix = '',
): readonly { readonly name: string; readonly record: StepRecord }[] {
  return steps.flatMap((record) => {
    const name = prefix + record.step.stepId;
    return [{ name, record }, ...[...record.calls.values()].flatMap((called) => flattenSteps(called, `${name}/`))];
  });
}

/** Whether a workflow has findings of a severity, in any step. */
export function hasErrors(record: WorkflowRecord, severity: StepFinding['severity'] = 'error'): boolean {
  return flattenSteps(record).some(({ record: { findings } }) => findings.some((one) => one.severity === severity));
}
