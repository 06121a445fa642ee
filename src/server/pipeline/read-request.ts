// Reads a request: parameters and body, validated.

import type { Match, Operation, RequestParts } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import { countFormFields, MAX_FORM_FIELDS } from '../../openapi/parameters/form-fields.ts';
import { type ParameterValues, wasSent } from '../../openapi/parameters/parameter-reader.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Codec, DecodedBody } from './codec.ts';
import { ApiError } from './errors/api-error.ts';
import { bodyTooLong } from './errors/describe-error.ts';
import { andThen } from './scheduling/and-then.ts';
import { yieldAfterLongWork } from './scheduling/work-queue.ts';
import { queryOf, type WireRequest } from './wire.ts';

/** The input of a request, with its violations. */
export interface ParsedRequest {
  readonly decoded: DecodedBody;
  readonly parts: RequestParts;
  readonly findings: readonly Finding[];
  /** Names in the query that belong to no parameter. */
  readonly undeclared: readonly string[];
  /**
   * Whether a parameter was sent; undefined if one of them cannot be read.
   *
   * @param key - its name, for headers in lower case
   */
  isSent(place: keyof ParameterValues, key: string): boolean | undefined;
}

/**
 * Reads a request, and validates it. Yields to the event loop between reading a long body and its validation.
 *
 * @param isChecked - whether to validate
 * @throws ApiError `resource_exhausted` (413) for a body above the limit
 * @throws ApiError `invalid_argument` if it cannot be read
 */
export function readRequest(
  request: WireRequest,
  match: Match,
  codec: Codec,
  isChecked = true,
): ParsedRequest | Promise<ParsedRequest> {
  const began = performance.now();
  return andThen(readBody(request, codec, match.operation), (decoded) =>
    andThen(yieldAfterLongWork(began), () => validateRequest(decoded, request, match, codec, isChecked)),
  );
}

function validateRequest(
  decoded: DecodedBody,
  request: WireRequest,
  match: Match,
  codec: Codec,
  isChecked: boolean,
): ParsedRequest {
  const { operation, path } = match;
  const source = { path, query: combinedQuery(request, match), headers: request.headers };
  const read = operation.parameterReader.read(source);
  const { values, findings, empty = [], undeclared = [] } = read;
  const parts = {
    ...values,
    body: codec.reads === 'message' ? extractParameters(decoded.value, values, operation) : decoded.value,
  };
  const { checked = parts.body, type } = decoded;
  const inputFindings = isChecked
    ? operation.validateRequest(checked === parts.body ? parts : { ...parts, body: checked }, type)
    : [];
  const withDefaults = operation.parameterReader.applyDefaults(values, source);
  return {
    decoded,
    parts,
    // Here, form fields count as parameters.
    undeclared: match.byForm ? [] : undeclared,
    isSent(place, key) {
      if (findings.some(({ part, pointer }) => part === place && pointer === childPointer('', key))) return undefined;
      if (Object.hasOwn(values[place], key))
        return !withDefaults.some((one) => one.in === place && valueKey(one) === key);
      return place === 'query' && empty.includes(key);
    },
    findings:
      !isChecked || findings.length + empty.length === 0
        ? inputFindings
        : [...findings, ...inputFindings.filter((one) => !wasSent(one, read))],
  };
}

/** The key of a parameter in its values. */
function valueKey({ in: place, name }: { readonly in: string; readonly name: string }): string {
  return place === 'header' ? name.toLowerCase() : name;
}

/** The query of a request. Operations that are selected by form fields have all query parameters in the form. */
function combinedQuery({ target, body }: WireRequest, { byForm = false }: Match): string {
  const query = queryOf(target);
  if (!byForm) return query;
  if (countFormFields(body, MAX_FORM_FIELDS) > MAX_FORM_FIELDS) {
    throw new ApiError('invalid_argument', `the form has more than ${MAX_FORM_FIELDS} fields`);
  }
  return `${query}&${Buffer.from(body).toString()}`;
}

/** The body of a request; undefined if the operation has none. */
function readBody(request: WireRequest, codec: Codec, operation: Operation): DecodedBody | Promise<DecodedBody> {
  if (request.exceededLimit !== undefined) throw bodyTooLong(request.exceededLimit);
  const isRead = codec.reads === 'message' || operation.requestMediaTypes.length > 0;
  return isRead ? codec.decode(request, operation) : { value: undefined, warnings: [] };
}

/**
 * The body in a message, without its parameters, which are moved to their declared locations. URL and headers take
 * precedence.
 */
function extractParameters(message: unknown, values: ParameterValues, operation: Operation): unknown {
  const body = { ...(message as Record<string, unknown>) };
  for (const { name, in: place, part } of operation.parameters) {
    if (part.value['x-field-number'] === undefined || place === 'cookie' || !Object.hasOwn(body, name)) continue;
    const key = place === 'header' ? name.toLowerCase() : name;
    if (!Object.hasOwn(values[place], key)) values[place][key] = body[name];
    delete body[name];
  }
  operation.parameterReader.convertTexts(values);
  return operation.requestMediaTypes.length > 0 ? body : undefined;
}

/**
 * The merged input of an operation. If a name occurs in several locations, the first declared one counts, in the order
 * path, query, header, cookie, body, even without a value. A body that is no object, or bytes, is in `body`.
 */
export function mergeInput(parts: RequestParts, { parameters }: Pick<Operation, 'parameters'>): unknown {
  const { path, query, header, cookie, body } = parts;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof Uint8Array);
  const input: Record<string, unknown> = {
    ...(isObject ? body : body === undefined ? {} : { body }),
    ...cookie,
    ...header,
    ...query,
    ...path,
  };
  for (const parameter of parameters) {
    const key = valueKey(parameter);
    if (!Object.hasOwn(input, key) || Object.hasOwn(parts[parameter.in], key)) continue;
    const higherPlaces = PRECEDENCE.slice(0, PRECEDENCE.indexOf(parameter.in));
    if (!higherPlaces.some((place) => Object.hasOwn(parts[place], key))) delete input[key];
  }
  return input;
}

/** Locations of parameters, in order of precedence. */
const PRECEDENCE = ['path', 'query', 'header', 'cookie'] as const;
