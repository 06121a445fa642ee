// Recorded exchanges over the control API: in pages, with one memory limit for all sandboxes.

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

interface Page {
  readonly exchanges: readonly { readonly number: number }[];
  readonly before?: number;
  readonly after?: number;
}

const inSandbox = (sandbox: string) => ({ headers: { 'x-understudy-sandbox': sandbox } });

async function page(mockServer: MockServer, query = '', sandbox = 'main'): Promise<Page> {
  return (await requestPets(mockServer, 'GET', `/_understudy/requests${query}`, inSandbox(sandbox))).body;
}

const numbers = ({ exchanges }: Page) => exchanges.map(({ number }) => number);

/** Records exchanges of about 10 KB each. */
async function record(mockServer: MockServer, count: number, sandbox: string): Promise<void> {
  const body = { name: 'Resi'.padEnd(10_000, '.'), kind: 'hen' };
  await requestPets(mockServer, 'GET', '/pets', inSandbox(sandbox));
  for (let done = 0; done < count; done += 1)
    await requestPets(mockServer, 'POST', '/pets', { ...inSandbox(sandbox), body });
}

describe('the exchanges of a sandbox', () => {
  test('are read page by page, from the newest back and from the oldest on', async () => {
    const mockServer = await petsMockServer();
    for (let count = 0; count < 5; count += 1) await requestPets(mockServer, 'GET', '/pets');
    const newest = await page(mockServer, '?limit=2');
    expect(numbers(newest)).toEqual([4, 5]);
    expect(newest).toMatchObject({ before: 4 });
    expect(newest).not.toHaveProperty('after');
    const earlier = await page(mockServer, '?limit=2&before=4');
    expect(numbers(earlier)).toEqual([2, 3]);
    expect(earlier).toMatchObject({ before: 2, after: 3 });
    const oldest = await page(mockServer, '?limit=1&after=0');
    expect(numbers(oldest)).toEqual([1]);
    expect(oldest).toMatchObject({ after: 1 });
    expect(oldest).not.toHaveProperty('before');
    expect(await page(mockServer, '?after=5')).toEqual({ sandbox: 'main', exchanges: [] });
  });

  test('are listed completely without a query if they fit on a page', async () => {
    const mockServer = await petsMockServer();
    for (let count = 0; count < 20; count += 1) await requestPets(mockServer, 'GET', '/pets');
    const all = await page(mockServer);
    expect(numbers(all)).toHaveLength(20);
    expect(Object.keys(all)).toEqual(['sandbox', 'exchanges']);
  });

  test.each(['?limit=0', '?limit=1001', '?limit=some', '?before=0', '?after=-1'])(
    'cannot be listed with %s',
    async (query) => {
      const { status, body } = await requestPets(await petsMockServer(), 'GET', `/_understudy/requests${query}`);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 3 });
    },
  );
});

test.each(['', '/har'])(
  'concurrent pages (exchanges%s) are built one by one, with other work in between',
  async (form) => {
    const mockServer = await petsMockServer();
    await record(mockServer, 3, 'main');
    let made = 0;
    const sending = Array.from({ length: 20 }, async () => {
      const { status } = await requestPets(mockServer, 'GET', `/_understudy/requests${form}`);
      made += 1;
      return status;
    });
    const atOnce: number[] = [];
    for (let before = 0; made < sending.length; before = made) {
      await setImmediate();
      atOnce.push(made - before);
    }
    expect(Math.max(...atOnce)).toBe(1);
    expect(new Set(await Promise.all(sending))).toEqual(new Set([200]));
  },
);

describe('the memory for exchanges', () => {
  test('is shared by all sandboxes', async () => {
    const mockServer = await petsMockServer({ requestLogLimit: 200_000 });
    for (const sandbox of ['one', 'two', 'three']) await record(mockServer, 10, sandbox);
    const held = await Promise.all(['one', 'two', 'three'].map((sandbox) => page(mockServer, '', sandbox)));
    expect(JSON.stringify(held).length).toBeLessThan(200_000);
    expect(held.map((one) => numbers(one).at(-1))).toEqual([11, 11, 11]);
  });

  test('is free again when a sandbox is removed', async () => {
    const mockServer = await petsMockServer({ requestLogLimit: 250_000 });
    await record(mockServer, 10, 'gone');
    await requestPets(mockServer, 'DELETE', '/_understudy/sandboxes/gone');
    await record(mockServer, 18, 'there');
    expect(numbers(await page(mockServer, '', 'there'))).toHaveLength(19);
  });
});
