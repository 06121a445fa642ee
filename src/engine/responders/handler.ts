// The handler that the api has for an operation.

import { andThen } from '../and-then.ts';
import { HandlerCall } from '../call.ts';
import { HandlerResponse } from '../reply.ts';
import type { Responder } from '../responder.ts';

/** An output without a status is that of a success. */
export const handler: Responder = (request, next) => {
  const { api, operation } = request;
  const { handlers } = api;
  const handle = handlers && Object.hasOwn(handlers, operation.id) ? handlers[operation.id] : undefined;
  if (!handle) return undefined;
  return andThen(settled(handle(new HandlerCall(request, next))), (output) =>
    output instanceof HandlerResponse ? output : new HandlerResponse(operation.successStatus, output, {}),
  );
};

/** Some libraries have promises of their own. */
function settled(output: unknown): unknown {
  const isThenable = typeof (output as PromiseLike<unknown> | null | undefined)?.then === 'function';
  return isThenable ? Promise.resolve(output) : output;
}
