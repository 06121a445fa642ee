// A TLS proxy of a PostgreSQL without TLS, with the protocol's negotiation: the client requests TLS in clear text first.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** The request of a client (PostgreSQL, "Message Formats", SSLRequest). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

export interface InFront {
  readonly port: number;
  /** Number of bytes from clients to PostgreSQL: in clear text, and over TLS. */
  readonly reported: { readonly clear: number; readonly safe: number };
}

/**
 * Listens on a free port of the loopback, until the test has ended.
 *
 * @param socket - the path of the socket of PostgreSQL
 * @param pair - a certificate and its key. Default: none, and TLS is denied
 */
export async function tlsInFront(
  socket: string,
  pair?: { readonly cert: string; readonly key: string },
): Promise<InFront> {
  const clients = new Set<Socket>();
  const reported = { clear: 0, safe: 0 };
  const join = (client: Socket, how: keyof typeof reported) => {
    const server = connect(socket);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('data', (bytes: Buffer) => {
      reported[how] += bytes.length;
    });
    client.pipe(server).pipe(client);
  };
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    client.once('data', (requested: Buffer) => {
      if (!requested.equals(SSL_REQUEST)) {
        client.unshift(requested);
        return join(client, 'clear');
      }
      client.write(pair ? 'S' : 'N');
      if (pair) join(new TLSSocket(client, { isServer: true, ...pair }), 'safe');
      else join(client, 'clear');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const client of clients) client.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, reported };
}
