// An operation as a remote procedure, with the messages that it takes and gives.

import type { OperationObject, ParameterObject, ResponseObject, Schema } from '../openapi/objects.ts';
import { parametersOf } from '../openapi/parameters.ts';
import { findOperations } from '../openapi/path-items.ts';
import { createReferences } from '../openapi/references.ts';
import { below, isObject, type Part, resolve } from './document-part.ts';
import { isObjectSchema, shapeOf } from './object-shape.ts';
import type { FieldPlan, RpcPlan } from './plan.ts';
import { planField } from './plan-field.ts';
import { fillMessage } from './plan-message.ts';
import { type DraftMessage, type Planning, report } from './planning.ts';
import { startMessage } from './start-message.ts';

/** An operation in its place; its parameters are its own and those of its path. */
export interface PlacedOperation extends Part<OperationObject> {
  /** As the engine calls it. */
  readonly id: string;
  readonly parameters: readonly Part<ParameterObject>[];
}

/** All operations, in the order of the document. */
export function operationsIn({ document }: Planning): readonly PlacedOperation[] {
  const references = createReferences(document);
  return findOperations(references).operations.map((located) => ({
    id: located.id,
    ...located.part,
    parameters: parametersOf(references, located).map(({ part }) => part),
  }));
}

/** Plans the messages of an operation, and the procedure itself. */
export function planRpc(planning: Planning, operation: PlacedOperation): RpcPlan {
  const { document } = planning;
  const { id, value, pointer } = operation;
  const name = value['x-rpc'];
  const body =
    value.requestBody && resolve(document, { value: value.requestBody, pointer: below(pointer, 'requestBody') });
  const input = planBody(planning, `${name}Request`, body && schemaIn(body), pointer, operation.parameters);
  const output = planBody(planning, `${name}Response`, successSchema(planning, operation), pointer);
  const description = [value.summary, value.description].filter((text) => text !== undefined).join('\n\n');
  return {
    name: `${name}`,
    operationId: id,
    input: input.fullName,
    output: output.fullName,
    description: description === '' ? undefined : description,
    pointer,
  };
}

/** The message of a body, its parameters included; at the pointer where there is no body. */
function planBody(
  planning: Planning,
  name: string,
  body: Part<Schema> | undefined,
  pointer: string,
  parameters: readonly Part<ParameterObject>[] = [],
): DraftMessage {
  const part = (body && resolve(planning.document, body)) ?? { value: {}, pointer };
  const shape = shapeOf(planning.document, part);
  const isMap =
    isObject(part.value) && shape.properties.size === 0 && (part.value.additionalProperties ?? false) !== false;
  if (body && (!isObjectSchema(planning.document, part) || isMap)) {
    report(planning, body.pointer, 'a message must be an object with named properties');
  }
  const message = startMessage(planning, planning.root, name, part);
  fillMessage(planning, { message, part }, planParameters(planning, parameters, message));
  return message;
}

function planParameters(
  planning: Planning,
  parameters: readonly Part<ParameterObject>[],
  message: DraftMessage,
): FieldPlan[] {
  return parameters.flatMap(({ value: parameter, pointer }) => {
    const { name, in: place, required = false, 'x-field-number': number } = parameter;
    const isField = place === 'path' || place === 'query';
    if (number === undefined) {
      if (required && place !== 'header')
        report(planning, pointer, `the ${place} parameter "${name}" is required, so it needs an x-field-number`);
      return [];
    }
    if (!isField) {
      report(planning, below(pointer, 'x-field-number'), `a ${place} parameter is no field of the message`);
      return [];
    }
    const schema = schemaOf(parameter, pointer);
    const frame = { jsonName: name, number, oneof: undefined, required };
    const field = planField(planning, schema, frame, message);
    return field ? [{ ...field, description: parameter.description ?? field.description }] : [];
  });
}

function schemaOf(parameter: ParameterObject, pointer: string): Part<Schema> {
  if (parameter.schema) return { value: parameter.schema, pointer: below(pointer, 'schema') };
  return schemaIn({ value: parameter, pointer }) ?? { value: {}, pointer };
}

/** The schema of the answer with the lowest status that means success. */
function successSchema({ document }: Planning, { value, pointer }: PlacedOperation): Part<Schema> | undefined {
  const [status] = Object.keys(value.responses ?? {})
    .filter((key) => /^2(\d\d|XX)$/i.test(key))
    .sort();
  if (status === undefined) return undefined;
  const place = { value: value.responses[status] as ResponseObject, pointer: below(pointer, 'responses', status) };
  const response = resolve(document, place);
  return response && schemaIn(response);
}

/** The schema of the JSON of a body, else that of its first media type. */
export function schemaIn({ value, pointer }: Part<object>): Part<Schema> | undefined {
  const { content } = value as { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  const [type] = content
    ? ['application/json', ...Object.keys(content)].filter((key) => Object.hasOwn(content, key))
    : [];
  if (!content || type === undefined) return undefined;
  return { value: content[type]?.schema ?? {}, pointer: below(pointer, 'content', type, 'schema') };
}
