// Validates responses against the document.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { describeFinding, type Finding } from '../../openapi/finding.ts';
import { matchMediaTypes, parseMediaType } from '../../openapi/media-type.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import type { AnyApi } from './api/api.ts';
import type { Checkable } from './codec.ts';
import { isNamed } from './conditional.ts';
import { ApiError } from './errors/failure.ts';
import { type Fields, fieldsOf, HandlerResponse } from './reply.ts';
import type { OpenRoute } from './route.ts';
import { andThen } from './scheduling/and-then.ts';
import { isStream } from './stream.ts';

/** A validated response. */
export interface HeldReply {
  /** Itself; where it is a stream of values, one that breaks off at the first that the document does not allow. */
  readonly reply: HandlerResponse;
  readonly findings: readonly Finding[];
}

/**
 * The violations of a response. Injected faults are exempt. Of a stream, only separately written values are validated,
 * as they come, and only in the enforcing mode: the exchange has been recorded by then.
 *
 * @throws ApiError `internal`, naming the violation, in the enforcing mode
 */
export function holdReply(reply: HandlerResponse, route: OpenRoute): HeldReply | Promise<HeldReply> {
  const { codec, request, operation } = route;
  // Nothing is sent.
  if (reply.delivery?.connection !== undefined) return { reply, findings: NONE };
  return andThen(codec.checkable(reply, request, operation), (checkable) => held(reply, checkable, route));
}

function held(
  reply: HandlerResponse,
  checkable: Checkable | undefined,
  { operation, served, codec }: OpenRoute,
): HeldReply {
  const { status } = reply;
  const answer = operation.responses.forStatus(status);
  const isHeld =
    checkable !== undefined && fits.has(reply) && checkable.value === reply.body && fits.get(reply) === checkable.type;
  const inBody =
    checkable && !checkable.isEach && !isHeld
      ? operation.validateResponse(status, checkable.value, checkable.type)
      : NONE;
  // Calls have no header fields of the document.
  const inHead = answer && codec.reads === 'body' ? headFindings(reply, answer, operation, served.api) : NONE;
  const findings = inHead.length > 0 ? [...inHead, ...inBody] : inBody;
  const isEnforced = served.outputCheck === 'enforce' && reply.source !== 'fault';
  if (findings.length > 0 && isEnforced) {
    throw breach(`${operation.id} returned an invalid response`, findings, WAY_OUT);
  }
  if (!checkable?.isEach || !isEnforced) return { reply, findings };
  const { value, type } = checkable;
  const stream = heldItems(
    value as AsyncIterable<unknown>,
    (item) => operation.validateResponse(status, item, type),
    operation,
  );
  return {
    reply: new HandlerResponse(status, stream, reply.headers, reply.source, undefined, reply.delivery),
    findings,
  };
}

const fits = new WeakMap<HandlerResponse, BodyMediaType | undefined>();

/** Marks a response as validated in this media type. */
export function fitting(reply: HandlerResponse, type: BodyMediaType): HandlerResponse {
  fits.set(reply, type);
  return reply;
}

/** The items of a stream, up to the first one that the document does not allow. Bytes are passed on as they are. */
async function* heldItems(
  items: AsyncIterable<unknown>,
  check: (item: unknown) => readonly Finding[],
  { id }: Operation,
): AsyncGenerator<unknown> {
  let number = 0;
  for await (const item of items) {
    number += 1;
    const findings = item instanceof Uint8Array ? NONE : check(item);
    if (findings.length > 0) {
      throw breach(`${id} returned an invalid item ${number} in its stream`, findings, WAY_OUT);
    }
    yield item;
  }
}

const WAY_OUT = 'fix the handler or the document, or use --output-check report';

/** The error for an invalid response. @param wayOut - advice */
export function breach(headline: string, findings: readonly Finding[], wayOut: string): ApiError {
  const message = `${headline}: ${findings.map(describeFinding).join('; ')} (${wayOut})`;
  return new ApiError('internal', message, { findings });
}

const NONE: readonly Finding[] = [];

/** The violations of headers, including those of all responses. */
function headFindings(
  reply: HandlerResponse,
  { headers: declared, mediaTypes }: OperationResponse,
  operation: Operation,
  { responseHeaders }: AnyApi,
): readonly Finding[] {
  const { status, body } = reply;
  const { 'content-type': type } = reply.headers as Fields;
  const inType = type === undefined ? NONE : typeFindings(String(type), mediaTypes);
  if (declared.length === 0) return inType;
  const found = operation.validateHeaders(status, { ...responseHeaders, ...fieldsOf(reply) });
  // It is made of the body.
  const isMade = isNamed(operation, status) && !isStream(body);
  return [...found.filter(({ params }) => !(isMade && params.missingProperty === 'etag')), ...inType];
}

function typeFindings(type: string, mediaTypes: OperationResponse['mediaTypes']): readonly Finding[] {
  const sent = parseMediaType(type);
  const types = mediaTypes.map((one) => one.type);
  if (sent && matchMediaTypes(types, sent).length > 0) return NONE;
  const allowed = types.length > 0 ? `expected ${types.join(', ')}` : 'this response has no body';
  const message = `has media type ${type}; ${allowed}`;
  return [{ part: 'response', pointer: '', keyword: 'content', params: { type }, message }];
}
