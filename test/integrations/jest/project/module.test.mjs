// ES modules in Jest: the library too, with its own server.

import { createMockServer } from 'understudy-api';
import { test as sandboxTest } from 'understudy-api/jest';

sandboxTest('has the sandbox of a server outside', async ({ sandbox }) => {
  expect((await fetch(`${sandbox.url}/pets`)).status).toBe(200);
});

test('creates a server inside', async () => {
  const server = await createMockServer('petstore.yaml', { port: 0 });
  expect((await fetch(`${server.url}/pets`)).status).toBe(200);
  await server.close();
});
