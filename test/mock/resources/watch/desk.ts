// A help desk whose tickets are followed by streams.

import { documentOf, ownMockServer } from '../../../support/own-api.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const TICKET = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
};

/** The data of an event as JSON. */
export const jsonData = (schema: object) => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: schema,
});

export const TICKET_EVENT = {
  type: 'object',
  required: ['event', 'data'],
  properties: {
    event: { enum: ['ticket.created', 'ticket.updated', 'ticket.deleted'] },
    id: { type: 'string' },
    data: jsonData(ref('Ticket')),
  },
};

/** The document of the desk, with these media types of `GET` at a path. */
export function deskDocument(content: object, path = '/tickets/events', more: object = {}): object {
  const get = { operationId: 'watch', responses: { 200: { description: '', content } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ ...id, name }));
  const item = { description: '', content: json(ref('Ticket')) };
  const body = { content: json({ type: 'object', properties: { title: { type: 'string' } } }) };
  const missing = { description: '' };
  const paths = {
    '/tickets': {
      get: {
        operationId: 'list',
        responses: { 200: { description: '', content: json({ type: 'array', items: ref('Ticket') }) } },
      },
      post: { operationId: 'add', requestBody: body, responses: { 201: item } },
    },
    '/tickets/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: { 200: item, 404: missing } },
      patch: { operationId: 'change', requestBody: body, responses: { 200: item, 404: missing } },
      delete: { operationId: 'remove', responses: { 204: missing, 404: missing } },
    },
    ...more,
  };
  const before = (paths as Record<string, object>)[path];
  return documentOf(
    { ...paths, [path]: { ...before, ...(parameters.length > 0 && { parameters }), get } },
    { openapi: '3.2.0', components: { schemas: { Ticket: TICKET } } },
  );
}

/** A desk without tickets. */
export async function openDesk(document: object, settings: object = {}) {
  const server = await ownMockServer(document, {}, { infer: true }, { records: 0, ...settings });
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    return server.fetch(new Request(`http://localhost${path}`, { method, headers, ...init }));
  };
  return {
    server,
    send,
    /** Creates, updates and deletes a ticket. */
    async work(headers: Record<string, string> = {}) {
      await send('POST', '/tickets', { title: 'A' }, headers);
      await send('PATCH', '/tickets/1', { title: 'B' }, headers);
      await send('DELETE', '/tickets/1', undefined, headers);
    },
    /** Opens a stream that ends after so many items; undefined for one that does not end. */
    async follow(items: number | undefined, headers: Record<string, string> = {}, path = '/tickets/events') {
      const prefer: Record<string, string> = items === undefined ? {} : { prefer: `stream-items=${items}` };
      return send('GET', path, undefined, { ...prefer, ...headers });
    },
  };
}

/** The text of a stream without comments and ids. */
export async function textOf(response: Response): Promise<string> {
  return (await response.text()).replaceAll(/^:.*\n\n/gm, '').replaceAll(/^id: .*\n/gm, '');
}
