// A mock server of the identity API on a real port, and requests to it as text.

import { type AddressInfo, createServer } from 'node:net';
import type { MockServerSettings } from '../../src/index.ts';
import { identityMockServer } from './mock-server.ts';

export const SEARCH = '/management/v1/projects/_search';
export const OWNER = 'Authorization: Bearer token-owner';

/** A mock server on a free port; `thrown` collects the internal errors that it reports. */
export async function listening(settings: Partial<MockServerSettings> = {}) {
  const thrown: unknown[] = [];
  const mockServer = await identityMockServer({ onError: (error) => void thrown.push(error), ...settings });
  const { port, url } = await mockServer.listen();
  return { mockServer, port, url, thrown };
}

/** A request as text; Host and Content-Length are added. */
export function request(line: string, headers: readonly string[] = [], body = ''): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return `${[`${line} HTTP/1.1`, 'Host: localhost', length, ...headers].join('\r\n')}\r\n\r\n${body}`;
}
/** A search for projects by an authorized caller. */
export const search = (body = '{}', ...headers: string[]) => request(`POST ${SEARCH}`, [OWNER, ...headers], body);

/** An address without a listener. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
