// What never becomes a request, because it is not HTTP as we speak it, gets an answer too: in the shape of `google.rpc.Status`.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { http } from './node-http.ts';

/** Statuses of errors that Node's parser tells by a code; any other error is 400. */
const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const INVALID_ARGUMENT = 3;
const UNIMPLEMENTED = 12;

/** Answers what the server would otherwise answer without a body, or not at all. */
export function refuseWhatIsNotHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    socket.end(rawRefusal(STATUS_OF[error.code ?? ''] ?? 400, `the request is not HTTP: ${error.message}`));
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    socket.end(
      rawRefusal(
        405,
        'this server is no proxy',
        UNIMPLEMENTED,
        'allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n',
      ),
    );
  });
  server.on('checkExpectation', (_request, response) => {
    const body = refusalBody('only the expectation 100-continue is understood');
    response
      .writeHead(417, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
}

/**
 * Why a request cannot be taken although it was parsed; undefined when it can. A request names its host exactly once (RFC 9112, section
 * 3.2); Node would answer a missing one without a body, and take the first of several.
 */
export function unusableRequest({ httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) return 'the request names its host more than once';
  return hosts === 0 && httpVersion === '1.1' ? 'the request does not name its host' : undefined;
}

/** `google.rpc.Status`, by default with the code for invalid arguments. */
export function refusalBody(message: string, code = INVALID_ARGUMENT): string {
  return JSON.stringify({ code, message, details: [] });
}

function rawRefusal(status: number, message: string, code = INVALID_ARGUMENT, headers = ''): string {
  const body = refusalBody(message, code);
  return (
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n${headers}\r\n${body}`
  );
}
