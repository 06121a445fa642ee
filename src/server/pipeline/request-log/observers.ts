// What was answered, for those who count requests or write them down. Of the journal of a sandbox it is independent.

import type { ErrorCode } from '../errors/failure.ts';
import type { Source } from '../reply.ts';
import type { Plain } from '../security/credential-forms.ts';
import type { WireRequest } from '../wire.ts';

/** One request that was answered. */
export interface Answered {
  readonly request: Pick<WireRequest, 'method' | 'client'>;
  /** The target without secrets: credentials of the request, parameters with the name of one, and what has the shape of one. */
  readonly target: () => string;
  readonly status: number;
  /** From when all of the request was there until the answer began, in milliseconds. */
  readonly duration: number;
  /** The sandbox that it took place in. */
  readonly sandbox?: string;
  /** The api that it was asked of, by its name. Default: none was, as by those who look at a page. */
  readonly api?: string;
  /** The id of the operation. Default: it meant none. */
  readonly operation?: string | undefined;
  /** Who made the answer. */
  readonly source?: Source | undefined;
  /** The code of the failure that was answered, if it was one. */
  readonly code?: ErrorCode | undefined;
  /** Why it was refused, without the same secrets and the tokens that its sandbox knows. */
  readonly reason?: () => string | undefined;
  /** What the document does not allow of it, where it was processed all the same; without the same secrets. */
  readonly violations?: () => string | undefined;
  /** Leaves the same secrets out of another text about the request. */
  readonly plain: Plain;
}

/** Called with a mistake of a handler or of ours. `plain` leaves the credentials of its request out of a text about it. */
export type OnMistake = (thrown: unknown, plain?: Plain) => void;

/** Those who are told of each request. While there are none, a request costs no more for them than to see that. */
export class Observers {
  readonly #all = new Set<(answered: Answered) => void>();

  get areThere(): boolean {
    return this.#all.size > 0;
  }

  add(observer: (answered: Answered) => void): void {
    this.#all.add(observer);
  }

  tell(answered: Answered): void {
    for (const observer of this.#all) observer(answered);
  }
}
