// Error responses in the default format.

import { describeFinding, type Finding } from '../../../openapi/finding.ts';
import { formatBytes } from '../../../schema/format-bytes.ts';
import { ApiError } from './failure.ts';

/** Returns the error `invalid_argument` with all findings in its message. */
export function invalidInput(findings: readonly [Finding, ...Finding[]]): ApiError {
  return new ApiError('invalid_argument', findings.map(describeFinding).join('; '), { findings });
}

/** `resource_exhausted` (413). @param limit - longest body that is read, in bytes @param when - how long it is then, such as ` after decompression` */
export function bodyTooLong(limit: number, when = ''): ApiError {
  const message = `body exceeds ${formatBytes(limit)}${when}`;
  return new ApiError('resource_exhausted', message, {
    status: 413,
    advice: `${message}; raise the limit with --body-limit`,
  });
}

/**
 * Returns an error as `google.rpc.Status` in JSON. Findings become one `google.rpc.BadRequest` detail, with part and
 * JSON Pointer as its `field` (google/rpc/error_details.proto).
 */
export function describeError(failure: ApiError): { code: number; message: string; details: object[] } {
  return {
    code: failure.number,
    message: failure.advice,
    details: [...fieldViolations(failure.findings), ...failure.details],
  };
}

/** Returns the findings in a request as a detail of `google.rpc.Status`; none without findings. */
export function fieldViolations(findings: readonly Finding[]): object[] {
  const ofRequest = findings.filter(({ part }) => part !== 'response');
  if (ofRequest.length === 0) return [];
  const violations = ofRequest.map(({ part, pointer, message }) => ({
    field: `${part}${pointer}`,
    description: message,
  }));
  return [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }];
}
