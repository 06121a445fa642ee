// Lists that are too large to send.

import { expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const note = { type: 'object', properties: { id: { ...text, readOnly: true }, text } };
const LONG = 'x'.repeat(4_000_000);

test('rejects a list of more than 64 MiB with advice; pages and items are returned', async () => {
  const { send } = await openInferred({
    '/notes': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: jsonAnswers({ 200: { type: 'array', items: note } }),
      },
      post: { ...takes(note), responses: jsonAnswers({ 201: note }) },
    },
    '/notes/{id}': { parameters: inPath({ id: text }), get: { responses: jsonAnswers({ 200: note }) } },
  });
  const ids: string[] = [];
  for (let count = 0; count < 17; count += 1) ids.push((await send('POST', '/notes', { text: LONG })).body.id);
  const whole = await send('GET', '/notes');
  expect([whole.status, whole.body.detail]).toEqual([
    507,
    expect.stringMatching(/^the list of 17 items has 68\d{6} bytes; the maximum is \d+; request fewer with limit$/),
  ]);
  expect((await send('GET', '/notes?limit=16')).body).toHaveLength(16);
  expect((await send('GET', `/notes/${ids.at(-1)}`)).status).toBe(200);
});
