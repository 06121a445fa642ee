// Faults set at startup.

import { expect, test } from 'vitest';
import { createMockServer } from '../../src/index.ts';
import { rejection, serve } from '../support/command.ts';
import { pets } from '../support/pets/api.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('serve --fault and --delay add faults to main and to new sandboxes, until they are removed', async () => {
  const args = [
    '--memory',
    '--fault',
    'searchProjects: code=aborted; GET /management/v1/healthz: reset',
    '--delay',
    '1-2',
  ];
  const { url } = await serve(args, { cwd: await temporaryFolder() });
  const search = async (sandbox: string) => {
    const headers = { authorization: 'Bearer token-owner', 'x-understudy-sandbox': sandbox };
    return (await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers })).status;
  };
  expect([await search('main'), await search('new')]).toEqual([409, 409]);
  await fetch(`${url}/_understudy/faults`, { method: 'DELETE' });
  expect([await search('main'), await search('new')]).toEqual([200, 409]);
  await fetch(`${url}/_understudy/reset`, { method: 'POST' });
  expect(await search('main')).toBe(409);
});

test('a server does not start with invalid faults or targets, and lists all of them', async () => {
  const args = ['--memory', '--fault', 'updateapp: status=503; updateApp: sttus=503', '--delay', 'long'];
  const { code, stderr } = await rejection(['demo', '--port', '0', ...args], { cwd: await temporaryFolder() });
  expect(code).toBe(2);
  expect(stderr).toContain('Invalid faults:');
  expect(stderr).toContain('--fault updateapp: status=503: unknown operation "updateapp"; did you mean updateApp?');
  expect(stderr).toContain('--fault updateApp: sttus=503: invalid fault "sttus=503"');
  expect(stderr).toContain('--delay delay=long: invalid fault "delay=long"; expected milliseconds up to 600000');
});

test('a mock server in code accepts faults as settings', async () => {
  const mockServer = await createMockServer({ apis: [pets], fault: 'listPets: code=unavailable' });
  expect((await mockServer.fetch(new Request('http://localhost/pets'))).status).toBe(503);
  await mockServer.close();
});
