// The messages of google.rpc that details of failures are, in every document
// (https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto).

import { splitName } from './names.ts';
import type { FieldPlan, MessagePlan, ValueType } from './plan.ts';

const TEXT: ValueType = { kind: 'scalar', scalar: 'string', isNumber: false };

function field(number: number, name: string, jsonName = name): FieldPlan {
  const rest = {
    oneof: undefined,
    singular: false,
    mostItems: undefined,
    required: false,
    nullable: false,
    description: undefined,
    pointer: '',
  };
  return { ...rest, jsonName, name, number, type: TEXT, cardinality: 'single' };
}

function message(fullName: string, fields: readonly FieldPlan[], messages: readonly MessagePlan[] = []): MessagePlan {
  const { name } = splitName(fullName);
  const rest = { oneofs: [], reserved: [], enums: [], open: false, aliases: [], description: undefined, pointer: '' };
  return { ...rest, name, fullName, fields, messages };
}

const LOCALIZED_MESSAGE = message('google.rpc.LocalizedMessage', [field(1, 'locale'), field(2, 'message')]);

const FIELD_VIOLATION = message('google.rpc.BadRequest.FieldViolation', [
  field(1, 'field'),
  field(2, 'description'),
  field(3, 'reason'),
  { ...field(4, 'localized_message', 'localizedMessage'), type: { kind: 'message', name: LOCALIZED_MESSAGE.fullName } },
]);

const BAD_REQUEST = message(
  'google.rpc.BadRequest',
  [
    {
      ...field(1, 'field_violations', 'fieldViolations'),
      type: { kind: 'message', name: FIELD_VIOLATION.fullName },
      cardinality: 'repeated',
    },
  ],
  [FIELD_VIOLATION],
);

/** `BadRequest` and what it is made of. */
export const ERROR_DETAILS: readonly MessagePlan[] = [BAD_REQUEST, LOCALIZED_MESSAGE];
