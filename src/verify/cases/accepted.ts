// The accepted request that the cases of an operation are made from.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Credentials } from '../credentials.ts';
import type { Said } from '../requests/call.ts';
import type { Varying } from '../requests/varying.ts';
import type { Answer } from '../target.ts';

/** An accepted request, with the tools for variations. */
export interface Beginning {
  readonly operation: Operation;
  readonly said: Said;
  /** Its response. */
  readonly answer: Answer;
  readonly credentials: Credentials;
  readonly varying: Varying;
  readonly resources: Pick<Resources, 'action'>;
  /** The most requests of the boundaries. */
  readonly most: number;
}
