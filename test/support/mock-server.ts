// A mock server of the identity API in memory, and short functions for requests.

import { onTestFinished } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';

/** The time of a mock server with a fixed clock. */
export const NOW = new Date('2026-11-21T09:00:00.000Z');

/** The same in the format of the identity API. */
export const NOW_TOLD = '2026-11-21T09:00:00Z';

/** The base of every URL; nothing listens there. */
export const BASE = 'http://localhost';

/** A mock server that ends with the test. By default its clock is stopped, and its state is in memory. */
export async function identityMockServer(settings: Partial<MockServerSettings> = {}): Promise<MockServer> {
  const mockServer = await createMockServer({ apis: [identity], now: () => NOW, ...settings });
  onTestFinished(() => mockServer.close());
  return mockServer;
}

/** A response with its parsed body. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
}

/** A test body: an object becomes JSON, a text or bytes are sent unchanged. */
export interface SendOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with a JSON body, by default as `token-owner` (`token: undefined` sends none). */
export async function send(
  mockServer: MockServer,
  method: string,
  path: string,
  requested: SendOptions = {},
): Promise<TestResponse> {
  const { body } = requested;
  const token = 'token' in requested ? requested.token : 'token-owner';
  const response = await mockServer.fetch(
    new Request(BASE + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...requested.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const isJson = /^application\/([\w.-]+\+)?json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
}
