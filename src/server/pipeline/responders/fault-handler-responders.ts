// Responds with injected faults, and with handlers.

import { HandlerCall, type HandlerTools } from '../handler-call.ts';
import { HandlerResponse } from '../handler-response.ts';
import type { OperationRequest, Responder } from '../responder.ts';
import { andThen } from '../scheduling/and-then.ts';

/** An output without a status becomes the successful response. */
export function createHandlerResponder(tools: HandlerTools): Responder {
  return (request, next) => {
    const { api, operation } = request;
    const { handlers } = api;
    const handle = handlers && Object.hasOwn(handlers, operation.id) ? handlers[operation.id] : undefined;
    if (!handle) return undefined;
    const call = new HandlerCall(request, next, tools);
    return andThen(
      runHandler(() => handle(call), request),
      (output) =>
        output instanceof HandlerResponse ? output : new HandlerResponse(operation.successStatus, output, {}),
    );
  };
}

/** Runs a handler. If it throws, its changes by `items` and `next` are undone. */
function runHandler(handle: () => unknown, request: OperationRequest): unknown {
  const undo = async (thrown: unknown) => {
    await request.undoChanges();
    throw thrown;
  };
  try {
    const output = handle();
    return isThenable(output) ? Promise.resolve(output).catch(undo) : output;
  } catch (thrown) {
    return undo(thrown);
  }
}

/** Some libraries have their own promises. */
function isThenable(output: unknown): output is PromiseLike<unknown> {
  return typeof (output as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/** The header in which a request can bring its own fault. */
export const FAULT_HEADER = 'x-understudy-fault';

/** @param load - loads the responder */
export function createFaultResponder(load: () => Promise<Responder>): Responder {
  return (request, next) => {
    const { api, faults, headers } = request;
    // The control API is exempt: otherwise faults could not be removed.
    if (api.recorded === false || (faults.isEmpty && headers[FAULT_HEADER] === undefined)) return undefined;
    return load().then((responder) => responder(request, next));
  };
}
