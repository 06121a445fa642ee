// HTTP/2 lines: several concurrent streams on each of a few connections.

import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { closedEarly, type Hearing, type Line, noAnswer, type Place } from './place.ts';

/** Number of connections for the streams. */
const CONNECTIONS = 2;

/** Opens lines on shared connections. The first line that is closed closes the others of its connection. */
export function streams({ port, timeout, http2 }: Place & { http2: OutgoingHttpHeaders }): (hearing: Hearing) => Line {
  const sessions: ClientHttp2Session[] = [];
  let opened = 0;
  return (hearing) => {
    const next = opened++ % CONNECTIONS;
    const session = sessions[next] ?? connected(port, timeout);
    sessions[next] = session;
    session.once('error', hearing.failed);
    session.once('close', () => hearing.failed(closedEarly()));
    return { send: (body) => send(session, http2, body, hearing), close: () => session.destroy() };
  };
}

function connected(port: number, timeout: number): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.setMaxListeners(0);
  session.setTimeout(timeout, () => session.destroy(noAnswer(timeout)));
  return session;
}

function send(
  session: ClientHttp2Session,
  fields: OutgoingHttpHeaders,
  body: Buffer,
  { responded, failed }: Hearing,
): void {
  const stream = session.request(fields);
  const chunks: Buffer[] = [];
  let status = 0;
  let grpcStatus: string | undefined;
  stream.on('response', (headers) => {
    status = headers[':status'] ?? 0;
    grpcStatus = headers['grpc-status']?.toString();
  });
  stream.on('trailers', (trailers) => {
    grpcStatus = trailers['grpc-status']?.toString();
  });
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('end', () =>
    responded({ status, body: Buffer.concat(chunks), ...(grpcStatus !== undefined && { grpcStatus }) }),
  );
  stream.on('error', failed);
  stream.end(body);
}
