// The to-do example.

import { expect, test } from 'vitest';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a to-do is added, ticked off, and still ticked off after a restart', async () => {
  const data = await temporaryFolder();
  const first = await serveExample('todo', data);
  const json = { 'content-type': 'application/json' };
  const added = await fetch(`${first.url}/todos`, { method: 'POST', headers: json, body: '{"title":"Buy a tent"}' });
  expect(added.status).toBe(201);
  const { id } = (await added.json()) as { id: string };
  expect((await fetch(`${first.url}/todos/${id}/done`, { method: 'PUT' })).status).toBe(200);
  expect((await fetch(`${first.url}/todos/nowhere/done`, { method: 'PUT' })).status).toBe(404);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);

  const second = await serveExample('todo', data);
  const done = await (await fetch(`${second.url}/todos?done=true`)).json();
  expect(done).toEqual([
    { id: '1', title: 'Water the plants', done: true },
    { id, title: 'Buy a tent', done: true },
  ]);
});

test('rejects a to-do without a title, with position and reason', async () => {
  const { url } = await serveExample('todo', await temporaryFolder());
  const headers = { 'content-type': 'application/json' };
  const rejected = await fetch(`${url}/todos`, { method: 'POST', headers, body: '{"title":""}' });
  expect(rejected.status).toBe(400);
  expect(await rejected.json()).toMatchObject({
    code: 3,
    details: [{ fieldViolations: [{ field: 'body/title', description: 'must have at least 1 character' }] }],
  });
});

test('rejects an invalid filter', async () => {
  const { url } = await serveExample('todo', await temporaryFolder());
  const rejected = await fetch(`${url}/todos?done=maybe`);
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    { details: [{ fieldViolations: [{ field: 'query/done', description: 'must be a boolean' }] }] },
  ]);
});
