// Maps ids of a recording to those of a server, learned from responses.

import { createReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import type { TestExchange } from '../cases/test-case.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { type ComparedResponse, compareServerResponses } from './compare-responses.ts';
import { IdPairing } from './id-pairing.ts';
import { SentValues } from './sent-values.ts';
import { translateRequest } from './translate-request.ts';

export class ServerIds {
  readonly #pairing = new IdPairing();
  readonly #referredTo: ReturnType<typeof createReferenceResolver>;

  constructor(resources: Resources) {
    this.#referredTo = createReferenceResolver(resources);
  }

  /** A recorded request in the words of the server. */
  translate(request: SerializedRequest, operation: Operation, action: ResourceAction | undefined): SerializedRequest {
    return translateRequest(request, operation, '', {
      pairing: this.#pairing,
      resolveReference: this.#referredTo,
      action,
    });
  }

  /** Learns from the response that replaces a recorded one. */
  learn(action: ResourceAction | undefined, recorded: ComparedResponse, exchange: TestExchange): void {
    const { operation, response, decoded } = exchange;
    const comparing = {
      references: operation.references,
      pairing: this.#pairing,
      resolveReference: this.#referredTo,
      sentValues: new SentValues(),
      isSorted: false,
      hasOtherData: true,
      comparesErrorTexts: false,
      isMock: false,
      origins: ['', ''],
    } as const;
    // Ids are learned during the comparison; the differences are ignored.
    Array.from(compareServerResponses(operation, action, recorded, { ...response, decoded }, comparing));
  }
}
