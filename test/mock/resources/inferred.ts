// A stand-in for a few paths that are written in a test, without a handler and, if nobody asks for them, without a record at the start.

import type { OwnApi } from '../../support/own-api.ts';
import { documentOf, ownStandIn } from '../../support/own-api.ts';

/** A body in JSON of this schema, which must be there. */
export function takes(schema: object): object {
  return { requestBody: { required: true, content: { 'application/json': { schema } } } };
}

/** Parameters of a path. */
export function inPath(schemas: Readonly<Record<string, object>>): object[] {
  return Object.entries(schemas).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));
}

/**
 * @param schemas - by their names, for references
 * @param records - how many items there are at the start. Default: none
 */
export async function openInferred(
  paths: object,
  schemas: object = {},
  more: Partial<OwnApi> & { readonly securitySchemes?: object } = {},
  records = 0,
) {
  const { securitySchemes, ...own } = more;
  const document = documentOf(paths, { components: { schemas, ...(securitySchemes && { securitySchemes }) } });
  const standIn = await ownStandIn(document, {}, { infer: true, ...own }, { records });
  /** Asks; a body is JSON, unless it is a form or another type is named. */
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isRaw = typeof body === 'string' || body instanceof FormData;
    const type = body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) };
    const init = { method, ...sent, headers: { ...type, ...headers } };
    const answer = await standIn.fetch(new Request(`http://stand-in${path}`, init));
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    // biome-ignore lint/suspicious/noExplicitAny: it is what the document says
    const read: any = isJson && text !== '' ? JSON.parse(text) : text;
    return {
      status: answer.status,
      source: answer.headers.get('x-understudy-source'),
      headers: answer.headers,
      body: read,
    };
  };
  return { ask, told: standIn.told, standIn };
}
