// What was planned to go wrong. What makes it is loaded when something first is: most stand-ins never need it.

import type { Responder } from '../responder.ts';

/** A request can bring its own fault along in this header field. */
export const FAULT = 'x-understudy-fault';

/** @param load - gives who lets it go wrong */
export function plannedFault(load: () => Promise<Responder>): Responder {
  return (request, next) => {
    const { api, faults, headers } = request;
    // What steers the stand-in goes on: nothing could be mended otherwise.
    if (api.recorded === false || (faults.isEmpty && headers[FAULT] === undefined)) return undefined;
    return load().then((responder) => responder(request, next));
  };
}
