// The baseline request of an operation, from which its cases are generated.

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
  /** Maximum number of boundary requests. */
  readonly most: number;
}
