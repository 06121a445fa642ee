// Rejects invalid requests and responses in the enforcing mode.

import { createStatusError } from '../../server/http/reject-invalid-http.ts';
import type { ServedApi } from '../../server/pipeline/api/load-api.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { createErrorResponse } from '../../server/pipeline/errors/create-error-response.ts';
import { invalidInput } from '../../server/pipeline/errors/describe-error.ts';
import { findRoute } from '../../server/pipeline/find-route.ts';
import type { WireBody, WireRequest, WireResponse } from '../../server/pipeline/wire.ts';
import { writeResponse } from '../../server/pipeline/write-response.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import type { ExchangeChecker } from './exchange-checker.ts';

export interface Enforcement {
  /** The error response for an invalid request; undefined if it is valid. */
  rejectRequest(passed: CapturedExchange): Promise<WireResponse<WireBody> | undefined>;
  /** The replacement of an invalid response; undefined if it is valid. */
  replaceResponse(passed: CapturedExchange): Promise<WireResponse<WireBody> | undefined>;
}

export function createEnforcement(
  served: ServedApi,
  checker: ExchangeChecker,
  onError: (thrown: unknown) => void,
): Enforcement {
  const writeError = async (wire: WireRequest, failure: ApiError) => {
    const route = findRoute(wire, [served]);
    const { response } = await createErrorResponse('error' in route ? route.error : failure, route, onError);
    return writeResponse(response, route);
  };
  return {
    async rejectRequest(passed) {
      const { wire, findings, allowed } = await checker.validateRequest(passed);
      const [first, ...others] = findings;
      return first
        ? writeError(wire, allowed ? new ApiError('unimplemented', first.message) : invalidInput([first, ...others]))
        : undefined;
    },
    async replaceResponse(passed) {
      const { results } = await checker.check(passed);
      const found = results.flatMap(({ check, findings }) =>
        findings.filter(({ severity }) => severity === 'error').map(({ message }) => `${check}: ${message}`),
      );
      return found.length > 0 ? createStatusError(502, `invalid response: ${found.join('; ')}`, 'internal') : undefined;
    },
  };
}
