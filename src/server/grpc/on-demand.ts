// Answers that need what is loaded by the first request for them.

import { ApiError } from '../pipeline/errors/failure.ts';
import type { WireBody, WireRequest, WireResponse } from '../pipeline/wire.ts';
import { refusal } from './refusal.ts';

type Answer = (request: WireRequest) => Promise<WireResponse<WireBody>>;

/**
 * Loads what answers when it is first needed. If that fails, the request is refused and the next one tries again; what is thrown later is a refusal
 * as well.
 *
 * @param onError - told of what was thrown, unless it is a ApiError: that is the client's
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
      return refusal(request, ApiError.from(thrown));
    }
  };
}
