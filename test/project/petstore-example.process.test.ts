// The petstore example: an API with only a document.

import { expect, test } from 'vitest';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/temporary.ts';

const json = { 'content-type': 'application/json' };

test('a pet is added, changed, visits the vet, and exists after a restart; deleting it deletes its visits', async () => {
  const data = await temporaryFolder();
  const first = await serveExample('petstore', data);
  const body = '{"name":"Rex","kind":"dog"}';
  const added = await fetch(`${first.url}/pets`, { method: 'POST', headers: json, body });
  expect([added.status, added.headers.get('x-understudy-source')]).toEqual([201, 'stored']);
  const { pathname } = new URL(added.headers.get('location') ?? '', first.url);
  const rex = first.url + pathname;
  const patch = { 'content-type': 'application/merge-patch+json' };
  await fetch(rex, { method: 'PATCH', headers: patch, body: '{"name":"Rexi"}' });
  const visit = '{"date":"2026-11-21","reason":"limps"}';
  expect((await fetch(`${rex}/visits`, { method: 'POST', headers: json, body: visit })).status).toBe(201);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);

  const { url } = await serveExample('petstore', data);
  const again = url + pathname;
  expect(await (await fetch(again)).json()).toMatchObject({ name: 'Rexi', kind: 'dog' });
  expect(await (await fetch(`${again}/visits`)).json()).toMatchObject([{ reason: 'limps' }]);
  expect((await fetch(again, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(`${again}/visits`)).status).toBe(404);
  const hours = await fetch(`${url}/opening-hours`);
  expect([hours.headers.get('x-understudy-source'), await hours.json()]).toMatchObject(['example', { monday: '8-12' }]);
});
