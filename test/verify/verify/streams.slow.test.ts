// Endless responses: status, type and the first events are checked, then the connection is closed.

import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listFindings, type Report } from '../../../src/verify/report/report.ts';
import { deskDocument, TICKET_EVENT } from '../../mock/resources/watch/desk.ts';
import { written } from '../../support/opened.ts';
import { reportOfAnswers } from '../../support/reports.ts';
import { reported, verdictOf } from '../../support/verdicts.ts';

const EVENTS = 'text/event-stream';
const LINES = 'application/x-ndjson';

const PARTS = 'multipart/mixed; boundary=b';
const part = (json: string) => `--b\r\nContent-Type: application/json\r\n\r\n${json}\r\n`;

const NOTE = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const EVENT = {
  type: 'object',
  required: ['event', 'data'],
  properties: { event: { enum: ['created', 'deleted'] }, data: { type: 'string' } },
};

/** Events whose data are a text, or an object. */
const MIXED_EVENT = {
  oneOf: [
    { properties: { event: { const: 'created' }, data: NOTE } },
    { properties: { event: { const: 'deleted' }, data: { type: 'string' } } },
  ],
};

/** Events whose data are JSON, by the name of the event, as in OpenAPI 3.2, section 4.14.4.3. */
const JSON_EVENT = {
  type: 'object',
  required: ['event'],
  properties: { event: { type: 'string' }, data: { type: 'string' } },
  oneOf: [
    {
      properties: {
        event: { const: 'created' },
        data: { contentMediaType: 'application/json', contentSchema: NOTE },
      },
    },
    { properties: { event: { const: 'deleted' }, data: { pattern: '^[0-9]+$' } } },
  ],
};

/** The report of a server with one stream. @param write - sends the response, and may leave it open */
async function reportOf(content: object, write: (response: ServerResponse) => void): Promise<Report> {
  const responses = { 200: { description: '', content } };
  const document = {
    openapi: '3.2.0',
    info: { title: 'Notes', version: '1' },
    paths: { '/notes/events': { get: { operationId: 'watchNotes', responses } } },
  };
  const path = await written({ 'api.json': JSON.stringify(document) });
  return reportOfAnswers(
    ({ method }, response) => {
      if (method === 'GET') return write(response);
      response.writeHead(method === 'HEAD' ? 200 : 405, {
        allow: 'GET, HEAD',
        'content-type': Object.keys(content)[0],
      });
      return void response.end();
    },
    path,
    { phases: ['examples'] },
  );
}

/** Sends parts of a body, and does not end it. */
const sends =
  (type: string, ...parts: readonly string[]) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': type });
    response.flushHeaders();
    for (const part of parts) response.write(part);
  };

const messagesOf = (report: Report) =>
  listFindings([report]).map(({ finding }) => `${finding.check}: ${finding.message}`);

test.each<[what: string, content: object, write: (response: ServerResponse) => void]>([
  ['events as described', { [EVENTS]: { itemSchema: EVENT } }, sends(EVENTS, 'event: created\ndata: {"id":1}\n\n')],
  [
    'an incomplete event at the end',
    { [EVENTS]: { itemSchema: EVENT } },
    sends(EVENTS, 'event: deleted\ndata: 1\n\nevent: cre'),
  ],
  [
    'comments, and events without data',
    { [EVENTS]: { itemSchema: EVENT } },
    sends(EVENTS, ': hello\n\nretry: 100\n\n'),
  ],
  ['events whose data are described', { [EVENTS]: { itemSchema: NOTE } }, sends(EVENTS, 'data: {"id":\ndata: 1}\n\n')],
  ['events of a document before 3.2', { [EVENTS]: { schema: NOTE } }, sends(EVENTS, 'data: {"id":1}\n\n')],
  ['events as a text', { [EVENTS]: { schema: { type: 'string' } } }, sends(EVENTS, 'data: 1\n\n')],
  [
    'texts and objects as described',
    { [EVENTS]: { itemSchema: MIXED_EVENT } },
    sends(EVENTS, 'event: deleted\ndata: 1\n\nevent: created\ndata: {"id":1}\n\n'),
  ],
  [
    'JSON by contentSchema',
    { [EVENTS]: { itemSchema: JSON_EVENT } },
    sends(EVENTS, 'event: created\ndata: {"id":1}\n\nevent: deleted\ndata: 1\n\n'),
  ],
  ['no event', { [EVENTS]: { itemSchema: EVENT } }, sends(EVENTS)],
  ['lines as described', { [LINES]: { itemSchema: NOTE } }, sends(LINES, '{"id":1}\n{"id":2}\n{"i')],
  [
    'parts as described',
    { 'multipart/mixed': { itemSchema: NOTE } },
    (response) => void response.writeHead(200, { 'content-type': PARTS }).end(`${part('{"id":1}')}--b--\r\n`),
  ],
  ['no lines', { [LINES]: { itemSchema: NOTE } }, sends(LINES)],
])('a server that sends %s passes', async (_, content, write) => {
  const report = await reportOf(content, write);
  expect(messagesOf(report)).toEqual([]);
  expect(report.operations[0]).toMatchObject({ outcome: 'passed', statuses: { 200: 1 } });
});

test.each<[what: string, content: object, write: (response: ServerResponse) => void, message: RegExp]>([
  [
    'another status',
    { [EVENTS]: { itemSchema: EVENT } },
    (response) => void response.writeHead(206, { 'content-type': EVENTS }).write('data: 1\n\n'),
    /^documented-status: status 206/,
  ],
  [
    'another type',
    { [EVENTS]: { itemSchema: EVENT } },
    sends(LINES, '{"id":1}\n'),
    /^documented-media-type: .* is application\/x-ndjson/,
  ],
  ['another type, and no event', { [EVENTS]: {} }, sends(LINES), /^documented-media-type: .* is application\/x-ndjson/],
  [
    'an event that contradicts itemSchema',
    { [EVENTS]: { itemSchema: EVENT } },
    sends(EVENTS, 'event: created\ndata: 1\n\nevent: lost\ndata: 1\n\n'),
    /^response-body: response 200 \/1\/event must be/,
  ],
  [
    'an event without a required field',
    { [EVENTS]: { itemSchema: EVENT } },
    sends(EVENTS, 'data: 1\n\n'),
    /^response-body: response 200 \/0\/event is required/,
  ],
  [
    'data that contradict itemSchema',
    { [EVENTS]: { itemSchema: NOTE } },
    sends(EVENTS, 'data: {"id":"one"}\n\n'),
    /^response-body: response 200 \/0\/id must be an integer/,
  ],
  [
    'JSON that contradicts contentSchema',
    { [EVENTS]: { itemSchema: JSON_EVENT } },
    sends(EVENTS, 'event: created\ndata: {"id":"one"}\n\n'),
    /^response-body: response 200 \/0\/data\/id must be an integer/,
  ],
  [
    'data that are not JSON',
    { [EVENTS]: { itemSchema: JSON_EVENT } },
    sends(EVENTS, 'event: created\ndata: 1}\n\n'),
    /^response-body: response 200 \/0\/data must be JSON/,
  ],
  [
    'the event of another branch',
    { [EVENTS]: { itemSchema: JSON_EVENT } },
    sends(EVENTS, 'event: deleted\ndata: {"id":1}\n\n'),
    /^response-body: .*response 200 \/0\/data must match the pattern/,
  ],
  [
    'a line that contradicts itemSchema',
    { [LINES]: { itemSchema: NOTE } },
    sends(LINES, '{"id":1}\n{"id":"two"}\n'),
    /^response-body: response 200 \/1\/id must be an integer/,
  ],
  [
    'a line that is not JSON',
    { [LINES]: { itemSchema: NOTE } },
    sends(LINES, '{"id":1}\n<p>\n'),
    /^documented-media-type: .* cannot be decoded/,
  ],
  [
    'a part that contradicts itemSchema',
    { 'multipart/mixed': { itemSchema: NOTE } },
    (response) =>
      void response
        .writeHead(200, { 'content-type': PARTS })
        .end(`${part('{"id":1}')}${part('{"id":"two"}')}--b--\r\n`),
    /^response-body: response 200 \/1\/id must be an integer/,
  ],
  [
    'a part that contradicts itemSchema in a stream',
    { 'multipart/mixed': { itemSchema: NOTE } },
    sends(PARTS, part('{"id":"one"}'), '--b\r\n'),
    /^response-body: response 200 \/0\/id must be an integer/,
  ],
  [
    'a part of another type than itemEncoding',
    { 'multipart/mixed': { itemSchema: NOTE, itemEncoding: { contentType: 'application/xml' } } },
    (response) => void response.writeHead(200, { 'content-type': PARTS }).end(`${part('{"id":1}')}--b--\r\n`),
    /^documented-media-type: .* cannot be decoded .* part 1 of the body: type application\/json is not allowed/,
  ],
  [
    'an ended stream with a wrong event',
    { [EVENTS]: { itemSchema: EVENT } },
    (response) => void response.writeHead(200, { 'content-type': EVENTS }).end('event: lost\ndata: 1\n\n'),
    /^response-body: response 200 \/0\/event must be/,
  ],
])('a server that sends %s is found', async (_, content, write, message) => {
  expect(messagesOf(await reportOf(content, write))).toEqual([expect.stringMatching(message)]);
});

test('the streams of our own mock server pass', async () => {
  const content = {
    [EVENTS]: { itemSchema: TICKET_EVENT },
    'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Ticket' } },
  };
  const ticks = { 200: { description: '', content: { [EVENTS]: { itemSchema: EVENT } } } };
  const more = { '/ticks': { get: { operationId: 'ticks', responses: ticks } } };
  const document = deskDocument(content, '/tickets/events', more);
  const file = await written({ 'api.json': JSON.stringify(document) });
  const verdict = await verdictOf(file, [{ name: 'own', document: file, infer: true }], () => new Map());
  expect(reported(verdict)).toEqual([]);
  expect(new Set(verdict.operations.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
});
