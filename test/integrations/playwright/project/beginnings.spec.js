// Initial state of a sandbox, from the config and the file.

import { appendFileSync } from 'node:fs';
import { defineApi } from 'understudy-api';
import { expect, test } from 'understudy-api/playwright';

const pets = defineApi({ name: 'pets', document: new URL('petstore.yaml', import.meta.url), infer: true });

test('from the config', async ({ sandbox }) => {
  expect(await sandbox.clock.show()).toMatchObject({ now: '2027-01-01T00:00:00.000Z', frozen: true });
  expect(await sandbox.seed()).toBe('of the config');
});

test.describe('with another initial state', () => {
  test.use({ understudy: { fixtures: 'empty', seed: 'of the file' } });

  test('from the file, otherwise from the config', async ({ request, sandbox }) => {
    expect(await sandbox.seed()).toBe('of the file');
    expect(await (await request.get('/api/pets')).json()).toEqual([]);
    expect(await sandbox.clock.show()).toMatchObject({ frozen: true });
  });
});

test.describe('with an outer describe', () => {
  test.use({ understudy: { fixtures: 'empty', clock: '2028-01-01T00:00:00Z' } });

  test.describe('whose options a function extends', () => {
    test.use({ understudy: async ({ understudy }, use) => use({ ...understudy, seed: 'of the inner' }) });

    test('both apply, and a time freezes the clock', async ({ request, sandbox }) => {
      expect(await (await request.get('/api/pets')).json()).toEqual([]);
      expect(await sandbox.seed()).toBe('of the inner');
      expect(await sandbox.clock.show()).toMatchObject({ now: '2028-01-01T00:00:00.000Z', frozen: true });
    });
  });
});

test.describe('with the records of another sandbox', () => {
  test.use({ understudy: { from: 'main' } });
  test.beforeAll(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = '{"name":"Rex","kind":"dog"}';
    await fetch(`${process.env.UNDERSTUDY_URL}/pets`, { method: 'POST', headers, body });
  });

  test('starts with them', async ({ request }) => {
    expect(await (await request.get('/api/pets')).json()).toHaveLength(4);
  });
});

test.describe('with another document', () => {
  test.use({ understudy: { document: 'other/greeter.yaml' } });
  // Sequentially in one worker.
  test.describe.configure({ mode: 'default' });

  for (const name of ['once', 'again'])
    test(`a mock server of the worker serves the document: ${name}`, async ({ request, sandbox, server }) => {
      expect(await (await request.get(`${sandbox.url}/greeting`)).json()).toBe('Grüezi');
      appendFileSync('started.txt', `${server.url}\n`);
    });
});

test.describe('with APIs and settings', () => {
  test.use({ understudy: { server: { apis: [pets], records: 7 } } });

  test('they are served', async ({ request, sandbox }) => {
    expect(await (await request.get(`${sandbox.url}/pets`)).json()).toHaveLength(7);
  });
});
