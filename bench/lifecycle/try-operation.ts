// Sends a request to an operation, and returns its response.

import type { Operation } from '../../src/openapi/document.ts';
import type { ResponseSource } from '../../src/server/pipeline/handler-response.ts';
import type { ReceivedResponse } from './judge.ts';

/** A response and its source. */
export interface SourcedResponse extends ReceivedResponse {
  readonly source: ResponseSource;
}

/** Sends a request to an operation. */
export type SendRequest = (
  operation: Operation,
  values: Readonly<Record<string, string>>,
  key: string,
  adapt?: (body: unknown) => unknown,
) => Promise<SourcedResponse>;
