// The error of a body that cannot be read.

import { ApiError } from '../pipeline/errors/api-error.ts';

/**
 * @param message - what is wrong with the body, for its author
 * @param advice - what to do. Default: the message
 */
export function bodyError(message: string, advice = message): ApiError {
  return new ApiError('invalid_argument', message, { advice });
}
