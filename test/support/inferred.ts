// Mock servers for short documents, without any code.

import { onTestFinished } from 'vitest';
import { createMockServer, defineApi, type MockServerSettings } from '../../src/index.ts';

/** A response with its parsed body. */
export interface TestResponse {
  readonly status: number;
  readonly source: string | null;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the document
  readonly body: any;
}

/** Sends a request; an object body is sent as JSON. */
export type SendOptions = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<TestResponse>;

/**
 * Serves a document with a default header; it ends with the test. Internal errors fail the request with 500.
 *
 * @param text - in YAML, from `paths` on
 */
export async function inferred(text: string, settings: Partial<MockServerSettings> = {}): Promise<SendOptions> {
  const document = { location: '/api.yaml', text: `openapi: 3.0.3\ninfo: { title: Things, version: '1' }\n${text}` };
  const api = defineApi({ name: 'things', document, infer: true });
  const mockServer = await createMockServer({ apis: [api], onNotice: () => undefined, ...settings });
  onTestFinished(() => mockServer.close());
  return async (method, path, body, headers = {}) => {
    const isRaw = typeof body === 'string' || body instanceof FormData || body instanceof URLSearchParams;
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = isRaw ? body : JSON.stringify(body);
    const type = isRaw ? {} : { 'content-type': 'application/json' };
    if (body !== undefined) init.headers = { ...type, ...headers };
    const response = await mockServer.fetch(new Request(`http://localhost${path}`, init));
    const responded = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      source: response.headers.get('x-understudy-source'),
      headers: response.headers,
      body: isJson && responded !== '' ? JSON.parse(responded) : responded,
    };
  };
}
