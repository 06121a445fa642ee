// Callbacks: requests that an operation sends after its response.

import { type ExchangeValues, evaluateTemplate } from '../../../openapi/runtime-expression.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { pointerSegments, valueAtPointer } from '../../../schema/json-pointer.ts';
import type { Result } from '../../../schema/result.ts';
import type { BodyTools } from '../../../server/pipeline/body-tools.ts';
import type { HandlerResponse, ResponseHeaders } from '../../../server/pipeline/handler-response.ts';
import { createExpressionContext } from '../../../server/pipeline/request-log/expression-context.ts';
import type { ExchangeRecord } from '../../../server/pipeline/request-log/recorded-exchange.ts';
import type { OperationRequest, Responder } from '../../../server/pipeline/responder.ts';
import { readTraceContext } from '../../../server/pipeline/trace-context.ts';
import type { ResponseSourceTools } from '../generate-response.ts';
import { callbacksOf, type DescribedRequest } from './described-request.ts';
import { createMessage, type OutgoingMessage, SENT_BY_US } from './message.ts';
import type { DeliveryResult, Outbox } from './outbox.ts';

export interface CallbackSettings {
  readonly outbox: Outbox;
  readonly bodies: BodyTools;
  /** The tools for a body. */
  sourceOf(request: OperationRequest): Promise<ResponseSourceTools>;
  /** Receives unexpected errors. */
  onError(thrown: unknown): void;
}

/** Delay of callbacks after the response, in milliseconds: the client should receive that first. */
const AFTERWARDS = 20;

/** Sends the callbacks of an operation after a successful response. */
export function createCallbacks({ outbox, bodies, sourceOf, onError }: CallbackSettings): Responder {
  return async (request, next) => {
    const { api, operation } = request;
    const callbacks = api.infer ? callbacksOf(operation) : [];
    if (callbacks.length === 0 || isOurs(request)) return undefined;
    const reply = await next();
    if (reply.status < 200 || reply.status > 299) return reply;
    const exchanged = exchangedBy(request, reply);
    for (const callback of callbacks) {
      const { text: url, missing } = evaluateTemplate(callback.address, exchanged);
      if (url === undefined) {
        request.warn(`callback ${callback.name} was not sent: ${missing} has no value`);
        continue;
      }
      const order = { described: callback, title: `callback ${callback.name}`, url };
      sendAfterwards(request, { ...order, name: `${operation.id} ${callback.name}` }, { outbox, onError }, async () => {
        const source = await sourceOf(request);
        return createMessage(callback, url, {
          ...source,
          bodies,
          trace: request.trace,
          references: operation.references,
          draw: source.draw.fork(`callback ${callback.name} ${callback.method}`),
          given: givenBy(reply.body, request.parts.body),
        });
      });
    }
    return reply;
  };
}

/** A message of an operation. */
interface OperationMessage {
  readonly described: DescribedRequest;
  /** For reports, such as `callback paid`. */
  readonly title: string;
  /** For the request log. */
  readonly name: string;
  readonly url: string;
}

/** Sends a message after the response, unless that is an error, and records it. A URL that is not allowed is a warning. */
export function sendAfterwards(
  request: OperationRequest,
  { described, title, name, url }: OperationMessage,
  { outbox, onError }: Pick<CallbackSettings, 'outbox' | 'onError'>,
  make: () => Promise<Result<OutgoingMessage>>,
): void {
  const rejected = outbox.rejection(url, request.isLocal());
  if (rejected !== undefined) {
    request.warn(`${title} was not sent: ${rejected}`);
    return;
  }
  const send = async () => {
    const made = await make();
    if (!made.ok) return onError(new Error(`${title} of ${request.operation.id} cannot be generated: ${made.reason}`));
    const delivery = await outbox.send(made.value);
    request.record(outgoingRecord(name, described, made.value, delivery, request.now));
  };
  request.onSuccess(() => void setTimeout(() => send().catch(onError), AFTERWARDS).unref());
}

/**
 * Whether a request is a callback itself, which would loop, or comes from a cross-site page, which must not reach
 * other servers through us.
 */
export function isOurs(request: OperationRequest): boolean {
  if (request.headers[SENT_BY_US] !== undefined) return true;
  const from = request.crossSiteOrigin();
  if (from !== undefined) request.warn(`callbacks are not sent for requests from pages of ${from}`);
  return from !== undefined;
}

function exchangedBy(request: OperationRequest, reply: HandlerResponse): ExchangeValues {
  const { operation, parts, headers } = request;
  const response = { statusCode: reply.status, headers: { ...(reply.headers as ResponseHeaders) }, body: reply.body };
  return createExpressionContext({ url: request.url(), method: operation.method, parts, headers, response });
}

/** The value of the response, else of the request, with the same name. */
function givenBy(response: unknown, request: unknown): (pointer: string) => unknown {
  const bodies = [response, isRecord(response) && isRecord(response.data) ? response.data : undefined, request];
  return (pointer) => {
    const steps = pointerSegments(pointer);
    if (steps.length === 0 || steps.length > 2) return undefined;
    const at = `/${pointer.split('/').at(-1)}`;
    const found = bodies.map((body) => valueAtPointer(body, pointer) ?? valueAtPointer(body, at));
    return found.find((value) => value !== undefined && (steps.length === 1 || typeof value !== 'object'));
  };
}

/** A sent request as an exchange. Without a response, its status is 0. */
export function outgoingRecord(
  operation: string,
  { name }: DescribedRequest,
  { method, url, headers, body = '' }: OutgoingMessage,
  { status = 0, problem, tries, traceHeaders = {}, ...delivery }: DeliveryResult,
  at: Date,
): ExchangeRecord {
  return {
    at,
    operation,
    traceId: readTraceContext(traceHeaders)?.traceId,
    request: { method, target: url, headers: { ...headers, ...traceHeaders }, body: Buffer.from(body) },
    response: { status, body: 'body' in delivery ? delivery.body : '' },
    reason: problem === undefined ? undefined : `${name} was not delivered: ${problem}`,
    findings: [],
    warnings: tries > 1 ? [`${tries} attempts`] : [],
  };
}
