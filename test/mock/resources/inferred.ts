// A mock server for the paths of a test, without handlers and seed data.

import type { OwnApi } from '../../support/own-api.ts';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

/** A required JSON body with this schema. */
export function takes(schema: object): object {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

/** Path parameters. */
export function inPath(schemas: Readonly<Record<string, object>>): object[] {
  return Object.entries(schemas).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));
}

/**
 * @param schemas - by name, for references
 * @param records - number of seed items. Default: none
 */
export async function openInferred(
  paths: object,
  schemas: object = {},
  more: Partial<OwnApi> & { readonly securitySchemes?: object } = {},
  records = 0,
) {
  const { securitySchemes, ...own } = more;
  const document = documentOf(paths, { components: { schemas, ...(securitySchemes && { securitySchemes }) } });
  const mockServer = await ownMockServer(document, {}, { infer: true, ...own }, { records });
  /** Sends a request; a body is JSON, unless it is a form or another type is named. */
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isRaw = typeof body === 'string' || body instanceof FormData;
    const type = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) };
    const init = { method, ...sent, headers: { ...type, ...headers } };
    const response = await mockServer.fetch(new Request(`http://mock-server${path}`, init));
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    // biome-ignore lint/suspicious/noExplicitAny: the document defines the type
    const read: any = isJson && text !== '' ? JSON.parse(text) : text;
    return {
      status: response.status,
      source: response.headers.get('x-understudy-source'),
      headers: response.headers,
      body: read,
    };
  };
  return { send, reported: mockServer.reported, mockServer };
}
