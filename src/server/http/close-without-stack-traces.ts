// Queued requests when the socket closes: avoids an unread stack trace for each.

import type { Socket } from 'node:net';

/**
 * Ends queued requests of a closing connection without a stack trace each. Node does that in a listener, which runs
 * between these two (`abortIncoming` and `abortOutgoing` of `_http_server.js` in Node 20 to 24).
 */
export function closeWithoutStackTraces(socket: Socket): void {
  let limit = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = limit;
  });
}
