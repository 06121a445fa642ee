// Error codes of fault plans: as HTTP errors and as gRPC errors.

import type { FaultStep } from '../../client/client.ts';

type Code = NonNullable<FaultStep['code']>;

/** HTTP errors by their codes, the most used first. */
export const HTTP_ERRORS: readonly (readonly [code: Code, label: string])[] = [
  ['unavailable', 'HTTP 503 Service Unavailable'],
  ['internal', 'HTTP 500 Internal Server Error'],
  ['resource_exhausted', 'HTTP 429 Too Many Requests'],
  ['deadline_exceeded', 'HTTP 504 Gateway Timeout'],
  ['invalid_argument', 'HTTP 400 Bad Request'],
  ['unauthenticated', 'HTTP 401 Unauthorized'],
  ['permission_denied', 'HTTP 403 Forbidden'],
  ['not_found', 'HTTP 404 Not Found'],
  ['already_exists', 'HTTP 409 Conflict'],
  ['unimplemented', 'HTTP 501 Not Implemented'],
];

/** The codes of gRPC in the order of their numbers, without OK. */
const GRPC_CODES: readonly Code[] = [
  'cancelled',
  'unknown',
  'invalid_argument',
  'deadline_exceeded',
  'not_found',
  'already_exists',
  'permission_denied',
  'resource_exhausted',
  'failed_precondition',
  'aborted',
  'out_of_range',
  'unimplemented',
  'internal',
  'unavailable',
  'data_loss',
  'unauthenticated',
];

export const GRPC_ERRORS: readonly (readonly [code: Code, label: string])[] = GRPC_CODES.map((code, index) => [
  code,
  `${code.toUpperCase()} (${index + 1})`,
]);

/** The HTTP error of a code, else its name in gRPC. */
export function errorLabel(code: Code): string {
  return HTTP_ERRORS.find(([one]) => one === code)?.[1] ?? code.toUpperCase();
}
