// A mock matches nearly all responses of a correct hand-written server.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { understudy } from '../../support/command.ts';
import { startCrew } from '../../support/crew/crew.ts';
import { TOKEN as HARBOUR_TOKEN, startHarbour } from '../../support/harbour/harbour.ts';
import { TOKEN as NOTEBOOK_TOKEN, startNotebook } from '../../support/notebook/notebook.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const inSupport = (path: string) => fileURLToPath(new URL(`../../support/${path}`, import.meta.url));

test.each([
  ['notebook/notebook.yaml', startNotebook, ['--reference-auth', `key=${NOTEBOOK_TOKEN}`]],
  ['harbour/harbour.yaml', startHarbour, ['--reference-auth', `token=${HARBOUR_TOKEN}`]],
  ['crew/crew.yaml', startCrew, []],
] as const)('matches at least 90 %% of %s', async (path, start, auth) => {
  const { url, close } = await start();
  const args = ['parity', inSupport(path), url, '--allow-writes', '--json', ...auth];
  const { stdout } = await understudy(args, { cwd: await temporaryFolder() }).ended;
  await close();
  const { score, operations } = JSON.parse(stdout);
  expect(operations.map(({ requests }: { readonly requests: number }) => requests > 0)).not.toEqual(
    operations.map(() => false),
  );
  expect(score).toBeGreaterThanOrEqual(90);
  // A server may accept references to unknown items, which a mock rejects.
  if (start === startCrew)
    for (const id of ['addTask', 'changeTask'])
      expect(operations.find(({ operation }: { readonly operation: string }) => operation === id)).toHaveProperty(
        'score',
        100,
      );
});
