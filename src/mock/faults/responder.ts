// Injects faults: the first of all responders.

import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import type { InjectedFault } from '../../server/pipeline/faults/fault-plans.ts';
import { HandlerResponse } from '../../server/pipeline/handler-response.ts';
import type { OperationRequest, Responder } from '../../server/pipeline/responder.ts';
import { FAULT_HEADER } from '../../server/pipeline/responders/fault-handler-responders.ts';
import { pause } from '../../server/pipeline/scheduling/pause.ts';
import { pathOf } from '../../server/pipeline/wire.ts';
import type { Samples } from '../samples/samples.ts';
import { breakResponse } from './break-response.ts';
import { millisecondsIn } from './duration.ts';
import { faultResponse } from './fault-response.ts';
import { patchedResponse } from './patched-response.ts';
import { readStep } from './plan-text.ts';

/** Maximum number of waiting requests. Each keeps its connection, and its request in memory. */
const MOST_WAITING = 1000;

/** @param samples - the tools for responses, loaded on first use */
export function createFaults(samples: () => Promise<Samples>): Responder {
  let waiting = 0;
  const delay = async (milliseconds: number, request: OperationRequest) => {
    const { signal } = request.deadline;
    if (waiting >= MOST_WAITING)
      return request.warn(`not delayed: ${MOST_WAITING} delayed requests are waiting already`);
    waiting += 1;
    try {
      await pause(milliseconds, signal);
    } finally {
      waiting -= 1;
    }
    if (signal.aborted) throw new ApiError('cancelled', 'the client closed the connection');
  };

  return async (request, next) => {
    const met = await faultOf(request);
    if (!met) return undefined;
    const { step, random } = met;
    request.recordFault(met.id ?? FAULT_HEADER);
    request.warn(`injected fault ${met.id ?? `of header ${FAULT_HEADER}`}`);
    if (step.delay !== undefined) await delay(millisecondsIn(step.delay, random), request);
    const { bytesPerSecond, cutAfter, connection } = step;
    const delivery = { bytesPerSecond, cutAfter, connection };
    try {
      const respond = async () =>
        step.patch === undefined
          ? ((await faultResponse(met, request, samples)) ?? next())
          : patchedResponse(met, request, next, samples);
      const reply = await (step.broken ? breakResponse(respond, request) : respond());
      const { status, body, headers, source, error: failure } = reply;
      return new HandlerResponse(status, body, headers, source, failure, delivery);
    } catch (thrown) {
      // Errors are delayed and broken like other responses.
      throw ApiError.from(thrown).withTransferFault(delivery);
    }
  };
}

/** The fault of a request: of its header, else of a plan. @throws ApiError `invalid_argument` for an invalid header */
function faultOf(request: OperationRequest): InjectedFault | undefined | Promise<InjectedFault | undefined> {
  const { api, operation, faults, headers, caller, parts } = request;
  const written = headers[FAULT_HEADER];
  if (written !== undefined) return { id: undefined, step: readStep(written), random: faults.random };
  if (faults.isEmpty) return undefined;
  let preferred: string | undefined;
  const path = () => {
    preferred ??= decodedPath(new URL(request.url()).pathname.slice(request.base.length));
    return preferred;
  };
  return faults.matchShared({ api: api.name, operation, path, caller, body: parts.body, headers });
}

function decodedPath(path: string): string {
  try {
    return pathOf(decodeURI(path));
  } catch {
    return path;
  }
}
