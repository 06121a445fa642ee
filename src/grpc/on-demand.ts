// A handler that is loaded by the first request for it.

import { Failure } from '../engine/failure.ts';
import { refuse } from './refuse.ts';
import type { NodeHandler } from './served.ts';

/**
 * Loads a handler when it is first needed. If that fails, the request is refused and the next one tries again; if the handler throws, the
 * request is refused as well.
 *
 * @param onError - told of what was thrown, unless it is a Failure: that is the client's
 */
export function onDemand(load: () => Promise<NodeHandler>, onError: (thrown: unknown) => void): NodeHandler {
  let loading: Promise<NodeHandler> | undefined;
  return async (request, response) => {
    // Who leaves while it is loading is not missed later: the handler would never learn of it.
    let hasLeft = false;
    response.once('close', () => {
      hasLeft = true;
    });
    try {
      loading ??= load().catch((thrown) => {
        loading = undefined;
        throw thrown;
      });
      const handle = await loading;
      if (!hasLeft) handle(request, response);
    } catch (thrown) {
      if (!(thrown instanceof Failure)) onError(thrown);
      refuse(request, response, Failure.from(thrown));
    }
  };
}
