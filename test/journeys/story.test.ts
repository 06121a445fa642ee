// The workflow of a frontend developer: search, rename an application, grant a role, restart.

import { describe, expect, test } from 'vitest';
import { serve } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const OWNER = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
type Json = any;

async function send(method: string, url: string, body: object): Promise<{ status: number; body: Json }> {
  const response = await fetch(url, { method, headers: OWNER, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

async function stateOf(url: string): Promise<Json> {
  const state: Json = await (await fetch(`${url}/_understudy/state`)).json();
  return state.apis.identity;
}

describe('a mock server with a data folder', () => {
  test('has all changes after a restart', async () => {
    const cwd = await temporaryFolder();
    const first = await serve([], { cwd });

    const query = { queries: [{ nameQuery: { name: 'Hut Booking' } }] };
    const found = await send('POST', `${first.url}/management/v1/projects/_search`, query);
    const [project] = found.body.result;
    expect(project.name).toBe('Hut Booking');
    const rename = `/management/v1/projects/${project.id}/apps/254050008888791753`;
    const renamed = await send('PUT', first.url + rename, { name: 'Hut Booking Web' });
    expect(renamed.status).toBe(200);
    const grant = '/management/v1/users/252704730189400932/grants';
    const roles = { projectId: project.id, roleKeys: ['guest'] };
    const granted = await send('POST', first.url + grant, roles);
    expect(granted.status).toBe(200);
    const before = await stateOf(first.url);
    first.stop();
    expect((await first.ended).code).toBe(0);

    const second = await serve([], { cwd });
    const after = await stateOf(second.url);
    expect(after).toEqual(before);
    expect(after.apps).toContainEqual(expect.objectContaining({ id: '254050008888791753', name: 'Hut Booking Web' }));
    expect(after.userGrants).toContainEqual(
      expect.objectContaining({ id: granted.body.userGrantId, roleKeys: ['guest'] }),
    );
    const renamedAgain = await send('PUT', second.url + rename, { name: 'Hut Booking Web' });
    expect(renamedAgain).toMatchObject({ status: 400, body: { message: 'No changes (COMMAND-2m8vx)' } });
    const grantedAgain = await send('POST', second.url + grant, roles);
    expect(grantedAgain).toMatchObject({ status: 409, body: { code: 6 } });
    expect((await send('POST', `${second.url}/management/v1/projects/_search`, query)).body.result).toEqual([project]);
  });
});
