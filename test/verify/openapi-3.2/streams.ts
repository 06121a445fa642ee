// Rows about bodies of several items: event streams, JSON lines, and multipart bodies.

import { BAD_REQUEST, documentOf, type FeatureRow, json, jsonIn, NOTE, operation, ref, textOf, typeOf } from './row.ts';

const EVENTS = 'text/event-stream';
const MIXED = 'multipart/mixed';

const events: FeatureRow = {
  feature: '`itemSchema` of event streams',
  files: {
    'api.json': documentOf({
      '/notes/events': {
        get: operation('watchNotes', {
          [EVENTS]: {
            itemSchema: {
              type: 'object',
              required: ['event', 'data'],
              properties: { event: { type: 'string' } },
              oneOf: [
                {
                  properties: {
                    event: { const: 'created' },
                    data: { type: 'string', contentMediaType: 'application/json', contentSchema: NOTE },
                  },
                },
                { properties: { event: { const: 'deleted' }, data: { type: 'string', pattern: '^[0-9]+$' } } },
              ],
            },
          },
        }),
      },
    }),
  },
  uses: (_, response) => typeOf(response).startsWith(EVENTS) && /^event: (created|deleted)$/m.test(textOf(response)),
  faults: {
    'an event of another name': ['response-body', /response 200 \/1\/event must be/],
    'an event without a name': ['response-body', /response 200 \/1\/event is required/],
    'JSON that contradicts contentSchema': ['response-body', /response 200 \/1\/data\/title is required/],
    'data that are not JSON': ['response-body', /response 200 \/1\/data must be JSON/],
  },
  serve: (fault) => () => ({
    type: EVENTS,
    body: `event: deleted\ndata: 7\n\n${
      {
        'an event of another name': 'event: lost\ndata: 7',
        'an event without a name': 'data: 7',
        'JSON that contradicts contentSchema': 'event: created\ndata: {"id":7}',
        'data that are not JSON': 'event: created\ndata: {"id":7',
      }[fault ?? ''] ?? 'event: created\ndata: {"id":7,\ndata: "title":"A"}'
    }\n\n`,
  }),
};

const LINES = 'application/jsonl';
const TICKET = { ...NOTE, properties: { ...NOTE.properties, id: { type: 'integer', readOnly: true } } };

/** A server with tickets, and the open streams of their changes. */
function serveTickets(fault: string | undefined): ReturnType<FeatureRow['serve']> {
  const tickets: { readonly id: number; readonly title: string }[] = [];
  const streams = new Set<(line: string) => void>();
  return (request) => {
    const { method, path } = request;
    const type = 'application/json';
    if (path === '/tickets/changes') return { type: LINES, stream: (write) => streams.add(write) };
    if (method === 'GET') return { type, body: JSON.stringify(tickets) };
    const { title } = Object(jsonIn(request));
    if (typeof title !== 'string' || title === '') return BAD_REQUEST;
    const ticket = { id: tickets.length + 1, title };
    tickets.push(ticket);
    const line = JSON.stringify(fault === undefined ? ticket : { ...ticket, id: `${ticket.id}` });
    for (const write of streams) write(`${line}\n`);
    return { status: 201, type, body: JSON.stringify(ticket) };
  };
}

const changes: FeatureRow = {
  feature: 'streams that follow the state',
  files: {
    'api.json': documentOf(
      {
        '/tickets': {
          get: operation('listTickets', json({ type: 'array', items: ref('Ticket') })),
          post: {
            operationId: 'createTicket',
            requestBody: { required: true, content: json(ref('Ticket')) },
            responses: {
              201: { description: 'The ticket.', content: json(ref('Ticket')) },
              default: { description: 'An error.', content: json({ type: 'object' }) },
            },
          },
        },
        '/tickets/changes': { get: operation('followTickets', { [LINES]: { itemSchema: ref('Ticket') } }) },
      },
      { components: { schemas: { Ticket: TICKET } } },
    ),
  },
  uses: (_, response) => typeOf(response).startsWith(LINES) && /"title"/.test(textOf(response)),
  faults: {
    'a line of a created item contradicts itemSchema': ['response-body', /response 200 \/0\/id must be an integer/],
  },
  serve: serveTickets,
};

const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;

const parts: FeatureRow = {
  feature: '`itemEncoding`, `prefixEncoding`, `multipart/mixed`',
  files: {
    'api.json': documentOf({
      '/export': {
        get: operation('exportNotes', {
          [MIXED]: {
            schema: { type: 'array', minItems: 2, prefixItems: [NOTE, { type: 'string', pattern: '^[a-z]+$' }] },
            prefixEncoding: [{ contentType: 'application/json' }, { contentType: 'text/plain' }],
          },
        }),
      },
      '/feed': {
        get: operation('feed', { [MIXED]: { itemSchema: NOTE, itemEncoding: { contentType: 'application/json' } } }),
      },
    }),
  },
  uses: (_, response) => typeOf(response).startsWith(MIXED) && textOf(response).includes('application/json'),
  faults: {
    'a first part that contradicts its schema': ['response-body', /response 200 \/0\/title is required/],
    'a second part that contradicts its schema': ['response-body', /response 200 \/1 must match the pattern/],
    'a part of another media type': ['documented-media-type', /part 1 of the body: type text\/plain is not allowed/],
    'a missing part': ['response-body', /response 200 must have at least 2/],
    'an item that contradicts itemSchema': ['response-body', /response 200 \/1\/id must be an integer/],
  },
  serve:
    (fault) =>
    ({ path }) => {
      const note = fault === 'a first part that contradicts its schema' ? '{"id":1}' : '{"id":1,"title":"A"}';
      const type = fault === 'a part of another media type' ? 'text/plain' : 'application/json';
      const other = fault === 'an item that contradicts itemSchema' ? '{"id":"2","title":"B"}' : '{"id":2,"title":"B"}';
      const label = part('text/plain', fault === 'a second part that contradicts its schema' ? 'A 1' : 'abc');
      const second = path === '/feed' ? part('application/json', other) : fault === 'a missing part' ? '' : label;
      return { type: `${MIXED}; boundary=b`, body: `${part(type, note)}${second}--b--\r\n` };
    },
};

export const STREAM_ROWS: readonly FeatureRow[] = [events, changes, parts];
