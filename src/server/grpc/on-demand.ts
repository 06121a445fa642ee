// Loads responders with their first request.

import { ApiError } from '../pipeline/errors/api-error.ts';
import type { WireBody, WireRequest, WireResponse } from '../pipeline/wire.ts';
import { errorResponse } from './error-response.ts';

type Answer = (request: WireRequest) => Promise<WireResponse<WireBody>>;

/**
 * Loads a responder on first use. If that fails, the request is rejected and the next one tries again; later errors
 * become error responses as well.
 *
 * @param onError - receives unexpected errors
 */
export function onDemand(load: () => Promise<Answer>, onError: (thrown: unknown) => void): Answer {
  let loading: Promise<Answer> | undefined;
  return async (request) => {
    try {
      loading ??= load().catch((thrown) => {
        loading = undefined;
        throw thrown;
      });
      const answer = await loading;
      return await answer(request);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) onError(thrown);
      return errorResponse(request, ApiError.from(thrown));
    }
  };
}
