// Responses without a handler: documented examples, and samples of schemas.

import type { Operation, RequestParts } from '../../openapi/document.ts';
import { cachedMediaType, isConcrete, isSequence } from '../../openapi/media-type.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { BodyTools } from '../../server/pipeline/body-tools.ts';
import { HandlerResponse, type ResponseHeaders } from '../../server/pipeline/handler-response.ts';
import { bodySample } from './body-sample.ts';
import { acceptableTypes, type ExampleResponse, namesAlike, validExamples, valueOfExample } from './examples.ts';
import type { Sampler } from './generate/sampler.ts';
import { createSeededRandom, type Random } from './generate/seeded-random.ts';
import { headerSample } from './header-sample.ts';
import { requestedValues } from './requested-values.ts';

/** The tools for a response. */
export interface ResponseSourceTools {
  readonly operation: Operation;
  readonly parts: RequestParts;
  /** The media types that the client accepts; undefined for any. */
  readonly accept: string | undefined;
  readonly sampler: Sampler;
  readonly draw: Random;
  /** Parses examples that are texts. */
  readonly bodies: BodyTools;
  /** The prefix of all paths: of the sandbox and of the document. Default: none. */
  readonly base?: string | undefined;
  /** Whether an operation reads the resource of a path. Default: none does. */
  readonly isReadable?: ((path: string) => boolean) | undefined;
  /** Makes a sample, or gives the one that was made for the same request and choice. Default: makes it. */
  readonly remembered?: ((choice: string, make: () => Result<HandlerResponse>) => Result<HandlerResponse>) | undefined;
}

/**
 * The pseudo-random source of a request, determined by operation and input. Operations on one item share it, so that
 * reads are consistent.
 */
export function randomForRequest(
  seed: string,
  { path }: Operation,
  { path: values, query, body }: RequestParts,
): Random {
  // An item does not depend on other parameters.
  const isItem = /\}\/?$/.test(path);
  return createSeededRandom(seed, stringifyJson([path, values, ...(isItem ? [] : [query, body ?? null])], shortened));
}

function shortened(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? value.length : value;
}

/** The response with a success example, or with the example for this request; undefined if there is none. */
export async function exampleReply(source: ResponseSourceTools): Promise<HandlerResponse | undefined> {
  const { operation, parts } = source;
  const names = namesAlike(operation, parts);
  for (const response of names.length > 0 ? operation.responses.all : []) {
    const status = concreteStatus(response, operation);
    for await (const found of validExamples(source, response, status)) {
      if (names.includes(found.example.name)) return replyWith(found, status, source, found.example.value);
    }
  }
  const status = operation.successStatus;
  const response = operation.responses.forStatus(status);
  return response && firstExample(source, response, status);
}

/**
 * The documented failure of an operation that documents no other responses: 405, or a server error. Undefined for other
 * operations, also if they only declare errors of clients: then the successful response was left out.
 */
export function alwaysFails(
  operation: Operation,
): { readonly response: OperationResponse; readonly status: number } | undefined {
  const { all } = operation.responses;
  if (!all.every(({ key }) => /^(405|5..)$/.test(key))) return undefined;
  const [response] = all;
  return response && { response, status: concreteStatus(response, operation) };
}

/** The concrete status of a response that is documented as a range or `default`. */
export function concreteStatus({ key }: OperationResponse, { successStatus, responses }: Operation): number {
  if (/^\d{3}$/.test(key)) return Number(key);
  if (/^\dXX$/i.test(key)) return Number(key[0]) * 100;
  return responses.forStatus(successStatus)?.key === key ? successStatus : 500;
}

/** The reply with one example. */
function replyWith(
  { response, type }: ExampleResponse,
  status: number,
  source: ResponseSourceTools,
  body: unknown,
): HandlerResponse | undefined {
  const headers = headerSample(response, { ...source, status, body });
  if (!headers.ok) return undefined;
  const isFirst = acceptableTypes(response, source.accept)[0] === type;
  return new HandlerResponse(
    status,
    body,
    { ...headers.value, ...(isFirst ? {} : { 'content-type': type.type }) },
    'example',
  );
}

/** An example with the requested id, if that is valid. */
async function withId(
  { type, example: { value } }: ExampleResponse,
  status: number,
  { operation, parts, bodies }: ResponseSourceTools,
): Promise<unknown> {
  const given = requestedValues(operation, { ...parts, query: {}, body: undefined }, type.schema);
  const changed = replaced(value, given);
  if (changed === value) return value;
  return (await valueOfExample({ operation, bodies }, status, type, changed)) ?? value;
}

/** A value with given values for its properties, also nested ones. */
function replaced(value: unknown, given: (pointer: string) => unknown, base = '', depth = 0): unknown {
  if (!isRecord(value) || depth > 1) return value;
  const members = Object.entries(value).map(([name, one]) => {
    const pointer = childPointer(base, name);
    return [name, one, given(pointer) ?? replaced(one, given, pointer, depth + 1)] as const;
  });
  return members.some(([, before, after]) => before !== after)
    ? Object.fromEntries(members.map(([name, , after]) => [name, after]))
    : value;
}

/** The first valid example of a response; undefined if there is none. */
export async function firstExample(
  source: ResponseSourceTools,
  response: OperationResponse,
  status: number,
): Promise<HandlerResponse | undefined> {
  for await (const found of validExamples(source, response, status))
    return replyWith(found, status, source, await withId(found, status, source));
  return undefined;
}

/** The named example of a response, in any media type, or why it is invalid; undefined if there is none. */
export async function exampleNamed(
  source: ResponseSourceTools,
  response: OperationResponse,
  status: number,
  name: string,
): Promise<Result<HandlerResponse> | undefined> {
  const { operation, accept } = source;
  const all = acceptableTypes(response, accept).flatMap((type) =>
    type.examples.map((example) => ({ response, type, example })),
  );
  const named = all.filter(({ example }) => example.name === name);
  for (const one of named) {
    const { type, example } = one;
    const value = await valueOfExample(source, status, type, example.value);
    const reply = value !== undefined && replyWith(one, status, source, value);
    if (reply) return success(reply);
  }
  const [wrong] = named;
  if (!wrong) return undefined;
  const [finding] = operation.validateResponse(status, wrong.example.value, wrong.type);
  return failure(finding ? `${finding.pointer || 'it'} ${finding.message}` : 'it cannot be serialized');
}

/** Options of a sample. */
interface SampleChoice {
  /** A documented status. Default: the success. */
  readonly status?: number;
  /** Whether examples in schemas are hints only. Default false: they are copied. */
  readonly isInvented?: boolean;
}

/** The reply with a sample. */
export function sampleReply(
  source: ResponseSourceTools,
  { status = source.operation.successStatus, isInvented = false }: SampleChoice = {},
): Result<HandlerResponse> {
  const make = () => makeSample(source, { status, isInvented });
  return source.remembered ? source.remembered(`${status} ${isInvented}`, make) : make();
}

function makeSample(
  source: ResponseSourceTools,
  { status, isInvented }: Required<SampleChoice>,
): Result<HandlerResponse> {
  const { operation, parts, accept, sampler, draw } = source;
  const response = operation.responses.forStatus(status);
  // Some documents describe errors only.
  if (!response) return success(new HandlerResponse(status, undefined, {}, 'generated'));
  const replied = (body: unknown, own: ResponseHeaders): Result<HandlerResponse> => {
    const headers = headerSample(response, { ...source, status, body });
    return headers.ok ? success(new HandlerResponse(status, body, { ...headers.value, ...own }, 'generated')) : headers;
  };
  if (!response.hasBody || status < 200 || status === 204 || status === 205 || status === 304)
    return replied(undefined, {});
  let reason = 'none of its media types can be generated';
  for (const [index, type] of acceptableTypes(response, accept).entries()) {
    const given = requestedValues(operation, parts, type.schema);
    const made = bodySample(type, operation.references, {
      sampler,
      draw,
      hints: { given, name: nameOf(operation), index: isInvented ? 1 : 0 },
    });
    if (!made.ok) {
      reason = made.reason;
      continue;
    }
    const { body, contentType = index === 0 ? undefined : type.type } = made.value;
    const [finding] = isHeld(type.type) ? operation.validateResponse(status, body, type) : [];
    if (!finding) return replied(body, contentType === undefined ? {} : { 'content-type': contentType });
    reason = `${finding.pointer || 'the value'} ${finding.message}`;
  }
  return failure(reason);
}

/** Whether a body is validated as a value. */
function isHeld(type: string): boolean {
  const media = cachedMediaType(type);
  return media !== undefined && isConcrete(media) && (/json$/.test(media.subtype) || isSequence(media));
}

/** The name of an operation's items, if schemas have none: the last fixed path segment. */
function nameOf({ path }: Operation): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
}
