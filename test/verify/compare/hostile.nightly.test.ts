// Comparisons with hostile servers complete, and reports of them are short.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { compareServers, createSide } from '../../../src/verify/compare/compare-servers.ts';
import { jsonReport } from '../../../src/verify/compare/report/json.ts';
import { comparisonJunit } from '../../../src/verify/compare/report/junit.ts';
import { comparisonText } from '../../../src/verify/compare/report/terminal.ts';
import type { Secret } from '../../../src/verify/report/secrets.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { crew } from '../../support/crew/compared.ts';
import { hostileJson } from '../../support/hostile-json.ts';

/** A server that returns one body to every request. */
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
  const sandboxes = { areIsolated: false, withSandbox: (work: (sandbox: object) => unknown) => work({}) };
  return {
    side: createSide(target, sandboxes as Parameters<typeof createSide>[1], new Map()),
    close: async () => {
      target.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Compares two servers that return one body each to every request. */
async function compared(bodies: readonly [Uint8Array, Uint8Array], operations: readonly string[]) {
  const [first, second] = [await hostile(bodies[0]), await hostile(bodies[1])];
  try {
    const sides = [first.side, second.side] as const;
    const comparison = await compareServers({
      document: crew,
      sides,
      allowWrites: true,
      maxBoundaryRequests: 2,
      operations,
    });
    const urls = [first.side.target.url, second.side.target.url] as const;
    return { comparison, reporting: { document: 'crew.yaml', base: '', urls, secrets: [] } };
  } finally {
    await first.close();
    await second.close();
  }
}

test.each(hostileJson)('compares servers that return %s, with short reports', async (_, body) => {
  const { comparison, reporting } = await compared([body('t1'), body('t2')], ['listPeople', 'getTask']);
  expect(comparison.exchanges).toBeGreaterThan(0);
  for (const { differences: found } of comparison.operations)
    for (const { message } of found) expect(message.length).toBeLessThan(1000);
  expect(comparisonText(comparison, reporting, true).join('\n').length).toBeLessThan(100_000);
  expect(comparisonJunit(comparison, reporting, undefined).length).toBeGreaterThan(0);
  expect(JSON.stringify(jsonReport(comparison, reporting)).length).toBeGreaterThan(0);
});

test('redacts a pair of responses once per report, regardless of the number of differences', async () => {
  const body = (value: string) =>
    Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, value]))));
  const { comparison, reporting } = await compared([body('hush'), body('loud')], ['listPeople']);
  const differences = (secrets: readonly Secret[]) =>
    jsonReport(comparison, { ...reporting, secrets }).operations.flatMap((one) => [
      ...one.differences,
      ...one.warnings,
    ]);
  const open = differences([]);
  expect(open.length).toBeGreaterThan(49);
  expect(new Set(open.map(({ reference }) => reference)).size).toBe(1);
  expect(open[0]?.reference.body).toContain('hush');
  expect(differences([{ text: 'hush', replacement: '$TOKEN', shell: '$TOKEN' }])[0]?.reference.body).not.toContain(
    'hush',
  );
});
