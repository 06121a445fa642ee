// A stand-in for the shop, of which nothing is written but its document.

import { onTestFinished } from 'vitest';
import { createMockServer, defineApi, type MockServer, type MockServerSettings } from '../../../src/index.ts';

/** When it starts. */
export const START = new Date('2026-11-22T09:00:00Z');

export const shop = defineApi({ name: 'shop', document: new URL('shop.yaml', import.meta.url), infer: true });

/** An answer, read. */
export interface Answered {
  readonly status: number;
  readonly source: string | null;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: it is what the document says
  readonly body: any;
}

/** A shop, without a record where nothing else is said, with a clock that is put forward by the test; it ends with the test. */
export async function openShop(settings: Partial<MockServerSettings> = {}) {
  let now = START;
  const standIn: MockServer = await createMockServer({ apis: [shop], now: () => now, records: 0, ...settings });
  onTestFinished(() => standIn.close());
  return {
    standIn,
    putForward(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000);
    },
    /** Asks; a body that is given is JSON, of the type for a merge patch where it is a PATCH. */
    async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
      const type =
        method === 'PATCH' ? `application/${Array.isArray(body) ? 'json' : 'merge'}-patch+json` : 'application/json';
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const init = { method, ...sent, headers: { ...(body !== undefined && { 'content-type': type }), ...headers } };
      const response = await standIn.fetch(new Request(`http://stand-in/v1${path}`, init));
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
