// The library in CommonJS: Jest loads ES modules by require, where Node allows it.

const { createMockServer } = require('understudy-api');
const { understudy } = require('understudy-api/client');

test('creates a server', async () => {
  const server = await createMockServer('petstore.yaml', { port: 0 });
  expect(await understudy(server.url).sandboxes()).toMatchObject([{ sandbox: 'main' }]);
  await server.close();
});
