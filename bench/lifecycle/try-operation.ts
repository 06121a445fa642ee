// Sends a request to an operation, and returns its response.

import type { Operation } from '../../src/openapi/document.ts';
import type { Told } from './judge.ts';

/** A response and its cost. */
export interface Answered extends Told {
  readonly source: string;
}

/** Sends a request to an operation. */
export type SendOptions = (
  operation: Operation,
  values: Readonly<Record<string, string>>,
  key: string,
  adapt?: (body: unknown) => unknown,
) => Promise<Answered>;
