// Serves the document of a row with handlers that record their input.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import type { Row } from './row.ts';

/** The result of a row. */
export interface Outcome {
  readonly operation: string | undefined;
  readonly input: unknown;
  readonly status: number;
  readonly headers: Headers;
  /** JSON as a value, anything else as text. */
  readonly body: unknown;
  readonly text: string;
}

/** Sends the request of a row. @param folder - for the document */
export async function outcomeOf({ document, request, output }: Row, folder: string, name: string): Promise<Outcome> {
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify(document));
  let called: { readonly operation: string; readonly input: unknown } | undefined;
  const handlerOf = (operation: string) => (call: { readonly input: unknown }) => {
    called = { operation, input: structuredClone(call.input) };
    return output;
  };
  const ids = [...createDocument(await openDocument(path)).operations.keys()];
  const handlers = Object.fromEntries(ids.map((id) => [id, handlerOf(id)]));
  const api = { name: 'small', document: path, handlers };
  const mockServer = await createMockServer({ apis: [api as never], onError: () => {} });
  try {
    const response = await mockServer.fetch(requestOf(request, 'http://mock-server'));
    const text = await response.text();
    const isJson = /[/+]json *(;|$)/.test(response.headers.get('content-type') ?? '') && text !== '';
    const { status, headers } = response;
    return {
      operation: called?.operation,
      input: called?.input,
      status,
      headers,
      text,
      body: isJson ? JSON.parse(text) : text,
    };
  } finally {
    await mockServer.close();
  }
}

/** The request of a row, as a client sends it. */
export function requestOf({ line, headers = {}, body }: Row['request'], base: string): Request {
  const [method = '', target = ''] = line.split(' ');
  const isText = typeof body === 'string';
  return new Request(base + target, {
    method,
    headers: { ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
}
