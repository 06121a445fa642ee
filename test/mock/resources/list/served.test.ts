// Lists of an inferred API over HTTP.

import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../../src/index.ts';

const ANIMALS = [
  { name: 'Anton', kind: 'cat' },
  { name: 'Bella', kind: 'dog' },
  { name: 'Carla', kind: 'cat' },
  { name: 'Dora', kind: 'owl' },
  { name: 'Emil', kind: 'cat' },
];

async function openZoo() {
  const api = defineApi({ name: 'zoo', document: new URL('zoo.yaml', import.meta.url), infer: true });
  const mockServer = await createMockServer({ apis: [api], records: 0 });
  onTestFinished(() => mockServer.close());
  const send = async (address: string) => {
    const response = await mockServer.fetch(new Request(new URL(address, 'http://zoo.example/')));
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: the document defines the type
    const body: any = text.startsWith('{') ? JSON.parse(text) : text;
    return { status: response.status, link: response.headers.get('link'), body };
  };
  for (const animal of ANIMALS) {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(animal) };
    expect((await mockServer.fetch(new Request('http://zoo.example/v1/animals', init))).status).toBe(201);
  }
  return { send };
}

const namesIn = (body: { readonly data: readonly { readonly name: string }[] }) =>
  body.data.map(({ name }) => name).join(' ');

test('following the links returns every item once, in the requested order', async () => {
  const { send } = await openZoo();
  const pages: string[] = [];
  let next: string | null = '/v1/animals?sort=-name&kind=cat&kind=dog&limit=3';
  while (next !== null) {
    const { body, link } = await send(next);
    pages.push(namesIn(body));
    expect(body.total).toBe(4);
    const linked = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1] ?? null;
    expect(linked).toBe(body.next);
    next = body.next;
  }
  expect(pages).toEqual(['Emil Carla Bella', 'Anton']);
});

test('a page has the declared default size, and at most the maximum', async () => {
  const { send } = await openZoo();
  expect(namesIn((await send('/v1/animals')).body)).toBe('Anton Bella');
  expect((await send('/v1/animals?limit=4')).status).toBe(400);
});

test('rejects a cursor of another list with a reason', async () => {
  const { send } = await openZoo();
  const { next } = (await send('/v1/animals')).body;
  const rejected = await send(`${next}&kind=cat`);
  expect(rejected.status).toBe(400);
  expect(JSON.stringify(rejected.body)).toContain('invalid cursor');
});

test('logs unsupported parameters', async () => {
  const { send } = await openZoo();
  expect((await send('/v1/animals?fields=name')).status).toBe(200);
  const { exchanges } = (await send('http://localhost/_understudy/requests')).body;
  expect(JSON.stringify(exchanges)).toContain('fields is not supported');
});
