// Checks that an Arazzo document can be run: names, references, criteria.

import type { SchemaError } from '../../schema/compile-schema.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import {
  type ArazzoDocument,
  findComponent,
  findStepOperation,
  findWorkflow,
  listDocuments,
  listWorkflows,
  resolveReusable,
  type SourceDocuments,
  type Workflow,
  workflowKey,
} from './arazzo-document.ts';
import { type ActionObject, type ParameterObject, type StepObject, typeName } from './arazzo-objects.ts';
import { criterionMistake } from './criterion.ts';
import { selectorMistake } from './expression.ts';
import { problemsError } from './read-arazzo.ts';

/** @throws UsageError with all mistakes of the first document that has any */
export function requireRunnable(entry: ArazzoDocument, documents: SourceDocuments): void {
  const all = listDocuments(entry);
  const cycles = findCycles(all.flatMap(listWorkflows));
  for (const document of all) {
    const problems = [...checkDocument(document, documents, cycles)];
    if (problems.length > 0) throw problemsError(document, problems);
  }
}

function* checkDocument(
  document: ArazzoDocument,
  documents: SourceDocuments,
  cycles: ReadonlySet<string>,
): Generator<SchemaError> {
  const { sourceDescriptions, workflows } = document.value;
  yield* checkUnique(
    sourceDescriptions.map(({ name }) => name),
    '/sourceDescriptions',
    'name',
  );
  yield* checkUnique(
    workflows.map(({ workflowId }) => workflowId),
    '/workflows',
    'workflowId',
  );
  yield* checkReferences(document, document.value, '');
  for (const workflow of listWorkflows(document)) {
    yield* checkWorkflow(workflow, cycles);
    for (const [index, step] of workflow.object.steps.entries())
      yield* checkStep(step, childPointer(workflow.pointer, 'steps', index), workflow, documents);
  }
}

function* checkUnique(names: readonly string[], pointer: string, what: string): Generator<SchemaError> {
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      yield { pointer: childPointer(pointer, index), message: `the ${what} ${name} is used before` };
}

/** References to components, criteria and selectors, wherever they are. */
function* checkReferences(document: ArazzoDocument, value: unknown, pointer: string): Generator<SchemaError> {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) {
    const { reference, condition, type, targetSelectorType } = value;
    if (typeof reference === 'string' && reference.startsWith('$components.') && !findComponent(document, reference))
      yield { pointer, message: `${reference} does not exist` };
    const mistake =
      typeof condition === 'string' ? criterionMistake({ condition, type } as never) : selectorMistake(value);
    if (mistake !== undefined) yield { pointer, message: mistake };
    if (targetSelectorType !== undefined && typeName(targetSelectorType as never) === 'xpath')
      yield { pointer, message: 'xpath is not supported; use a JSON Pointer or JSONPath' };
  }
  for (const [name, one] of Object.entries(value)) {
    // Inputs are schemas, payloads are data.
    if (name === 'payload') yield* checkSelectors(one, childPointer(pointer, name));
    if (name === 'inputs' || name === 'payload') continue;
    yield* checkReferences(document, one, childPointer(pointer, name));
  }
}

/** Selectors within a payload. */
function* checkSelectors(value: unknown, pointer: string): Generator<SchemaError> {
  if (typeof value !== 'object' || value === null) return;
  const mistake = selectorMistake(value);
  if (mistake !== undefined) yield { pointer, message: mistake };
  for (const [name, one] of Object.entries(value)) yield* checkSelectors(one, childPointer(pointer, name));
}

function* checkWorkflow(workflow: Workflow, cycles: ReadonlySet<string>): Generator<SchemaError> {
  const { document, object, pointer } = workflow;
  const ids = object.steps.map(({ stepId }) => stepId);
  yield* checkUnique(ids, `${pointer}/steps`, 'stepId');
  for (const list of ['successActions', 'failureActions'] as const)
    yield* checkActions(resolveReusable<ActionObject>(document, object[list]), ids, document, `${pointer}/${list}`);
  for (const [index, reference] of (object.dependsOn ?? []).entries()) {
    const found = findWorkflow(document, reference);
    if (!found.ok) yield { pointer: `${pointer}/dependsOn/${index}`, message: found.reason };
  }
  if (cycles.has(workflowKey(workflow)))
    yield { pointer: `${pointer}/dependsOn`, message: 'the workflow depends on itself' };
}

/** The keys of workflows that depend on themselves, by a depth-first search: one workflow of each cycle at least. */
function findCycles(workflows: readonly Workflow[]): ReadonlySet<string> {
  const cycles = new Set<string>();
  const visited = new Set<string>();
  for (const workflow of workflows) {
    /** The workflows from the first one to the current one, with their dependencies that are left. */
    const path = new Map<string, Workflow[]>();
    const enter = (one: Workflow): void => {
      visited.add(workflowKey(one));
      path.set(workflowKey(one), [...dependencies(one)]);
    };
    const open: string[] = [];
    if (!visited.has(workflowKey(workflow))) {
      enter(workflow);
      open.push(workflowKey(workflow));
    }
    for (let key = open.at(-1); key !== undefined; key = open.at(-1)) {
      const next = path.get(key)?.pop();
      if (!next) {
        path.delete(key);
        open.pop();
      } else if (path.has(workflowKey(next))) cycles.add(workflowKey(next));
      else if (!visited.has(workflowKey(next))) {
        enter(next);
        open.push(workflowKey(next));
      }
    }
  }
  return cycles;
}

/** The workflows that must run before. */
export function dependencies({ document, object }: Workflow): readonly Workflow[] {
  return (object.dependsOn ?? []).flatMap((reference) => findWorkflow(document, reference).value ?? []);
}

function* checkStep(
  step: StepObject,
  pointer: string,
  { document, object }: Workflow,
  documents: SourceDocuments,
): Generator<SchemaError> {
  const isOfWorkflow = step.workflowId !== undefined;
  if ('channelPath' in step || 'action' in step || 'correlationId' in step)
    yield { pointer, message: 'steps of AsyncAPI sources are not supported' };
  else if (isOfWorkflow) yield* checkWorkflowReference(document, step.workflowId ?? '', pointer);
  else {
    const found = findStepOperation(document, step, documents);
    if (!found.ok) yield { pointer, message: found.reason };
  }
  yield* checkParameters(
    resolveReusable<ParameterObject>(document, step.parameters),
    !isOfWorkflow,
    `${pointer}/parameters`,
  );
  if (isOfWorkflow && step.requestBody)
    yield { pointer: `${pointer}/requestBody`, message: 'a step that calls a workflow has no request body' };
  const ids = object.steps.map(({ stepId }) => stepId);
  for (const id of step.dependsOn ?? [])
    if (!id.startsWith('$') && !ids.includes(id)) yield { pointer: `${pointer}/dependsOn`, message: `no step ${id}` };
  for (const list of ['onSuccess', 'onFailure'] as const) {
    const actions = resolveReusable<ActionObject>(document, step[list]);
    yield* checkActions(actions, ids, document, `${pointer}/${list}`);
  }
}

function* checkActions(
  actions: readonly ActionObject[],
  stepIds: readonly string[],
  document: ArazzoDocument,
  pointer: string,
): Generator<SchemaError> {
  for (const { name, type, stepId, workflowId } of actions) {
    if (stepId !== undefined && workflowId !== undefined)
      yield { pointer, message: `${name}: must not have both stepId and workflowId` };
    if (type === 'goto' && stepId === undefined && workflowId === undefined)
      yield { pointer, message: `${name}: goto needs a stepId or a workflowId` };
    if (stepId !== undefined && !stepIds.includes(stepId))
      yield { pointer, message: `${name}: the workflow has no step ${stepId}` };
    if (workflowId !== undefined) yield* checkWorkflowReference(document, workflowId, pointer);
  }
}

function* checkWorkflowReference(document: ArazzoDocument, reference: string, pointer: string): Generator<SchemaError> {
  const found = findWorkflow(document, reference);
  if (!found.ok) yield { pointer, message: found.reason };
}

function* checkParameters(
  parameters: readonly ParameterObject[],
  needLocation: boolean,
  pointer: string,
): Generator<SchemaError> {
  const keys = parameters.map(({ name, in: location }) => `${location ?? ''} ${name}`);
  for (const [index, { name, in: location }] of parameters.entries()) {
    if (needLocation && location === undefined) yield { pointer, message: `the parameter ${name} needs in` };
    const key = keys[index] ?? '';
    if (keys.indexOf(key) < index) yield { pointer, message: `the parameter ${key.trim()} is given twice` };
  }
}
