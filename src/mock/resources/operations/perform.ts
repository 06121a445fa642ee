// The common type of operation implementations.

import type { HandlerResponse } from '../../../server/pipeline/handler-response.ts';
import type { ResourceCall } from '../resource-call.ts';

/**
 * Performs an operation on a resource.
 *
 * @returns undefined if the declared response cannot be built from the items
 * @throws ApiError with the status that the document declares
 */
export type Perform = (call: ResourceCall) => HandlerResponse | undefined | Promise<HandlerResponse | undefined>;
