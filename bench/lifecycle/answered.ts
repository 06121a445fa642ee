// Asking an operation, and what it answered.

import type { Operation } from '../../src/openapi/document.ts';
import type { Told } from './judge.ts';

/** An answer, and what it took to make it. */
export interface Answered extends Told {
  readonly source: string;
}

/** Asks an operation. */
export type Ask = (
  operation: Operation,
  values: Readonly<Record<string, string>>,
  key: string,
  adapt?: (body: unknown) => unknown,
) => Promise<Answered>;
