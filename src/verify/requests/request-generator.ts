// Generates valid requests for operations.

import { deleteAtPath } from '../../mock/resources/property-path.ts';
import { bodySample } from '../../mock/samples/body-sample.ts';
import type { Sampler } from '../../mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../mock/samples/generate/seeded-random.ts';
import { type BodyMediaType, mainMediaType } from '../../openapi/content.ts';
import type { Document, Operation, RequestParts } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { createGivenValues, type GivenValues } from '../cases/given-values.ts';
import { isCredential } from '../credentials.ts';
import { findRejectionReason } from '../responses/rejection-reason.ts';
import {
  findCommonExampleName,
  hasExamples,
  isValidBody,
  listParameterExamples,
  preferName,
} from './documented-examples.ts';
import { findOtherOperation } from './find-other-operation.ts';
import { fillOptionalProperties, removeInventedProperties } from './optional-properties.ts';
import { findRejectedLocation } from './rejected-location.ts';
import { isConnectionHeader } from './request-headers.ts';
import { createRevisions, type Rejection, type Revisions } from './revise-request.ts';
import { type RequestInput, serializeRequest } from './serialize-request.ts';
import type { VariationContext } from './variation-context.ts';

/** The known values for requests of an operation. */
interface KnownPathValues {
  /** Known path values by name; texts are converted by their schemas. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Options of a generated request. */
export interface RequestOptions extends KnownPathValues {
  /** `least`: required parts only; `examples`: optional parts with an example, too; `all`: all optional parts. */
  readonly width: 'least' | 'examples' | 'all';
  /** Requests with different keys have different values. */
  readonly key: string;
  /** Whether documented examples precede samples. */
  readonly examples: boolean;
  /** Whether sampled names and keys are texts such as `blue-river`. Default true. */
  readonly hasPlainNames?: boolean;
}

/** Generates requests for the operations of one document. */
export interface RequestGenerator {
  readonly document: Document;
  /** Generates a valid request, if there is one. */
  createInput(operation: Operation, options: RequestOptions): Result<RequestInput>;
  /** Whether an operation has documented examples. */
  hasExamples(operation: Operation): boolean;
  /** The status and the reason of a rejection, and the value to give: `was rejected with 400: …`. */
  describeRejection(operation: Operation, input: RequestInput, rejection: Rejection): string;
  /** Changes of rejected requests of one search. @param mayVaryPath - whether path values may be changed. Default: false */
  createRevisions(operation: Operation, mayVaryPath?: boolean): Revisions;
}

/** @param cursorsOf - locations in requests of an operation that cannot be generated, such as `body/after` */
export function createRequestGenerator(
  document: Document,
  sampler: Sampler,
  seed: string,
  variationContext: VariationContext,
  given: GivenValues = createGivenValues(document, new Map()),
  cursorsOf: (operation: Operation) => ReadonlySet<string> = () => new Set(),
): RequestGenerator {
  const parameterValue = (
    operation: Operation,
    parameter: Parameter,
    { key, examples, hasPlainNames = true }: RequestOptions,
    index = 0,
  ): Result<unknown> => {
    const { name, schema, content } = parameter;
    const part = schema ?? content?.schema;
    if (examples && index === 0) {
      const own = listParameterExamples(parameter, variationContext);
      const [example] = preferName(own, findCommonExampleName(operation));
      if (example) return success(example.value);
    }
    if (!part) return success('x');
    const draw = createSeededRandom(seed, `${operation.id} ${parameter.in} ${name} ${key}`);
    const sample = sampler.sample(part, draw, { direction: 'request', name, index, hasPlainNames });
    return sample.ok ? sample : failure(`no value for ${name}: ${sample.reason}`);
  };
  const requests: RequestGenerator = {
    document,
    hasExamples: (operation) => hasExamples(operation, variationContext),
    describeRejection(operation, input, rejection) {
      const { status } = rejection.response;
      const reason = findRejectionReason(rejection);
      const location = findRejectedLocation(operation, input, reason, variationContext);
      const missing = status === 404 ? operation.parameters.findLast((one) => one.in === 'path') : undefined;
      const name = location?.name ?? missing?.name;
      const text = reason.text.replace(/[.;:]$/, '');
      const advice = name === undefined ? '' : `; give a valid value with ${valueOption(operation, name)}`;
      return `was rejected with ${status}${text && `: ${text}`}${advice}`;
    },
    createRevisions: (operation, mayVaryPath = false) => createRevisions(operation, variationContext, mayVaryPath),
    createInput(operation, options) {
      const first = parametersOf(operation, options, 0);
      if (!first.ok) return first;
      const matched = matchesOther(operation, first.value);
      if (!matched.ok) return matched;
      // An example may match another path: `me` of `/users/{id}` beside `/users/me`.
      const other = matched.value ? parametersOf(operation, options, 1) : first;
      if (!other.ok) return other;
      const parameters = { ...first.value, path: other.value.path };
      const type = getRequestBodyType(operation);
      if (!type || !(operation.body?.required || options.width !== 'least' || hasOnlyBody(operation)))
        return success({ ...parameters, body: undefined, type: undefined });
      const valid = options.examples ? type.examples.filter(({ value }) => isValidBody(document, type, value)) : [];
      const [example] = preferName(valid, findCommonExampleName(operation));
      const body = example ? success(example.value) : bodyOf(operation, type, options);
      if (!body.ok) return body;
      return success({ ...parameters, body: given.body(operation, type, body.value), type });
    },
  };
  return requests;

  /** @param index - of path values: 0 for documented examples */
  function parametersOf(
    operation: Operation,
    options: RequestOptions,
    index: number,
  ): Result<Omit<RequestParts, 'body'>> {
    const input = { path: {}, query: {}, header: {}, cookie: {} } as Record<Parameter['in'], Record<string, unknown>>;
    for (const parameter of operation.parameters) {
      const { name, in: location, required } = parameter;
      const isKnown = location === 'path' && Object.hasOwn(options.values, name);
      const known = isKnown ? options.values[name] : given.parameter(operation, parameter);
      const isWanted =
        options.width === 'all' ||
        (options.width === 'examples' && listParameterExamples(parameter, variationContext).length > 0);
      const isGenerated = isWanted && !cursorsOf(operation).has(`${location}/${name}`);
      if (!(required || isGenerated || known !== undefined) || isConnectionHeader(parameter)) continue;
      // Credentials replace a required one later.
      if (!required && isCredential(operation, parameter)) continue;
      const value =
        known === undefined || known === null
          ? parameterValue(operation, parameter, withScopeExample(operation, parameter, options), index)
          : success(known);
      if (!value.ok) return value;
      input[location][location === 'header' ? name.toLowerCase() : name] = value.value;
    }
    return success(input);
  }

  /** Without a known value, only an example of a scope such as `{project}` certainly exists. */
  function withScopeExample(
    { path }: Operation,
    { in: location, name }: Parameter,
    options: RequestOptions,
  ): RequestOptions {
    const isScope = location === 'path' && !path.endsWith(`{${name}}`);
    return isScope ? { ...options, examples: true } : options;
  }

  function matchesOther(operation: Operation, input: Omit<RequestParts, 'body'>): Result<boolean> {
    const request = serializeRequest(operation, { ...input, body: undefined, type: undefined });
    return request.ok ? success(findOtherOperation(document, operation, request.value) !== undefined) : request;
  }

  function bodyOf(
    operation: Operation,
    type: BodyMediaType,
    { key, width, examples, hasPlainNames = true }: RequestOptions,
  ): Result<unknown> {
    const draw = createSeededRandom(seed, `${operation.id} body ${key}`);
    const hints = { direction: 'request', index: examples ? 0 : 1, hasPlainNames } as const;
    const sample = bodySample(type, document.references, { sampler, draw, hints });
    if (!sample.ok) return failure(`no body: ${sample.reason}`);
    const { schema } = type;
    const { body } = sample.value;
    if (!schema || !isRecord(body)) return success(body);
    const filled =
      width === 'examples'
        ? removeInventedProperties(schema as Part, body, variationContext)
        : fillOptionalProperties(schema as Part, body, variationContext);
    return success(withoutCursors(operation, schema, filled));
  }

  function withoutCursors(operation: Operation, schema: Part, body: unknown): unknown {
    return [...cursorsOf(operation)].reduce((rest, cursor) => {
      const [location, ...steps] = cursor.split('/');
      const less = location === 'body' ? deleteAtPath(rest, steps) : rest;
      return document.validate(schema as Part<object>, less, 'request').length === 0 ? less : rest;
    }, body);
  }
}

/** The option for a value of one operation: others may need another value. */
function valueOption({ id }: Operation, name: string): string {
  const assignment = `${id}.${name}=…`;
  return `--value ${/^[\w.…=-]+$/.test(assignment) ? assignment : `'${assignment.replaceAll("'", "'\\''")}'`}`;
}

/** Whether a method needs a body, even an optional one. */
function hasOnlyBody({ method }: Operation): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** The media type of generated bodies: JSON if it is declared. */
export function getRequestBodyType({ body }: Operation): BodyMediaType | undefined {
  const mediaTypes = (body?.mediaTypes ?? []).filter(({ type }) => !/^application\/(grpc|connect)\b/i.test(type));
  const json = mediaTypes.find(({ type }) => {
    const media = cachedMediaType(type);
    return media !== undefined && isJson(media);
  });
  return json ?? mainMediaType(mediaTypes);
}
