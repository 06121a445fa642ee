// A server that an attack harms, to test the measurement: `/busy` takes two seconds of processor time, `/large` leaks 700 MB.

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const MEGABYTE = Buffer.alloc(1024 * 1024);
const stored: Buffer[] = [];

const server = createServer((request, response) => {
  if (request.url === '/busy') {
    const end = process.cpuUsage().user + 2_000_000;
    while (process.cpuUsage().user < end) createHash('sha256').update(MEGABYTE).digest();
  }
  if (request.url === '/large') stored.push(Buffer.alloc(700 * 1024 * 1024, 1));
  response.end('{}');
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`Listening at http://127.0.0.1:${port}\nStop with Ctrl-C.\n`);
});
