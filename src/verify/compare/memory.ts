// Maps ids of a recording to those of a server, learned from responses.

import { createReferredTo } from '../../mock/resources/referred-to.ts';
import type { Resources, Role } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Exchange } from '../cases/trial.ts';
import type { Call } from '../requests/call.ts';
import { differencesOf, type ReceivedAnswer } from './answers.ts';
import { Pairing } from './pairing.ts';
import { Sent } from './sent.ts';
import { translated } from './translate.ts';

export class Memory {
  readonly #pairing = new Pairing();
  readonly #referredTo: ReturnType<typeof createReferredTo>;

  constructor(resources: Resources) {
    this.#referredTo = createReferredTo(resources);
  }

  /** A recorded request in the words of the server. */
  here(call: Call, operation: Operation, role: Role | undefined): Call {
    return translated(call, operation, '', { pairing: this.#pairing, referredTo: this.#referredTo, role });
  }

  /** Learns from the response that replaces a recorded one. */
  learn(role: Role | undefined, recorded: ReceivedAnswer, exchange: Exchange): void {
    const { operation, answer, read } = exchange;
    const comparing = {
      references: operation.references,
      pairing: this.#pairing,
      referredTo: this.#referredTo,
      sent: new Sent(),
      isSorted: false,
      otherData: true,
      origins: ['', ''],
    } as const;
    // Ids are learned during the comparison; the differences are ignored.
    Array.from(differencesOf(operation, role, recorded, { ...answer, read }, comparing));
  }
}
