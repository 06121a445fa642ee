// Generates the input and output types of operations.

import type { BodyMediaType } from '../openapi/content.ts';
import type { LocatedOperation } from '../openapi/lookup/path-items.ts';
import type { Schema } from '../openapi/objects.ts';
import { type OperationResponse, type OperationResponses, parseResponses } from '../openapi/operation-responses.ts';
import { allowsEmptyValue } from '../openapi/parameters/query-parameters.ts';
import { viewSchema } from '../openapi/parameters/schema-view.ts';
import { type Parameter, type ParameterField, parseParameters } from '../openapi/parse-parameters.ts';
import type { Part, References } from '../openapi/references.ts';
import { parseRequestBody, type RequestBody } from '../openapi/request-body.ts';
import { parseSecurity, type Security } from '../openapi/security.ts';
import { type BodyTypes, directionOf } from './body-types.ts';
import { COLLECTIONS, type DescribedItems } from './collection-types.ts';
import type { Direction } from './direction.ts';
import type { GraphRoot } from './schema-graph.ts';
import type { SchemaReader } from './schema-reader.ts';
import type { SchemaTypes } from './schema-types.ts';
import {
  allOf,
  comment,
  key,
  literal,
  mapOf,
  NEVER,
  type ObjectMember,
  shortObjectOf,
  type TypeText,
  UNKNOWN,
} from './type-text.ts';

/** The description of an operation. */
interface DescribedOperation {
  readonly located: LocatedOperation;
  readonly parameters: readonly Parameter[];
  /** Parameters that may be empty, without a value. */
  readonly maybeEmpty: ReadonlySet<Parameter>;
  readonly body: RequestBody | undefined;
  readonly responses: OperationResponses;
  readonly security: Security;
}

export function describeOperation(references: References, located: LocatedOperation): DescribedOperation {
  const { part } = located;
  const parameters = parseParameters(references, located);
  const isMaybeEmpty = (one: Parameter) =>
    allowsEmptyValue(one, viewSchema(one.schema ?? one.content?.schema, references));
  return {
    located,
    parameters,
    maybeEmpty: new Set(parameters.filter(isMaybeEmpty)),
    body: parseRequestBody(references, located),
    responses: parseResponses(references, part),
    security: parseSecurity(references, part),
  };
}

/** The schemas that an operation speaks of. */
export function rootsOf({ parameters, body, responses }: DescribedOperation): readonly GraphRoot[] {
  const ofField = ({ schema, content }: ParameterField, direction: Direction): GraphRoot[] => {
    const part = schema ?? content?.schema;
    return part ? [{ part, direction }] : [];
  };
  return [
    ...parameters.flatMap((parameter) => ofField(parameter, 'input')),
    ...(body?.mediaTypes ?? []).flatMap((mediaType) =>
      schemasIn(mediaType).map((part) => ({ part, direction: directionOf(mediaType) })),
    ),
    ...responses.all.flatMap(({ mediaTypes, headers }) => [
      ...mediaTypes.flatMap(schemasIn).map((part) => ({ part, direction: 'output' as const })),
      ...headers.flatMap((header) => ofField(header, 'output')),
    ]),
  ];
}

function schemasIn({ schema, itemSchema }: BodyMediaType): readonly Part<Schema>[] {
  return [schema, itemSchema].filter((part) => part !== undefined);
}

const INDENT = '    ';
/** Where two values have one name, the latter of these wins. */
const PLACES: readonly Parameter['in'][] = ['cookie', 'header', 'query', 'path'];

/** Writes the member of `Operations` for one operation. @param items - see `documentTypes` */
export function createOperationTypes(
  reading: SchemaReader,
  types: SchemaTypes,
  bodies: BodyTypes,
  items: DescribedItems | undefined,
): (operation: DescribedOperation) => string {
  const fieldType = ({ schema, content }: ParameterField, direction: Direction): TypeText => {
    const part = schema ?? content?.schema;
    return part ? types.typeOf(part, direction, INDENT) : UNKNOWN;
  };

  const inputType = ({ parameters, maybeEmpty, body }: DescribedOperation): TypeText => {
    const members = new Map<string, ObjectMember>();
    for (const place of PLACES) {
      for (const parameter of parameters.filter((one) => one.in === place)) {
        const name = place === 'header' ? parameter.name.toLowerCase() : parameter.name;
        const part = parameter.schema ?? parameter.content?.schema;
        // A default is filled in.
        const isSent = parameter.required && !maybeEmpty.has(parameter);
        const optional = !isSent && !(part && reading.says(part, 'default') !== undefined);
        members.set(name, { name, type: fieldType(parameter, 'input'), optional });
      }
    }
    const ofBody = body && body.mediaTypes.length > 0 ? [bodies.ofRequest(body, [...members.keys()], INDENT)] : [];
    if (members.size === 0) return ofBody[0] ?? mapOf(NEVER);
    return allOf([...ofBody, shortObjectOf([...members.values()])]);
  };

  const responseType = ({ mediaTypes, headers }: OperationResponse): string => {
    const fields = headers.map((header) => ({
      name: header.name,
      type: fieldType(header, 'output'),
      optional: !header.required,
    }));
    const body = { name: 'body', type: bodies.ofResponse(mediaTypes, `${INDENT}  `) };
    return shortObjectOf([body, { name: 'headers', type: shortObjectOf(fields) }]).text;
  };

  return (operation) => {
    const { located, responses, security } = operation;
    const success = responses.forStatus(responses.successStatus);
    const { summary, deprecated } = located.part.value as { summary?: unknown; deprecated?: unknown };
    const typesByStatus = new Map(responses.all.map((response) => [statusKey(response.key), responseType(response)]));
    const lines = [...typesByStatus].map(([status, type]) => `${INDENT}  readonly ${status}: ${type};\n`);
    const stored = items?.storedBy(located.id);
    return [
      comment(summary, '  ', deprecated),
      `  ${key(located.id)}: {\n`,
      `${INDENT}readonly input: ${inputType(operation).text};\n`,
      `${INDENT}readonly output: ${bodies.ofResponse(success?.mediaTypes ?? [], INDENT).text};\n`,
      `${INDENT}readonly secured: ${security.securityOptional ? "'optional'" : security.secured};\n`,
      `${INDENT}readonly responses: {\n${lines.join('')}${INDENT}};\n`,
      items ? `${INDENT}readonly items: ${COLLECTIONS};\n` : '',
      stored === undefined ? '' : `${INDENT}readonly set: ${COLLECTIONS}[${literal(stored).text}]['properties'];\n`,
      '  };\n',
    ].join('');
  };
}

/** `200` as a number, `4XX` and `default` as texts. */
function statusKey(status: string): string {
  return /^\d+$/.test(status) ? status : key(status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase());
}
