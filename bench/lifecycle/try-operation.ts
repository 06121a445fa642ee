// Sends a request to an operation, and returns its response.

import type { Operation } from '../../src/openapi/document.ts';
import type { ReceivedResponse } from './judge.ts';

/** A response and its source. */
export interface SourcedResponse extends ReceivedResponse {
  readonly source: string;
}

/** Sends a request to an operation. */
export type SendRequest = (
  operation: Operation,
  values: Readonly<Record<string, string>>,
  key: string,
  adapt?: (body: unknown) => unknown,
) => Promise<SourcedResponse>;
