// The mock server that programs use: responds, listens, reloads its APIs, closes.

// Since TypeScript 6, programs have the types of Node only if something names them.
/// <reference types="node" preserve="true" />

import type { PlannedFault } from '../client/fault.ts';
import type { AnyOperations, OperationId, ResponsePatch, ResponseStatus } from '../client/typed-operations.ts';
import type { HttpListener, TlsSettings } from '../server/http/listen.ts';
import type { NodeRequest, NodeResponse } from '../server/http/node-http-types.ts';
import type { Introduced } from '../server/pages/overview/introductions.ts';
import type { DocumentReport } from '../server/pipeline/api/document-report.ts';
import type { MockServerSettings } from './server-settings.ts';

/** The address to listen on. */
export interface Address {
  /** 0 picks a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Accept TLS only, with this certificate. */
  readonly tls?: TlsSettings;
}

/**
 * A running mock server: several APIs with one state.
 *
 * @typeParam Ops - the `Operations` of `understudy types`. Default: any text is the id of an operation
 */
export interface MockServer<Ops = AnyOperations> {
  /**
   * The URL, such as `http://127.0.0.1:8080`: the first, if it listens on several addresses. Undefined until it
   * listens.
   */
  readonly url: string | undefined;
  /** Responds to a request in this process, without a network. */
  fetch(request: Request): Promise<Response>;
  /**
   * Handles a request of another Node server, at any path. Pages are below `/_understudy`.
   *
   * @returns false if neither the documents nor the mock server have its path; then the request is untouched
   */
  handle(request: NodeRequest, response: NodeResponse): boolean;
  /** Listens on a port, with HTTP/1.1 and HTTP/2. Default: a free port on `127.0.0.1`, without TLS. */
  listen(address?: Address): Promise<HttpListener>;
  /** First steps with each API, for the start page. */
  introductions(): readonly Introduced[];
  /** The documents of the APIs and their problems. */
  documents(): readonly DocumentReport[];
  /**
   * Replaces the APIs by others of the same names, for example after a document was saved. Their files are read again;
   * items that are still valid stay. Open requests finish with the previous APIs. If a new API cannot be used, the
   * previous ones stay, and the start page shows the reason.
   *
   * @param again - returns the new APIs. Default: the current ones
   * @returns sentences to report
   * @throws what `again` throws; UsageError if an API cannot be used
   */
  reload(again?: () => Promise<MockServerSettings['apis']>): Promise<readonly string[]>;
  /** The files and folders of the APIs. Call `reload` when one changes. */
  files(): readonly string[];
  /**
   * Changes the response to the next request of an operation in the sandbox `main`, by a fault, as `respondOnce` of
   * `understudy-api/client` does. For other faults: `understudy(url, mock).fault(…)` of that module.
   *
   * @param status - one that the operation declares, or a server error
   * @param body - merged into the body that would be returned. Default: no change
   * @param headers - further headers of the response. Default: none
   * @example await mock.respondOnce('getTicket', 200, { status: 'closed' });
   * @throws UnderstudyError `invalid_argument` if the document does not allow the response
   */
  respondOnce<Id extends OperationId<Ops>, Status extends ResponseStatus<Ops, Id>>(
    operation: Id,
    status: Status,
    body?: ResponsePatch<Ops, Id, Status>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PlannedFault>;
  /** Resets the state to the fixtures, or what replaced them, removes faults and clears the request log. */
  reset(): Promise<void>;
  /**
   * Makes the data of a sandbox the initial data of all: `reset` returns to it, new sandboxes start from it, and so does
   * `main` if it has not changed yet. The sandbox is removed.
   *
   * @example
   * await mock.fetch(new Request('http://localhost/pets', { headers: { 'x-understudy-sandbox': 'setup' } }));
   * await mock.startFrom('setup');
   * @throws UsageError if there is no such sandbox, or the state is shared by several processes
   */
  startFrom(sandbox: string): Promise<void>;
  /**
   * Reports at `/_understudy/ready` that the server is not ready any more. It still responds, until a load balancer
   * stops sending requests.
   */
  retire(): void;
  /** Stops listening, finishes open requests and changes, and releases the state files. */
  close(): Promise<void>;
  /** `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
