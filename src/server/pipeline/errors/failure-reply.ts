// Converts errors to responses: the only place that does.

import type { BodyMediaType } from '../../../openapi/content.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { Finding } from '../../../openapi/finding.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { jsonMediaType } from '../../../openapi/json-media-type.ts';
import { cachedMediaType, isConcrete, isJson } from '../../../openapi/media-type.ts';
import type { OperationResponse, OperationResponses } from '../../../openapi/operation-responses.ts';
import { flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { createMinimalSample, sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import type { ServedApi } from '../api/load-api.ts';
import { breach } from '../hold-reply.ts';
import { type Fields, HandlerResponse } from '../reply.ts';
import type { Route } from '../route.ts';
import type { ApiError } from './failure.ts';
import { failureBody } from './failure-body.ts';
import { percentEncoded } from './percent-encoded.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';
import { describeError } from './refusal.ts';

type OnError = (thrown: unknown) => void;

/** A response with its violations. */
export interface HeldReply {
  readonly reply: HandlerResponse;
  readonly findings: readonly Finding[];
}

/** Set if the document does not declare such an error. */
const UNDECLARED = { 'x-understudy-undeclared': 'true' };
/** The reason of an error, if the documented body has no room for it. */
const REASON = 'x-understudy-reason';
/** Maximum number of tried bodies for one error. */
const MOST_CHOICES = 10;
/** In characters: header fields have little room. */
const LONGEST_REASON = 500;

/**
 * The response for an error: in the API's own format, else in the documented one, else as problem details marked as
 * undeclared. The status is that of the error; invalid input is 422 if the document declares that.
 */
export async function failureReply(failure: ApiError, route: Route, onError: OnError): Promise<HeldReply> {
  const { operation, served, codec } = route;
  const own = inWordsOfApi(failure, served, onError);
  // Calls have statuses of their own, which no document describes.
  if (codec.reads === 'message')
    return { reply: refusal(failure, own ? own.body : describeError(failure)), findings: [] };
  if (own) {
    const told = refusal(failure, own.body);
    if (!operation) return { reply: told, findings: [] };
    const findings = await findingsOf(told, route, operation);
    if (!operation.responses.forStatus(failure.status))
      return { reply: refusal(failure, own.body, UNDECLARED), findings };
    if (findings.length === 0 || served.outputCheck !== 'enforce') return { reply: told, findings };
    const refused = `${operation.id} rejected a request with ${failure.status} (${failure.message})`;
    const headline = `${refused}, but describeError returned an invalid body; sent the error schema of the document instead`;
    onError(breach(headline, findings, `fix describeError of API ${served.api.name}, or the document`));
  }
  return (operation && (await inWordsOf(operation, failure, route))) ?? undeclared(failure, operation);
}

function inWordsOfApi(failure: ApiError, { api }: ServedApi, onError: OnError): { readonly body: unknown } | undefined {
  try {
    return api.describeError && { body: api.describeError(failure) };
  } catch (thrown) {
    onError(thrown);
    return undefined;
  }
}

/** The error in its documented form; undefined if none is declared, or none could be built. */
async function inWordsOf(operation: Operation, failure: ApiError, route: Route): Promise<HeldReply | undefined> {
  const found = answerFor(failure, operation.responses);
  if (!found) return undefined;
  const { status, answer } = found;
  const headers = requiredHeaders(answer, operation);
  if (!answer.hasBody) {
    return { reply: refusal(failure, undefined, { ...headers, ...reasonOf(failure) }, status), findings: [] };
  }
  const json = jsonMediaType(answer.mediaTypes);
  let silent: HeldReply | undefined;
  for (const type of json ? [json] : answer.mediaTypes) {
    // The client chooses among several types, including JSON.
    const said = json || isAnyJson(type) ? headers : { ...headers, 'content-type': type.type };
    for (const body of bodiesFor(type, operation, failure, status)) {
      const isTold = tells(body, failure);
      if (!isTold && silent) continue;
      const reply = refusal(failure, body, isTold ? said : { ...said, ...reasonOf(failure) }, status);
      if ((await findingsOf(reply, route, operation)).length > 0) continue;
      if (isTold) return { reply, findings: [] };
      silent = { reply, findings: [] };
    }
  }
  return silent;
}

function reasonOf({ advice }: ApiError): Fields {
  return { [REASON]: percentEncoded(advice.slice(0, LONGEST_REASON)) };
}

/** Whether a body contains the reason: the whole message, or that of each finding. */
function tells(body: unknown, { advice, findings }: ApiError): boolean {
  const text = typeof body === 'string' ? body : Buffer.isBuffer(body) ? body.toString() : (JSON.stringify(body) ?? '');
  const has = (words: string) =>
    [words, escaped(words), JSON.stringify(words).slice(1, -1)].some((one) => text.includes(one));
  return has(advice) || (findings.length > 0 && findings.every(({ message }) => has(message)));
}

/** Invalid input is 400 in some documents and 422 in others. A `default` response alone describes a success. */
function answerFor(
  { code, status }: ApiError,
  answers: OperationResponses,
): { readonly status: number; readonly answer: OperationResponse } | undefined {
  const isInput = status === 400 && (code === 'invalid_argument' || code === 'out_of_range');
  for (const one of isInput ? [400, 422] : []) {
    const answer = answers.all.find(({ key }) => key === `${one}`);
    if (answer) return { status: one, answer };
  }
  const answer = answers.forStatus(status);
  return answer && (answer.key !== 'default' || answers.all.length > 1) ? { status, answer } : undefined;
}

/** Possible error bodies, the best first. */
function* bodiesFor({ type, schema }: BodyMediaType, { references }: Operation, failure: ApiError, status: number) {
  const media = cachedMediaType(type);
  if (!media || !(isConcrete(media) || isAnyJson({ type }))) return;
  const flat = flattenSchema(schema?.value, references);
  const names = Object.keys(flat.properties);
  const told = function* () {
    for (const extent of ['all', 'least', 'apart'] as const)
      yield failureBody(schema?.value, references, { failure, status, extent });
    // Another one than the first of several may have room for the message.
    const { oneOf, anyOf } = Object(references.resolveValue(schema?.value)) as {
      readonly oneOf?: unknown;
      readonly anyOf?: unknown;
    };
    for (const choice of [oneOf, anyOf].flatMap((choices) =>
      Array.isArray(choices) ? choices.slice(1, MOST_CHOICES) : [],
    ))
      yield failureBody(choice, references, { failure, status, extent: 'least' });
  };
  if (isJson(media) || !isConcrete(media)) {
    if (names.length === 0 && media.subtype === 'problem+json') yield problemOf(failure);
    const isVague = names.length === 0 && flat.required.length === 0 && !isRecord(flat.additionalProperties);
    if (isVague || ['code', 'message', 'details'].every((name) => names.includes(name))) yield describeError(failure);
  } else if (media.type === 'text' && media.subtype !== 'xml') {
    yield media.subtype === 'html' ? escaped(failure.advice) : failure.advice;
    // Objects are written as JSON, YAML or a table row; pages and event streams are skipped.
    if (/^(html|event-stream)$/.test(media.subtype)) return;
  } else if (media.subtype === 'octet-stream') {
    yield Buffer.from(failure.advice);
    return;
  } else if (!/^xml$|\+xml$/.test(media.subtype)) {
    if (media.type !== 'application') return;
    // A text by its schema, whatever its type: `application/text`. Other values have no known serialisation there:
    // `application/vnd.goa.error`.
    if (sampleTypeOf(flat) !== 'string') for (const body of told()) yield Buffer.from(JSON.stringify(body));
    else if (flat.format === undefined) yield failure.advice;
    return;
  }
  yield* told();
}

/** Whether a range of media types includes JSON, which is written then. */
function isAnyJson({ type }: Pick<BodyMediaType, 'type'>): boolean {
  return /^(\*|application)\/\*/.test(type);
}

/** A message may repeat client input. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function requiredHeaders({ headers }: OperationResponse, { references }: Operation): Fields {
  const required = headers.filter((header) => header.required);
  return Object.fromEntries(
    required.map(({ name, schema }) => [name, String(createMinimalSample(schema?.value, references))]),
  );
}

/** The response for an undeclared error. */
function undeclared(failure: ApiError, operation: Operation | undefined): HeldReply {
  const { status } = failure;
  const headers = { 'content-type': PROBLEM_TYPE, ...UNDECLARED };
  const message = operation?.responses.forStatus(status)
    ? `has status ${status}, and no body that matches its schema could be generated`
    : `has status ${status}, which the document does not declare`;
  const finding = { part: 'response', pointer: '', keyword: 'status', params: { status }, message } as const;
  return { reply: refusal(failure, problemOf(failure), headers), findings: operation ? [finding] : [] };
}

/** The violations of a response, including write errors. */
async function findingsOf(
  reply: HandlerResponse,
  { codec, request }: Route,
  operation: Operation,
): Promise<readonly Finding[]> {
  try {
    const checkable = await codec.checkable(reply, request, operation);
    const media = checkable?.type && cachedMediaType(checkable.type.type);
    if (media && !isJson(media)) await codec.encode(reply, request, operation);
    return checkable ? operation.validateResponse(reply.status, checkable.value, checkable.type) : [];
  } catch (thrown) {
    const message = `cannot be serialized: ${(thrown as Error).message}`;
    return [{ part: 'response', pointer: '', keyword: 'content', params: {}, message }];
  }
}

/** Headers of the error override generated ones. */
function refusal(failure: ApiError, body: unknown, headers: Fields = {}, status = failure.status): HandlerResponse {
  const source = failure.isPlanned ? 'fault' : 'rejected';
  return new HandlerResponse(status, body, { ...headers, ...failure.headers }, source, failure, failure.delivery);
}
