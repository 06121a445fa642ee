// The handler that the api has for an operation.

import { HandlerCall } from '../call.ts';
import { Reply } from '../reply.ts';
import type { Responder } from '../responder.ts';

/** An output without a status is that of a success. */
export const handler: Responder = async (request, next) => {
  const { api, operation } = request;
  const { handlers } = api;
  const handle = handlers && Object.hasOwn(handlers, operation.id) ? handlers[operation.id] : undefined;
  if (!handle) return undefined;
  const output: unknown = await handle(new HandlerCall(request, next));
  return output instanceof Reply ? output : new Reply(operation.successStatus, output, {});
};
