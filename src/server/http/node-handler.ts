// Requests and responses as Node has them, over HTTP/1.1 or HTTP/2.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** Answers a request of Node's. Never throws. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;
