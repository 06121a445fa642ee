// Responds with injected faults. The code is loaded with the first fault.

import type { Responder } from '../responder.ts';

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
