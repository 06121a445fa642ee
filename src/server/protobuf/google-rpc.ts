// The messages of google.rpc for error details, available in every document
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

/** A field with one message of that type, or several. */
function messageField(
  number: number,
  name: string,
  jsonName: string,
  type: string,
  cardinality: FieldPlan['cardinality'],
) {
  return { ...field(number, name, jsonName), type: { kind: 'message', name: type } as const, cardinality };
}

const texts = (number: number, name: string, jsonName = name): FieldPlan => ({
  ...field(number, name, jsonName),
  cardinality: 'repeated',
});
const map = (number: number, name: string, jsonName = name): FieldPlan => ({
  ...field(number, name, jsonName),
  cardinality: 'map',
});
const long = (number: number, name: string, jsonName: string, cardinality: FieldPlan['cardinality']): FieldPlan => ({
  ...field(number, name, jsonName),
  type: { kind: 'scalar', scalar: 'int64', isNumber: false },
  cardinality,
});

/** A message that is a list of others, which are nested in it. */
function listOf(
  fullName: string,
  [name, jsonName]: readonly [string, string],
  item: string,
  fields: readonly FieldPlan[],
) {
  const nested = message(`${fullName}.${item}`, fields);
  return message(fullName, [messageField(1, name, jsonName, nested.fullName, 'repeated')], [nested]);
}

const LOCALIZED_MESSAGE = message('google.rpc.LocalizedMessage', [field(1, 'locale'), field(2, 'message')]);

/** The types of error details, with their parts. */
export const ERROR_DETAILS: readonly MessagePlan[] = [
  message('google.rpc.ErrorInfo', [field(1, 'reason'), field(2, 'domain'), map(3, 'metadata')]),
  message('google.rpc.RetryInfo', [messageField(1, 'retry_delay', 'retryDelay', 'google.protobuf.Duration', 'single')]),
  message('google.rpc.DebugInfo', [texts(1, 'stack_entries', 'stackEntries'), field(2, 'detail')]),
  listOf('google.rpc.QuotaFailure', ['violations', 'violations'], 'Violation', [
    field(1, 'subject'),
    field(2, 'description'),
    field(3, 'api_service', 'apiService'),
    field(4, 'quota_metric', 'quotaMetric'),
    field(5, 'quota_id', 'quotaId'),
    map(6, 'quota_dimensions', 'quotaDimensions'),
    long(7, 'quota_value', 'quotaValue', 'single'),
    long(8, 'future_quota_value', 'futureQuotaValue', 'optional'),
  ]),
  listOf('google.rpc.PreconditionFailure', ['violations', 'violations'], 'Violation', [
    field(1, 'type'),
    field(2, 'subject'),
    field(3, 'description'),
  ]),
  listOf('google.rpc.BadRequest', ['field_violations', 'fieldViolations'], 'FieldViolation', [
    field(1, 'field'),
    field(2, 'description'),
    field(3, 'reason'),
    messageField(4, 'localized_message', 'localizedMessage', LOCALIZED_MESSAGE.fullName, 'single'),
  ]),
  message('google.rpc.RequestInfo', [field(1, 'request_id', 'requestId'), field(2, 'serving_data', 'servingData')]),
  message('google.rpc.ResourceInfo', [
    field(1, 'resource_type', 'resourceType'),
    field(2, 'resource_name', 'resourceName'),
    field(3, 'owner'),
    field(4, 'description'),
  ]),
  listOf('google.rpc.Help', ['links', 'links'], 'Link', [field(1, 'description'), field(2, 'url')]),
  LOCALIZED_MESSAGE,
];
