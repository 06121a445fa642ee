// What all deeds have in common.

import type { HandlerResponse } from '../../../server/pipeline/reply.ts';
import type { ResourceCall } from '../resource-call.ts';

/**
 * Does what an operation is there for.
 *
 * @returns undefined when the document describes an answer that cannot be made of the items
 * @throws ApiError as the document would have it refused
 */
export type Perform = (call: ResourceCall) => HandlerResponse | undefined | Promise<HandlerResponse | undefined>;
