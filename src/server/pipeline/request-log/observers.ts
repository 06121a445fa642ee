// Observers of responses, for metrics and log lines; independent of request logs.

import type { ErrorCode } from '../errors/api-error.ts';
import type { ResponseSource } from '../handler-response.ts';
import type { Redactor } from '../security/credential-forms.ts';
import type { WireRequest } from '../wire.ts';

/** One response. */
export interface CompletedRequest {
  readonly request: Pick<WireRequest, 'method' | 'client'>;
  /** The target without secrets: credentials of the request, parameters with a secret name, and known shapes. */
  readonly target: () => string;
  readonly status: number;
  /** From the complete request to the start of the response, in milliseconds. */
  readonly duration: number;
  /** Its sandbox. */
  readonly sandbox?: string;
  /** The name of its API. Default: none, as for pages. */
  readonly api?: string;
  /** Its operationId. Default: none. */
  readonly operation?: string | undefined;
  /** The source of the response. */
  readonly source?: ResponseSource | undefined;
  /** The code of an error response. */
  readonly code?: ErrorCode | undefined;
  /** The reason of an error response, redacted, also of tokens that its sandbox knows. */
  readonly reason?: () => string | undefined;
  /** Violations of a request that was processed all the same, redacted. */
  readonly violations?: () => string | undefined;
  /** Notices about a request that was processed, redacted. */
  readonly warnings?: () => string | undefined;
  /** Leaves the same secrets out of another text about the request. */
  readonly redact: Redactor;
}

/** Receives an unexpected error: a bug in a handler or here. @param plain - redacts the credentials of the request */
export type OnUnexpectedError = (thrown: unknown, redact?: Redactor) => void;

/** Observers of each request. Without any, a request costs only the check for that. */
export class Observers {
  readonly #all = new Set<(response: CompletedRequest) => void>();

  get hasAny(): boolean {
    return this.#all.size > 0;
  }

  add(observer: (response: CompletedRequest) => void): void {
    this.#all.add(observer);
  }

  notify(response: CompletedRequest): void {
    for (const observer of this.#all) observer(response);
  }
}
