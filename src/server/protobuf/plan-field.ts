// Plans a property or parameter as a message field.

import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { pascalCase, snakeCase } from './names.ts';
import { isObjectSchema, objectShape } from './object-shape.ts';
import type { FieldPlan, ValueType } from './plan.ts';
import { ANY_VALUE, valueTypeOf } from './plan-value-type.ts';
import { type NameScope, type Planning, reportProblem } from './planning.ts';
import { type UnwrappedSchema, unwrapSchema } from './unwrap-schema.ts';

/** The properties of a field beside its schema. */
interface FieldFrame {
  readonly jsonName: string;
  readonly number: number;
  readonly oneof: string | undefined;
  readonly required: boolean;
}

/** The field of a schema; undefined if it has none, which is reported. */
export function planField(
  planning: Planning,
  part: Part<Schema>,
  frame: FieldFrame,
  scope: NameScope,
): FieldPlan | undefined {
  const { references } = planning;
  const { pointer } = part;
  const name = snakeCase(frame.jsonName);
  if (!/^[a-z]/.test(name))
    return void reportProblem(planning, pointer, `"${frame.jsonName}" cannot be converted to a protobuf name`);
  const meaning = unwrapSchema(references, part);
  const typeName = pascalCase(frame.jsonName);
  const kind = meaning && containerOf(planning, meaning);
  const element = kind ? unwrapSchema(references, kind.element) : meaning;
  if (kind && isContainer(planning, element)) {
    return void reportProblem(
      planning,
      pointer,
      `a list or map in a ${kind.name} cannot be converted to protobuf; wrap the inner one in an object`,
    );
  }
  const type = valueTypeOf(planning, element, scope, typeName, pointer);
  if (!type || !meaning) return undefined;
  const singular = meaning.value['x-singular'] === true;
  if (singular) checkSingular(planning, meaning);
  if (kind && element?.nullable && !isAny(type)) {
    return void reportProblem(
      planning,
      pointer,
      `a ${kind.name} in protobuf cannot contain null; make its elements not nullable`,
    );
  }
  const many = singular ? undefined : kind?.name;
  if (many && frame.oneof !== undefined)
    return void reportProblem(planning, pointer, `a ${many} cannot be a member of x-oneofs`);
  const isOptional = meaning.nullable && type.kind !== 'message' && frame.oneof === undefined && !singular;
  return {
    ...frame,
    name,
    type,
    cardinality: many === 'list' ? 'repeated' : many === 'map' ? 'map' : isOptional ? 'optional' : 'single',
    singular,
    mostItems: many === 'list' ? meaning.value.maxItems : undefined,
    nullable: meaning.nullable,
    description: meaning.ownDescription ?? (type.kind === 'scalar' ? meaning.value.description : undefined),
    pointer,
  };
}

interface Container {
  readonly name: 'list' | 'map';
  readonly element: Part<Schema>;
}

/** The item of a list, or the value of a map. */
function containerOf({ references }: Planning, { value: schema, pointer }: UnwrappedSchema): Container | undefined {
  if (!isRecord(schema) || schema['x-message'] !== undefined) return undefined;
  const types = [schema.type as unknown].flat();
  if (types.includes('array') || (schema.type === undefined && schema.items)) {
    return { name: 'list', element: { value: schema.items ?? {}, pointer: childPointer(pointer, 'items') } };
  }
  const { additionalProperties } = schema;
  if (!isRecord(additionalProperties) || objectShape(references, { value: schema, pointer }).properties.size > 0)
    return undefined;
  if (schema.type !== undefined && !isObjectSchema(references, { value: schema, pointer })) return undefined;
  return {
    name: 'map',
    element: { value: additionalProperties as Schema, pointer: childPointer(pointer, 'additionalProperties') },
  };
}

function isContainer(planning: Planning, meaning: UnwrappedSchema | undefined): boolean {
  return meaning !== undefined && containerOf(planning, meaning) !== undefined;
}

function isAny(type: ValueType): boolean {
  return type.kind === 'message' && type.name === ANY_VALUE;
}

function checkSingular(planning: Planning, { value: { type, minItems, maxItems }, pointer }: UnwrappedSchema): void {
  if (type === 'array' && minItems === 1 && maxItems === 1) return;
  reportProblem(
    planning,
    pointer,
    'x-singular is for lists of exactly one element: type: array, minItems: 1, maxItems: 1',
  );
}
