// Requests and responses of Node, over HTTP/1.1 or HTTP/2.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Handles a request of Node. Never throws. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;
