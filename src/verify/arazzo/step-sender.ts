// Sends the requests of steps to the servers of their sources.

import type { TestExchange } from '../cases/test-case.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import { mergeHeaders } from '../requests/request-headers.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { decodeResponseBody } from '../responses/decode-response-body.ts';
import { NO_RESPONSE } from '../session.ts';
import type { Target } from '../target.ts';
import type { StepOperation } from './arazzo-document.ts';

/** The server of a source. */
export interface SourceServer {
  readonly target: Target;
  readonly credentials: CredentialsByScheme;
}

export interface StepSender {
  credentialsOf(operation: StepOperation): CredentialsByScheme;
  /** The base URL of an operation, without a trailing slash. */
  urlOf(operation: StepOperation): string;
  /**
   * Sends a request. Never throws.
   *
   * @param description - of the request in reports
   * @returns `reason`: why there is no response, a clause; `isAborted`: whether it was not sent, or cancelled
   */
  send(
    operation: StepOperation,
    request: SerializedRequest,
    description: string,
    signal: AbortSignal,
  ): Promise<{ readonly exchange: TestExchange; readonly reason?: string; readonly isAborted?: boolean }>;
}

/** @param servers - by the names of sources, and the locations of their documents */
export function createStepSender(serverOf: (operation: StepOperation) => SourceServer): StepSender {
  return {
    credentialsOf: (operation) => serverOf(operation).credentials,
    urlOf: (operation) => serverOf(operation).target.url + operation.document.base,
    async send(target, request, description, signal) {
      const { operation, document } = target;
      const server = serverOf(target).target;
      const response = await server.send({ ...request, target: document.base + request.target }, {}, signal);
      const sent = { ...request, headers: mergeHeaders(request, server.headers) };
      const about = {
        operation,
        phase: 'scenarios',
        description,
        expectation: { kind: 'open' },
        request: sent,
      } as const;
      if ('reason' in response) {
        const decoded = { type: undefined, value: undefined };
        const { reason, isAborted = false } = response;
        return { exchange: { ...about, response: NO_RESPONSE, decoded }, reason, isAborted };
      }
      return { exchange: { ...about, response, decoded: await decodeResponseBody(operation, response) } };
    },
  };
}
