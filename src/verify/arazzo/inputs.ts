// Inputs of workflows: given values, defaults, validation by their schema.

import { createReferences } from '../../openapi/references.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { isRecord } from '../../schema/is-record.ts';
import { parseNumber, toDoubles } from '../../schema/json/exact-number.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { Workflow } from './arazzo-document.ts';
import type { Values } from './expression.ts';

/** Given inputs by name, or by `workflowId.name`. Texts of flags are converted to the type of their schema. */
export interface GivenInputs {
  readonly texts: ReadonlyMap<string, string>;
  readonly values: Values;
}

/** The inputs of a workflow, with the defaults of its schema; fails with the violations. */
export function completeInputs({ document, object }: Workflow, values: Values): Result<Values> {
  const { inputs: schema } = object;
  if (schema === undefined) return success(values);
  // Schemas are validated with doubles. Their defaults are added to these.
  const complete = structuredClone(toDoubles(values));
  try {
    const components = { inputs: document.value.components?.inputs ?? {} };
    const problems = compileSchema({ components, allOf: [schema] }, { isForeign: true })(complete);
    if (problems.length === 0) return success(withExactNumbers(complete, values) as Values);
    return failure(
      problems.map(({ pointer, message }) => `input ${pointer.slice(1) || 'object'} ${message}`).join('; '),
    );
  } catch (error) {
    return failure(`its inputs are no JSON Schema: ${(error as Error).message}`);
  }
}

/** A value with the exact numbers of the given one, and with members that only it has. */
function withExactNumbers(complete: unknown, given: unknown): unknown {
  if (Array.isArray(complete) && Array.isArray(given))
    return complete.map((one, index) => withExactNumbers(one, given[index]));
  if (isRecord(complete) && isRecord(given)) {
    const members = Object.entries(complete).map(([name, one]) => [
      name,
      withExactNumbers(one, Object.hasOwn(given, name) ? given[name] : undefined),
    ]);
    return Object.fromEntries(members);
  }
  return typeof given === 'bigint' ? given : complete;
}

/** The given inputs of a workflow. */
export function inputsFor(workflow: Workflow, { texts, values }: GivenInputs): Values {
  const { workflowId } = workflow.object;
  const own = values[workflowId];
  const inputs: Record<string, unknown> = { ...values, ...(isRecord(own) && own) };
  for (const [key, text] of texts) if (!key.startsWith(`${workflowId}.`)) inputs[key] = convert(text, key, workflow);
  for (const [key, text] of texts) {
    if (!key.startsWith(`${workflowId}.`)) continue;
    const name = key.slice(workflowId.length + 1);
    inputs[name] = convert(text, name, workflow);
  }
  return inputs;
}

/** The names of the inputs that a workflow declares. */
export function declaredInputs(workflow: Workflow): readonly string[] {
  return [...propertiesOf(workflow).keys()];
}

/** The names of inputs whose values are secret: `format: password`, or `writeOnly`. */
export function secretInputs(workflow: Workflow): readonly string[] {
  return [...propertiesOf(workflow)].flatMap(([name, schema]) =>
    schema.format === 'password' || schema.writeOnly === true ? [name] : [],
  );
}

/** A text as a value of its schema: JSON for numbers, booleans, lists and objects. */
function convert(text: string, name: string, workflow: Workflow): unknown {
  const types = [propertiesOf(workflow).get(name)?.type].flat();
  if (types.includes('string') || types.every((type) => type === undefined)) return text;
  if (types.includes('number') || types.includes('integer')) return parseNumber(text) ?? text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** The properties that a schema declares, with references resolved. */
function propertiesOf({ document, object }: Workflow): ReadonlyMap<string, Values> {
  const references = createReferences(document.value);
  const schema = references.resolveValue(object.inputs);
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {};
  return new Map(
    Object.entries(properties).flatMap(([name, one]) => {
      const resolved = references.resolveValue(one);
      return isRecord(resolved) ? [[name, resolved] as const] : [];
    }),
  );
}
