// A host of documents that records requests.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A file of a host: its text, or a status and a redirect target. */
export type Hosted = string | { readonly status: number; readonly location?: string };

export interface DocumentHost {
  /** Such as `127.0.0.1:41234`. */
  readonly host: string;
  readonly url: string;
  /** The received requests, with headers. */
  readonly requested: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

/** Files by path; the host ends with the test. */
export async function documentHost(files: (self: string) => Readonly<Record<string, Hosted>>): Promise<DocumentHost> {
  const requested: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url: path = '', headers }, response) => {
    requested.push({ path, headers });
    const file = files(url)[path] ?? { status: 404 };
    if (typeof file === 'string') response.end(file);
    else response.writeHead(file.status, file.location === undefined ? {} : { location: file.location }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `http://${host}`;
  return { host, url, requested };
}
