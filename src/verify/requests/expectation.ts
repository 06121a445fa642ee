// The expectation of the document for a request.

import { setAtPath } from '../../mock/resources/property-path.ts';
import type { Resources } from '../../mock/resources/resource.ts';
import { collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import { mergeConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer, pointerSegments, valueAtPointer } from '../../schema/json-pointer.ts';
import { findCursors, isReferenceName } from '../cases/cursors-and-references.ts';
import type { Expectation } from '../cases/test-case.ts';
import { locateRequestViolation } from '../responses/violations.ts';
import { type RequestInput, type SerializedRequest, validateSerializedRequest } from './serialize-request.ts';
import type { VariationContext } from './variation-context.ts';

/** Validates a request as a server parses it. */
export async function expectationOf(
  operation: Operation,
  request: SerializedRequest,
  input: RequestInput,
): Promise<Expectation> {
  // In protobuf JSON, null means the default of any field, and an empty message may have no body.
  const isMessage = operation.part.value['x-rpc'] !== undefined;
  if (input.body === undefined && operation.body?.required)
    return isMessage ? { kind: 'open' } : missing('a body', childPointer(operation.body.part.pointer, 'required'));
  const all = await validateSerializedRequest(operation, request, input);
  const [finding] = isMessage ? all.filter((one) => !isAllowedByProtoJson(one, operation, input)) : all;
  if (finding && (isUndefinedSerialization(finding) || isIntegerWithExponent(finding, operation, request)))
    return { kind: 'open' };
  if (!finding) return { kind: all.length === 0 ? 'valid' : 'open' };
  if (finding.keyword === 'required' && typeof finding.params.missingProperty === 'string')
    return missing(`${finding.part} ${finding.pointer}`, locateRequestViolation(operation, finding));
  return { kind: 'invalid', finding };
}

/** Whether no specification defines the serialization of a value. */
function isUndefinedSerialization({ part, keyword }: Finding): boolean {
  return part === 'body' && keyword === 'content';
}

function missing(what: string, pointer: string): Expectation {
  return { kind: 'missing', what, pointer };
}

/**
 * Whether protobuf JSON allows a value that its schema forbids (ProtoJSON format): null is the default of any field,
 * numbers may be strings, and numbers may replace enum names and 64-bit integers as strings.
 */
function isAllowedByProtoJson(
  { part, pointer, keyword, params }: Finding,
  operation: Operation,
  input: RequestInput,
): boolean {
  const value = valueAtPointer(input.body, pointer);
  if (part !== 'body' || value === null) return part === 'body';
  if (keyword !== 'type') return false;
  if (typeof value === 'string') return /^(integer|number)$/.test(String(params.type)) && isNumber(value);
  if (typeof value !== 'number' || params.type !== 'string') return false;
  // If any text is valid, a number is not.
  const withText = { ...input, body: setAtPath(input.body, pointerSegments(pointer), 'any text') };
  return operation.validateRequest(withText, input.type).some((one) => one.part === 'body' && one.pointer === pointer);
}

/**
 * Whether an integer is written as `1e+21` outside of JSON. For JSON Schema it is an integer (Core, section 4.2.3 of
 * draft 2020-12); its form in paths, queries, headers and cookies is undefined.
 */
function isIntegerWithExponent(
  { part, pointer, keyword, params }: Finding,
  operation: Operation,
  request: SerializedRequest,
): boolean {
  if (part === 'body' || part === 'response' || keyword !== 'type' || !String(params.type).includes('integer'))
    return false;
  const { values } = operation.parameterReader.read(request.rawParameters);
  const text = valueAtPointer(values[part], pointer);
  return typeof text === 'string' && /^-?\d+(\.\d+)?e\+?\d+$/i.test(text) && Number.isInteger(Number(text));
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/**
 * Whether the document does not determine the valid values of a parameter: paths, cursors, references, and texts without
 * enum, pattern or format, also in lists and objects.
 *
 * @param mayBeBound - whether to include texts with a length limit. Default: false
 */
export function isOpenParameter(
  operation: Operation,
  { name, in: where, schema, content }: Parameter,
  {
    variationContext,
    resources,
    mayBeBound = false,
  }: { variationContext: VariationContext; resources: Pick<Resources, 'action'>; mayBeBound?: boolean },
): boolean {
  const part = schema ?? content?.schema;
  if (where === 'path' || part === undefined) return true;
  if (findCursors(resources.action(operation.id)).has(`${where}/${name}`) || isReferenceName(name)) return true;
  return hasFreeText([part as Part], variationContext, mayBeBound);
}

/** Maximum depth of lists and objects, and maximum number of branches of a choice. */
const MAX_LEVELS = 3;
const MAX_BRANCHES = 3;

/** Whether a value is or contains a text that the document does not restrict. */
function hasFreeText(parts: readonly Part[], context: VariationContext, mayBeBound: boolean, level = 0): boolean {
  if (level > MAX_LEVELS) return false;
  return Array.from({ length: MAX_BRANCHES }, (_, index) =>
    mergeConstraints(collectSchemas(parts, context.schemaIndex, ({ length }) => Math.min(index, length - 1))),
  ).some(({ types, values, patterns, format, length, item, first, properties }) => {
    if (values || patterns.length > 0 || format !== undefined) return false;
    if (types?.has('string') ?? true)
      return mayBeBound || (length.low <= 1 && length.high === Number.POSITIVE_INFINITY);
    const inside = [...(types?.has('array') ? [[...(first[0] ?? []), ...item]] : []), ...properties.values()];
    return inside.some((one) => hasFreeText(one, context, mayBeBound, level + 1));
  });
}
