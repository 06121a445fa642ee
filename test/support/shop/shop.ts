// A mock server for the shop document, without any code.

import { onTestFinished } from 'vitest';
import { createMockServer, defineApi, type MockServer, type MockServerSettings } from '../../../src/index.ts';

/** The start time. */
export const START = new Date('2026-11-22T09:00:00Z');

export const shop = defineApi({ name: 'shop', document: new URL('shop.yaml', import.meta.url), infer: true });

/** A response with its parsed body. */
export interface TestResponse {
  readonly status: number;
  readonly source: string | null;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the document
  readonly body: any;
}

/** A shop, by default without records, with a manual clock; it ends with the test. */
export async function openShop(settings: Partial<MockServerSettings> = {}) {
  let now = START;
  const mockServer: MockServer = await createMockServer({ apis: [shop], now: () => now, records: 0, ...settings });
  onTestFinished(() => mockServer.close());
  return {
    mockServer,
    putForward(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** Sends a request; a body is JSON, or a JSON merge patch for PATCH. */
    async send(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<TestResponse> {
      const type =
        method === 'PATCH' ? `application/${Array.isArray(body) ? 'json' : 'merge'}-patch+json` : 'application/json';
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const init = { method, ...sent, headers: { ...(body !== undefined && { 'content-type': type }), ...headers } };
      const response = await mockServer.fetch(new Request(`http://mock-server/v1${path}`, init));
      const text = await response.text();
      const source = response.headers.get('x-understudy-source');
      return {
        status: response.status,
        source,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      };
    },
  };
}
