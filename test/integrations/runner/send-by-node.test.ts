// Requests of test fixtures, which do not depend on `fetch`.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendByNode } from '../../../src/integrations/runner/send-by-node.ts';

test('no connection is used again, because the server may have closed it while the program was busy', async () => {
  let connections = 0;
  const server = createServer((request, response) => response.end(request.method));
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const texts = [];
  for (const method of ['GET', 'POST']) texts.push(await (await sendByNode(new Request(url, { method }))).text());
  expect({ texts, connections }).toEqual({ texts: ['GET', 'POST'], connections: 2 });
});
