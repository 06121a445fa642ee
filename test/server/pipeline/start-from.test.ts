// `startFrom` of a mock server: the data of a sandbox as the initial data.

import { expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';

const PETSTORE = new URL('../../../examples/petstore/petstore.yaml', import.meta.url);

async function started() {
  const mock = await createMockServer({ apis: [{ name: 'pets', document: PETSTORE, infer: true }], records: 0 });
  onTestFinished(() => mock.close());
  const send = async (sandbox: string, method = 'GET', body?: object) => {
    const headers = { 'content-type': 'application/json', 'x-understudy-sandbox': sandbox };
    const request = new Request('http://localhost/pets', {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await mock.fetch(request)).json();
  };
  return { mock, send };
}

test('main and new sandboxes start from the data of a sandbox, which is removed', async () => {
  const { mock, send } = await started();
  await send('setup', 'POST', { name: 'Rex', kind: 'dog' });
  await mock.startFrom('setup');
  const rex = [{ id: 1, name: 'Rex', kind: 'dog' }];
  expect(await send('main')).toEqual(rex);
  expect(await send('setup')).toEqual(rex);
  await send('main', 'POST', { name: 'Max', kind: 'cat' });
  await mock.reset();
  expect(await send('main')).toEqual(rex);
});

test('data of main that clients have changed stays until a reset', async () => {
  const { mock, send } = await started();
  await send('main', 'POST', { name: 'Max', kind: 'cat' });
  await send('setup', 'POST', { name: 'Rex', kind: 'dog' });
  await mock.startFrom('setup');
  expect(await send('main')).toMatchObject([{ name: 'Max' }]);
  await mock.reset();
  expect(await send('main')).toMatchObject([{ name: 'Rex' }]);
});

test('a reload of the documents keeps the initial data', async () => {
  const { mock, send } = await started();
  await send('setup', 'POST', { name: 'Rex', kind: 'dog' });
  await mock.startFrom('setup');
  await mock.reload();
  await mock.reset();
  expect(await send('main')).toMatchObject([{ name: 'Rex' }]);
});

test.each(['nothing', 'main'])('%s cannot be the initial data', async (name) => {
  const { mock } = await started();
  await expect(mock.startFrom(name)).rejects.toThrow(`There is no sandbox "${name}" besides main.`);
});
