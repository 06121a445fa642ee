// Servers that mean ill are compared to the end: what they answer is told in short.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createTarget } from '../../src/contract/target.ts';
import { compareServers, sideOf } from '../../src/parity/parity.ts';
import { jsonReport } from '../../src/parity/report/json.ts';
import { junitReport } from '../../src/parity/report/junit.ts';
import { terminalReport } from '../../src/parity/report/terminal.ts';
import { crew } from '../support/crew/compared.ts';
import { hostileJson } from '../support/hostile-json.ts';

/** Answers whatever it is asked with one body. */
async function hostile(body: Uint8Array) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const status = request.method === 'POST' ? 201 : 200;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const worlds = { areApart: false, within: (work: (world: object) => unknown) => work({}) };
  return {
    side: sideOf(target, worlds as Parameters<typeof sideOf>[1], new Map()),
    close: async () => {
      target.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each(hostileJson)('servers that answer with %s are compared, and told in short', async (_, body) => {
  const [first, second] = [await hostile(body('t1')), await hostile(body('t2'))];
  try {
    const sides = [first.side, second.side] as const;
    const comparison = await compareServers({
      document: crew,
      sides,
      allowWrites: true,
      most: 2,
      operations: ['listPeople', 'getTask'],
    });
    expect(comparison.exchanges).toBeGreaterThan(0);
    const urls = [first.side.target.url, second.side.target.url] as const;
    const reporting = { document: 'crew.yaml', base: '', urls, secrets: [] };
    for (const { found } of comparison.operations)
      for (const { message } of found) expect(message.length).toBeLessThan(1000);
    expect(terminalReport(comparison, reporting, true).join('\n').length).toBeLessThan(100_000);
    expect(junitReport(comparison, reporting).length).toBeGreaterThan(0);
    expect(JSON.stringify(jsonReport(comparison, reporting)).length).toBeGreaterThan(0);
  } finally {
    await first.close();
    await second.close();
  }
});
