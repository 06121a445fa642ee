// Error responses in the default format.

import { describeFinding, type Finding } from '../../../openapi/finding.ts';
import { ApiError } from './api-error.ts';

/** Returns the error `invalid_argument` with all findings in its message. */
export function invalidInput(findings: readonly [Finding, ...Finding[]]): ApiError {
  return new ApiError('invalid_argument', findings.map(describeFinding).join('; '), { findings });
}

/**
 * Returns the error `resource_exhausted` (413).
 *
 * @param limit - in bytes
 * @param suffix - a condition, such as ` after decompression`
 */
export function bodyTooLong(limit: number, suffix = ''): ApiError {
  const message = `body exceeds ${formatBytes(limit)}${suffix}`;
  return new ApiError('resource_exhausted', message, {
    status: 413,
    advice: `${message}; raise the limit with --body-limit`,
  });
}

/**
 * Returns an error as `google.rpc.Status` in JSON. Findings become one `google.rpc.BadRequest` detail, with part and
 * JSON Pointer as its `field` (google/rpc/error_details.proto).
 */
export function describeError(error: ApiError): { code: number; message: string; details: object[] } {
  return {
    code: error.number,
    message: error.advice,
    details: [...fieldViolations(error.findings), ...error.details],
  };
}

/** Returns the findings in a request as a detail of `google.rpc.Status`; none without findings. */
export function fieldViolations(findings: readonly Finding[]): object[] {
  const requestFindings = findings.filter(({ part }) => part !== 'response');
  if (requestFindings.length === 0) return [];
  const violations = requestFindings.map(({ part, pointer, message }) => ({
    field: `${part}${pointer}`,
    description: message,
  }));
  return [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: violations }];
}

const UNITS = [
  ['MiB', 1024 * 1024],
  ['KiB', 1024],
] as const;

/** Bytes in the largest unit that divides them: 4194304 is `4 MiB`. */
function formatBytes(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes >= size && bytes % size === 0);
  return unit ? `${bytes / unit[1]} ${unit[0]}` : `${bytes} bytes`;
}
