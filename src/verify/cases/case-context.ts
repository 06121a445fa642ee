// The starting request of an operation, from which its cases are generated.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Callers } from '../callers.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import type { VariationContext } from '../requests/variation-context.ts';
import type { ReceivedResponse } from '../target.ts';
import type { UniqueValues } from './unique-values.ts';

/** An accepted request, with the tools for variations. */
export interface CaseContext {
  readonly operation: Operation;
  readonly input: RequestInput;
  /** Its response. */
  readonly response: ReceivedResponse;
  readonly credentials: CredentialsByScheme;
  readonly callers: Callers;
  readonly variationContext: VariationContext;
  readonly resources: Pick<Resources, 'action'>;
  /** Unique values of its requests. */
  readonly uniqueValues: UniqueValues;
  /** Maximum number of boundary requests. */
  readonly maxBoundaryRequests: number;
}
