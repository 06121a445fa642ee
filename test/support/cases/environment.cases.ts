// What a stand-in does in the environments that test runners make for pages, where it is no page.

import { http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createStandIn, defineApi } from '../../../src/index.ts';
import { documentWith, written } from '../opened.ts';

const SEARCH = '/management/v1/projects/_search';

/** A request for the projects of the identity API. */
function search(url: string): [string, RequestInit] {
  const headers = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
  return [url + SEARCH, { method: 'POST', headers, body: '{"query":{"limit":1}}' }];
}

/** @param named - what the page environment is called, and `window` must be there in */
export function pageEnvironmentCases(named: string): void {
  describe(`in ${named}`, () => {
    test('there is a window', () => {
      expect(globalThis).toHaveProperty('window.document');
    });

    test('a stand-in answers', async () => {
      const standIn = await createStandIn({ apis: [identity] });
      onTestFinished(() => standIn.close());
      const response = await standIn.fetch(new Request(...search('http://stand-in')));
      expect(response.status).toBe(200);
      expect(((await response.json()) as { result: unknown[] }).result).toHaveLength(1);
    });

    test('a document in several files is read', async () => {
      const path = await written({
        'api.yaml': documentWith('{ $ref: "schemas/a.yaml#/A" }'),
        'schemas/a.yaml': 'A: { type: object, properties: { b: { $ref: ../b.json } } }\n',
        'b.json': '{"type":"string","maxLength":3}',
      });
      const api = (b: string) => defineApi({ name: 'api', document: path, handlers: { a: () => ({ b }) } as never });
      for (const [b, status] of [
        ['abc', 200],
        ['abcd', 500],
      ] as const) {
        const standIn = await createStandIn({ apis: [api(b)], onError: () => undefined });
        expect((await standIn.fetch(new Request('http://stand-in/a'))).status).toBe(status);
        await standIn.close();
      }
    });

    test('a stand-in answers inside of MSW', async () => {
      const standIn = await createStandIn({ apis: [identity] });
      const server = setupServer(http.all('http://stand-in/*', ({ request }) => standIn.fetch(request)));
      server.listen({ onUnhandledRequest: 'error' });
      onTestFinished(async () => {
        server.close();
        await standIn.close();
      });
      const response = await fetch(...search('http://stand-in'));
      expect(response.status).toBe(200);
      expect(((await response.json()) as { result: unknown[] }).result).toHaveLength(1);
      const refused = await fetch(`http://stand-in${SEARCH}`, { method: 'POST' });
      expect(refused.status).toBe(401);
    });
  });
}
