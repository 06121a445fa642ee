// What the trials of an operation are made from, once a request to it was accepted.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Credentials } from '../credentials.ts';
import type { Said } from '../requests/call.ts';
import type { Varying } from '../requests/varying.ts';
import type { Answer } from '../target.ts';

/** A request that was accepted, and what others are made with. */
export interface Beginning {
  readonly operation: Operation;
  readonly said: Said;
  /** What it was answered. */
  readonly answer: Answer;
  readonly credentials: Credentials;
  readonly varying: Varying;
  readonly resources: Pick<Resources, 'role'>;
  /** The most requests of the boundaries. */
  readonly most: number;
}
