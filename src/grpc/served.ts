// What the tools are about, and what they stand in front of.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { DescFile } from '@bufbuild/protobuf';

/** Answers requests of Node's servers, be they HTTP/1.1 or HTTP/2. */
export type NodeHandler = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void;

/** What the tools are told about. */
export interface Served {
  /** The full names of all services, aliases included, such as `shop.v1.PetService`. */
  readonly serviceNames: readonly string[];
  /** Files that declare these services; files that they import need not be named. Asked by the first request for a file. */
  readonly files: () => Promise<readonly DescFile[]>;
  /** How long a client may leave unread what a stream has to say, in milliseconds. Default five minutes. */
  readonly silence?: number;
  /** Told of mistakes that are not the client's. */
  readonly onError: (thrown: unknown) => void;
}
