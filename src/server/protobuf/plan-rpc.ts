// Plans an operation as a remote procedure with its messages.

import { type BodyMediaType, mainMediaType } from '../../openapi/content.ts';
import { findOperations, type LocatedOperation } from '../../openapi/lookup/path-items.ts';
import { type OperationResponses, parseResponses } from '../../openapi/operation-responses.ts';
import { type Parameter, parseParameters } from '../../openapi/parse-parameters.ts';
import { parseRequestBody, type RequestBody } from '../../openapi/request-body.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { isObjectSchema, objectShape } from './object-shape.ts';
import type { FieldPlan, RpcPlan } from './plan.ts';
import { planField } from './plan-field.ts';
import { fillMessage } from './plan-message.ts';
import { type DraftMessage, type Planning, reportProblem } from './planning.ts';
import { startMessage } from './start-message.ts';

/** An operation with its position. */
export interface PlacedOperation extends Pick<LocatedOperation, 'id' | 'part'> {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly responses: OperationResponses;
}

/** The operations that are wanted, in the order of the document. */
export function placedOperations(
  { references }: Planning,
  isWanted: (operation: Pick<LocatedOperation, 'id'>) => boolean,
): readonly PlacedOperation[] {
  const wanted = findOperations(references).operations.filter(isWanted);
  return wanted.map((located) => ({
    id: located.id,
    part: located.part,
    parameters: parseParameters(references, located),
    body: parseRequestBody(references, located),
    responses: parseResponses(references, located.part),
  }));
}

/** Plans the messages of an operation, and the procedure itself. */
export function planRpc(planning: Planning, { id, part, parameters, body, responses }: PlacedOperation): RpcPlan {
  const { value, pointer } = part;
  const name = value['x-rpc'];
  const success = responses.forStatus(responses.successStatus);
  const input = planBody(planning, `${name}Request`, body?.mediaTypes, pointer, parameters);
  const output = planBody(planning, `${name}Response`, success?.mediaTypes, pointer);
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

/** The message of a body with its parameters; at the pointer if there is no body. */
function planBody(
  planning: Planning,
  name: string,
  mediaTypes: readonly BodyMediaType[] = [],
  pointer: string,
  parameters: readonly Parameter[] = [],
): DraftMessage {
  const { references } = planning;
  const main = mainMediaType(mediaTypes);
  const body = main && (main.schema ?? { value: {}, pointer: childPointer(main.part.pointer, 'schema') });
  const part = (body && references.resolve(body)) ?? { value: {}, pointer };
  const shape = objectShape(references, part);
  const isMap =
    isRecord(part.value) && shape.properties.size === 0 && (part.value.additionalProperties ?? false) !== false;
  if (body && (!isObjectSchema(references, part) || isMap)) {
    reportProblem(planning, body.pointer, 'a message must be an object with named properties');
  }
  const message = startMessage(planning, planning.root, name, part);
  const taken = [...[...shape.numbers.values()].map(({ value }) => value), ...shape.reserved];
  fillMessage(planning, { message, part }, planParameters(planning, parameters, message, taken));
  return message;
}

/** @param given - the numbers that the body gives */
function planParameters(
  planning: Planning,
  parameters: readonly Parameter[],
  message: DraftMessage,
  given: readonly unknown[],
): FieldPlan[] {
  const taken = [...given, ...parameters.flatMap(({ part }) => part.value['x-field-number'] ?? [])];
  return parameters.flatMap(({ name, in: place, required, schema, content, part }) => {
    const { 'x-field-number': number, description } = part.value;
    const isField = place === 'path' || place === 'query';
    if (number === undefined) {
      if (required && place !== 'header')
        reportProblem(planning, part.pointer, `${place} parameter "${name}" is required and needs an x-field-number`, {
          word: 'x-field-number',
          at: part.pointer,
          within: message.fullName,
          taken,
        });
      return [];
    }
    if (!isField) {
      reportProblem(
        planning,
        childPointer(part.pointer, 'x-field-number'),
        `a ${place} parameter cannot be a field of the message`,
      );
      return [];
    }
    const frame = { jsonName: name, number, oneof: undefined, required };
    const value = schema ?? content?.schema ?? { value: {}, pointer: part.pointer };
    const field = planField(planning, value, frame, message);
    return field ? [{ ...field, description: description ?? field.description }] : [];
  });
}
