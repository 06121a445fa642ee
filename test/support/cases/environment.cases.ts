// A mock server in the page environments of test runners, where it is not a page.

import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { understudyHandlers } from '../../../src/integrations/msw/handlers.ts';
import { unhandledRequests } from '../msw-options.ts';
import { documentWith, written } from '../opened.ts';

const SEARCH = '/management/v1/projects/_search';

/** A request for the projects of the identity API. */
function search(url: string): [string, RequestInit] {
  const headers = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };
  return [url + SEARCH, { method: 'POST', headers, body: '{"query":{"limit":1}}' }];
}

/** @param named - the name of the page environment, which must have `window` */
export function pageEnvironmentCases(named: string): void {
  describe(`in ${named}`, () => {
    test('window exists', () => {
      expect(globalThis).toHaveProperty('window.document');
    });

    test('a mock server responds', async () => {
      const mockServer = await createMockServer({ apis: [identity] });
      onTestFinished(() => mockServer.close());
      const response = await mockServer.fetch(new Request(...search('http://mock-server')));
      expect(response.status).toBe(200);
      expect(((await response.json()) as { result: unknown[] }).result).toHaveLength(1);
    });

    test.each(['/', '/inspector', '/openapi.json', '/reference/swagger-ui.css', '/.well-known/openid-configuration'])(
      '%s is served',
      async (path) => {
        const mockServer = await createMockServer({ apis: [identity] });
        onTestFinished(() => mockServer.close());
        const response = await mockServer.fetch(new Request(`http://localhost${path}`));
        expect(response.status).toBe(200);
        expect((await response.text()).length).toBeGreaterThan(100);
      },
    );

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
        const mockServer = await createMockServer({ apis: [api(b)], onError: () => undefined });
        expect((await mockServer.fetch(new Request('http://mock-server/a'))).status).toBe(status);
        await mockServer.close();
      }
    });

    test('a mock server inside MSW responds, also to XMLHttpRequest', async () => {
      const mockServer = await createMockServer({ apis: [identity] });
      const server = setupServer(...understudyHandlers(mockServer, { at: 'http://mock-server' }));
      server.listen(unhandledRequests('error'));
      onTestFinished(async () => {
        server.close();
        await mockServer.close();
      });
      const response = await fetch(...search('http://mock-server'));
      expect(response.status).toBe(200);
      expect(((await response.json()) as { result: unknown[] }).result).toHaveLength(1);
      const rejected = await fetch(`http://mock-server${SEARCH}`, { method: 'POST' });
      expect(rejected.status).toBe(401);
      const requested = await sendAsPagesDid(...search('http://mock-server'));
      expect([requested.status, JSON.parse(requested.text).result]).toEqual([200, [expect.anything()]]);
      const unauthenticated = await sendAsPagesDid(`http://mock-server${SEARCH}`, { method: 'POST' });
      expect(unauthenticated.status).toBe(401);
    });
  });
}

/** The response to an `XMLHttpRequest`, which libraries such as axios use if it exists. */
function sendAsPagesDid(url: string, { method = 'GET', headers = {}, body = null }: RequestInit) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest: new () => Sending };
    const sending = new XMLHttpRequest();
    sending.open(method, url);
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
    sending.onload = () => resolve({ status: sending.status, text: sending.responseText });
    sending.onerror = reject;
    sending.send(body);
  });
}

interface Sending {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  onload: () => void;
  onerror: (event: unknown) => void;
  readonly status: number;
  readonly responseText: string;
}
