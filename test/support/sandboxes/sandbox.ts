// A sandbox as its clients see it, byte by byte: responses over HTTP/1.1 connections and HTTP/2 streams.

import { type ClientHttp2Session, connect as connect2 } from 'node:http2';
import { connect } from 'node:net';
import type { TestRequest } from './requests.ts';

/** A sandbox with sequential requests. */
export interface World {
  /** The complete response and its end, as text. */
  send(requested: TestRequest): Promise<string>;
  close(): void;
}

/** How requests select their sandbox. */
export type Naming = 'host' | 'header' | 'path';

/** The address that clients use, which makes addresses in responses independent of the port. */
const PORT = 8080;

export function openWorld(url: string, name: string, naming: Naming): World {
  const host = naming === 'host' ? `${name}.localhost:${PORT}` : `127.0.0.1:${PORT}`;
  let session: ClientHttp2Session | undefined;
  const openSession = () => {
    if (session && !session.closed && !session.destroyed) return session;
    session = connect2(url).on('error', () => undefined);
    return session;
  };
  const meant = (requested: TestRequest): TestRequest => ({
    ...requested,
    path: naming === 'path' ? `/_sandbox/${name}${requested.path}` : requested.path,
    headers: { host, ...requested.headers, ...(naming === 'header' && { 'x-understudy-sandbox': name }) },
  });
  const send = (requested: TestRequest, signal: AbortSignal) =>
    requested.way === 'http/1.1' ? sendOnce(url, requested, signal) : requestStream(openSession(), requested, signal);

  return {
    async send(requested) {
      const leaving = new AbortController();
      if (!requested.mayHang) return send(meant(requested), leaving.signal);
      const watch = await watchJournal(url, name);
      const reported = send(meant(requested), leaving.signal);
      // Pending requests are aborted once it is certain that no response will come.
      watch.hangs.then(
        () => leaving.abort(),
        () => undefined,
      );
      await reported;
      watch.stop();
      return reported;
    },
    close: () => session?.destroy(),
  };
}

/** Waits until the request log of a sandbox has an exchange that hangs. */
async function watchJournal(url: string, name: string) {
  const stopping = new AbortController();
  const find = async (wanted: object) => {
    const headers = { 'content-type': 'application/json', 'x-understudy-sandbox': name };
    const init = { method: 'POST', headers, body: JSON.stringify(wanted), signal: stopping.signal };
    const found = await fetch(`${url}/_understudy/requests/find`, init);
    if (!found.ok) throw new Error(await found.text());
    return found.json() as Promise<{ readonly exchanges: readonly { readonly number: number }[] }>;
  };
  const { exchanges } = await find({ limit: 1 });
  const after = exchanges[0]?.number ?? 0;
  const hangs = find({ match: { source: 'fault', code: 'unavailable' }, after, timeout: 60_000 });
  return { hangs, stop: () => stopping.abort() };
}

/** Sends a request over its own connection. */
function sendOnce(url: string, { method, path, headers, body }: TestRequest, signal: AbortSignal): Promise<string> {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': `${Buffer.byteLength(body)}` });
  const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([field, value]) => `${field}: ${value}`)].join('\r\n');
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const pieces: Buffer[] = [];
    let end = 'the connection ends';
    socket.on('data', (piece: Buffer) => pieces.push(piece));
    socket.on('error', (error: Error & { code?: string }) => (end = `${error.code}`));
    socket.on('close', () => resolve(`${Buffer.concat(pieces).toString('latin1')}\n-- ${end}`));
    signal.addEventListener('abort', () => {
      end = 'the client gives up';
      socket.destroy();
    });
    socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]));
  });
}

/** Sends a request over a stream of a connection. */
function requestStream(session: ClientHttp2Session, requested: TestRequest, signal: AbortSignal): Promise<string> {
  const { host, ...headers } = requested.headers;
  return new Promise((resolve) => {
    const { method, path } = requested;
    const stream = session.request({ ':method': method, ':path': path, ':authority': host, ...headers });
    const reported: string[] = [];
    const pieces: Buffer[] = [];
    const lines = (fields: readonly string[]) => {
      for (let at = 0; at < fields.length; at += 2) reported.push(`${fields[at]}: ${fields[at + 1]}`);
    };
    stream.on('response', (_fields, _flags, raw: readonly string[]) => lines(raw));
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('trailers', (_fields, _flags, raw: readonly string[]) => {
      reported.push(Buffer.concat(pieces.splice(0)).toString('latin1'));
      lines(raw);
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      reported.push(Buffer.concat(pieces).toString('latin1'), `-- the stream ends with ${stream.rstCode}`);
      resolve(reported.join('\n'));
    });
    signal.addEventListener('abort', () => stream.close(8));
    stream.end(requested.body);
  });
}
