// One operation of a document: parameters, bodies, responses, validation.

import { removeConsequentErrors } from '../schema/consequent-errors.ts';
import { errorPointer, explainError } from '../schema/explain-error.ts';
import { once } from '../schema/once.ts';
import { readOperationAnnotations } from './annotations.ts';
import { type BodyMediaType, jsonMediaType, mainMediaType, resolvedMembers } from './content.ts';
import type { Finding } from './finding.ts';
import type { LocatedOperation, PathItem } from './lookup/path-items.ts';
import { bareMediaType, cachedMediaType, isConcrete, isJson } from './media-type.ts';
import type { OperationObject, RequestBodyObject, Schema } from './objects.ts';
import {
  createHeaderValidator,
  type HeaderFinding,
  type OperationResponses,
  parseResponses,
  type ValidateHeaders,
} from './operation-responses.ts';
import { createParameterReader, type ParameterReader, type ParameterValues } from './parameters/parameter-reader.ts';
import { type Parameter, parseParameters } from './parse-parameters.ts';
import type { Part, References } from './references.ts';
import { parseRequestBody, type RequestBody } from './request-body.ts';
import type { OperationValidators } from './schema/ajv/operation-validators.ts';
import { getSchemaShape } from './schema/schema-shape.ts';
import type { Validate } from './schema/schema-validators.ts';
import { parseSecurity, type Security } from './security.ts';

/** The values of a request, by their location. */
export interface RequestParts extends ParameterValues {
  readonly body: unknown;
}

/** One method and path of a document. Everything but these is parsed lazily. */
export interface Operation {
  /** The operationId, or one derived from method and path, such as `getPetsById`. */
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path template of the document. */
  readonly path: string;
  /** The operation object with its JSON Pointer. */
  readonly part: Part<OperationObject>;
  /** Path items with properties for all operations of the path, see `LocatedOperation`. */
  readonly pathItem: PathItem;
  /** The operation object with `$ref`s resolved, except in schemas, and with the defaults of path item and document. */
  readonly definition: OperationObject;
  /** Resolves `$ref`s in its schemas. */
  readonly references: References;
  /** Including those of the path item. */
  readonly parameters: readonly Parameter[];
  /** Parses the parameters of a request. */
  readonly parameterReader: ParameterReader;
  /** Undefined if it has no request body. */
  readonly body: RequestBody | undefined;
  /** The documented responses. */
  readonly responses: OperationResponses;
  /** The security requirements; one of them is enough. */
  readonly security: Security['alternatives'];
  /** Whether a caller is required. */
  readonly secured: boolean;
  /** Whether credentials are optional. */
  readonly securityOptional: boolean;
  /** Media types of the request body, without parameters; empty for none. */
  readonly requestMediaTypes: readonly string[];
  /** The schema of the JSON request body, or of the first media type. */
  readonly requestSchema: Part<Schema> | undefined;
  /** The HTTP status of a successful response, see `OperationResponses`. */
  readonly successStatus: number;
  /** The schema of the JSON response with this status. */
  responseSchema(status: number): Part<Schema> | undefined;
  /**
   * Validates a request: at most twenty findings for a schema, one if the value is very large.
   *
   * @param type - the media type of the body. Default: JSON, or the first one
   */
  validateRequest(parts: RequestParts, type?: BodyMediaType): readonly Finding[];
  /**
   * Validates a response.
   *
   * @param type - the media type of the body. Default: JSON; a body of another type is not validated then
   */
  validateResponse(status: number, output: unknown, type?: BodyMediaType): readonly Finding[];
  /** Validates response headers as sent, by lower-case name. */
  validateHeaders(status: number, fields: Readonly<Record<string, string>>): readonly HeaderFinding[];
  /** Compiles the validators of the operation, but not the schemas that they reference. */
  compile(): void;
}

/** Creates an operation. Its validators are compiled on first use. */
export function createOperation(
  located: LocatedOperation,
  references: References,
  validators: OperationValidators,
): Operation {
  const { id, method, path, part } = located;
  const parameters = once(() => parseParameters(references, located));
  const parameterReader = once(() => createParameterReader(parameters(), references));
  const body = once(() => parseRequestBody(references, located));
  const responses = once(() => parseResponses(references, part, readOperationAnnotations(located).status));
  const security = once(() => parseSecurity(references, part));
  const requestMediaTypes = once(() => (body()?.mediaTypes ?? []).map(({ type }) => bareMediaType(type)));
  const definition = once(() => definitionOf(operation));
  const inputValidators = new Map<BodyMediaType | undefined, readonly Validate[]>();
  const validatorsFor = (type: BodyMediaType | undefined): readonly Validate[] => {
    const cached = inputValidators.get(type);
    if (cached) return cached;
    const created = validators.forRequest(operation, type);
    inputValidators.set(type, created);
    return created;
  };

  const validatorsByStatus = new Map<number, ResponseValidator>();
  const responseValidator = (status: number): ResponseValidator => {
    const cached = validatorsByStatus.get(status);
    if (cached) return cached;
    const validator = createResponseValidator(responses(), status, references, validators);
    validatorsByStatus.set(status, validator);
    return validator;
  };
  const operation: Operation = {
    id,
    method: method.toUpperCase(),
    path,
    part,
    pathItem: located.pathItem,
    references,
    get definition() {
      return definition();
    },
    get parameters() {
      return parameters();
    },
    get parameterReader() {
      return parameterReader();
    },
    get body() {
      return body();
    },
    get responses() {
      return responses();
    },
    get security() {
      return security().alternatives;
    },
    get secured() {
      return security().secured;
    },
    get securityOptional() {
      return security().securityOptional;
    },
    get requestMediaTypes() {
      return requestMediaTypes();
    },
    get requestSchema() {
      return mainMediaType(body()?.mediaTypes ?? [])?.schema;
    },
    get successStatus() {
      return responses().successStatus;
    },
    responseSchema: (status) => responseValidator(status).schema,
    validateRequest({ path, query, header, cookie, body }, type) {
      const parts = { path, query, header, cookie };
      const value = body === undefined ? parts : { ...parts, requestBody: body };
      return validatorsFor(type).flatMap((validate) => validateToFindings(validate, value));
    },
    validateResponse: (status, output, type) => responseValidator(status).check(output, type),
    validateHeaders: (status, fields) => responseValidator(status).checkHeaders(fields),
    compile() {
      for (const type of [undefined, ...(body()?.mediaTypes ?? [])]) validatorsFor(type);
      for (const response of responses().all) {
        for (const type of [undefined, ...response.mediaTypes]) validators.forResponse(response, type);
        if (response.headers.length > 0) validators.forHeaders(response);
      }
    },
  };
  return operation;
}

function definitionOf({
  part,
  parameters,
  body,
  responses: declared,
  security,
  references,
}: Operation): OperationObject {
  const responses = declared.all.map(({ key, part, mediaTypes, headers }) => [
    key,
    {
      ...part.value,
      ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(({ name, part }) => [name, part.value])) }),
      ...contentObject(references, mediaTypes),
    },
  ]);
  const requirements = security.map((demands) => Object.fromEntries(demands.map(({ name, scopes }) => [name, scopes])));
  return {
    ...part.value,
    ...(parameters.length > 0 && { parameters: parameters.map((parameter) => parameter.part.value) }),
    ...(body && { requestBody: { ...body.part.value, ...contentObject(references, body.mediaTypes) } }),
    responses: Object.fromEntries(responses),
    ...(requirements.length > 0 && { security: requirements }),
  } as OperationObject;
}

function contentObject(
  references: References,
  mediaTypes: readonly BodyMediaType[],
): Pick<RequestBodyObject, 'content'> | object {
  if (mediaTypes.length === 0) return {};
  const objects = mediaTypes.map(({ type, part }) => {
    const examples = resolvedMembers(references, part, 'examples').map(([name, { value }]) => [name, value]);
    return [type, { ...part.value, ...(examples.length > 0 && { examples: Object.fromEntries(examples) }) }];
  });
  return { content: Object.fromEntries(objects) };
}

/** Validation of the responses with one HTTP status. */
interface ResponseValidator {
  readonly schema: Part<Schema> | undefined;
  check(output: unknown, type: BodyMediaType | undefined): readonly Finding[];
  readonly checkHeaders: ValidateHeaders;
}

function createResponseValidator(
  responses: OperationResponses,
  status: number,
  references: References,
  validators: OperationValidators,
): ResponseValidator {
  const response = responses.forStatus(status);
  const violation = { part: 'response', pointer: '', params: { status } } as const;
  const undeclared = [
    { ...violation, keyword: 'status', message: `has status ${status}, which the document does not declare` },
  ];
  if (!response) {
    // Some documents describe error responses only.
    const isUndocumentedSuccess = status === responses.successStatus;
    return { schema: undefined, check: () => (isUndocumentedSuccess ? [] : undeclared), checkHeaders: () => [] };
  }

  const json = jsonMediaType(response.mediaTypes);
  const unexpectedBody = [{ ...violation, keyword: 'content', message: 'must have no body' }];
  const missingBody = [{ ...violation, keyword: 'content', message: 'must have a body' }];
  const checks = new Map<BodyMediaType | undefined, (output: unknown) => readonly Finding[]>();
  const checkFor = (type: BodyMediaType | undefined) => {
    const validate = validators.forResponse(response, type);
    // A missing JSON value is reported by the schema, as null.
    const isValue = type === undefined || type === json;
    return (output: unknown): readonly Finding[] => {
      if (output === undefined && (!response.hasBody || allowsNoBody(status))) return [];
      if (!response.hasBody) return unexpectedBody;
      if (output === undefined && !(validate && isValue)) return missingBody;
      const findings = validate ? validateToFindings(validate, output ?? null, 'response') : [];
      return findings.length > 0 && isDocumentedText(output, type, references) ? [] : findings;
    };
  };
  return {
    schema: json?.schema,
    checkHeaders: createHeaderValidator(
      response,
      references,
      once(() => validators.forHeaders(response)),
    ),
    check(output, type) {
      const cached = checks.get(type);
      if (cached) return cached(output);
      const created = checkFor(type);
      checks.set(type, created);
      return created(output);
    },
  };
}

/**
 * Whether a text is an example of a media type whose schema describes an object or a list: no rule says how these
 * become text, so the example decides.
 */
function isDocumentedText(output: unknown, type: BodyMediaType | undefined, references: References): boolean {
  const media = type && cachedMediaType(type.type);
  if (typeof output !== 'string' || !media || isJson(media) || !isConcrete(media)) return false;
  if (media.type === 'multipart' || /xml$|urlencoded$/.test(media.subtype)) return false;
  const types = getSchemaShape(type.schema, references)?.types ?? new Set();
  const isStructured = types.size > 0 && [...types].every((one) => one === 'object' || one === 'array');
  return isStructured && type.examples.some(({ value }) => value === output);
}

/** Whether a response with this status may have no body, whatever the document says. */
function allowsNoBody(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || (status >= 300 && status < 400);
}

const PARTS = { path: 'path', query: 'query', header: 'header', cookie: 'cookie', requestBody: 'body' } as const;

/** Maximum findings of one value. */
const MAX_FINDINGS = 20;
/** Maximum errors that are read for them: several may have one cause. */
const MAX_ERRORS = 200;

const NONE: readonly Finding[] = [];

/**
 * Validates a value and returns findings.
 *
 * @param part - the part of the message. Default: the value is a whole request, and errors are assigned to its parts
 */
export function validateToFindings(validate: Validate, value: unknown, part?: Finding['part']): readonly Finding[] {
  const errors = validate(value);
  if (errors.length === 0) return NONE;
  const relevant = removeConsequentErrors(errors.slice(0, MAX_ERRORS)).slice(0, MAX_FINDINGS);
  return relevant.map((error) => {
    const pointer = errorPointer(error);
    const [, first = '', ...rest] = pointer.split('/');
    return {
      part: part ?? PARTS[first as keyof typeof PARTS] ?? 'body',
      pointer: part ? pointer : rest.map((segment) => `/${segment}`).join(''),
      keyword: error.keyword,
      params: error.params,
      message: explainError(error),
    };
  });
}
