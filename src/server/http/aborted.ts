// Requests that wait while their connection breaks: Node ends each with an error, and the stack of it, that nobody reads, is most of what that costs.

import type { Socket } from 'node:net';

/**
 * Lets a connection end what waits in it without a look at the stack for each, when it closes. Node does so in a listener of its own, which stands
 * between the two of these (`abortIncoming` and `abortOutgoing` of `_http_server.js` in Node 20 to 24).
 */
export function endCheaply(socket: Socket): void {
  let limit = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
