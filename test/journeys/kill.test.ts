// A stand-in that is killed while it is being changed: whatever it had acknowledged is there when it is started again.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../src/engine/random.ts';
import { serve } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROUNDS = 5;
const PROJECT = '253727421948252873';
const APPS = ['254050008888791753', '254052256196856676', '257069253323131748'];
const USERS = ['249662167438068580', '252704730189400932', '257785285541104484', '264873875710431945'];
const OWNER = { authorization: 'Bearer token-owner', 'content-type': 'application/json' };

/** What clients know of the state: it may have at most one change of each application more. */
interface Known {
  /** Application to its acknowledged name, and the one asked for last. */
  readonly names: Map<string, readonly [acknowledged: string, asked: string]>;
  /** Acknowledged user grants. */
  readonly grants: string[];
}

/** What the control API tells of the state. */
interface State {
  readonly apis: { readonly identity: { readonly apps: readonly Named[]; readonly userGrants: readonly Named[] } };
}

interface Named {
  readonly id: string;
  readonly name?: string;
}

describe('a stand-in that is killed while it is being changed', () => {
  test('keeps every change that it acknowledged', async () => {
    const seed = process.env.UNDERSTUDY_TEST_SEED ?? crypto.randomUUID();
    console.log(`killed at moments drawn from UNDERSTUDY_TEST_SEED=${seed}`);
    const random = createRandom(seed);
    const cwd = await temporaryFolder();
    const known: Known = { names: new Map(), grants: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { url, child, ended } = await serve([], { cwd });
      await compare(url, known, `round ${round}, seed ${seed}`);
      let untilKill = 1 + Math.floor(random() * 60);
      const turns = Math.floor(random() * 30);
      await changeUntilKilled(url, known, USERS[round] ?? '', async () => {
        untilKill -= 1;
        if (untilKill !== 0) return;
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        child.kill('SIGKILL');
      });
      expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
    }
    const { url } = await serve([], { cwd });
    await compare(url, known, `at the end, seed ${seed}`);
  });
});

/** Looks whether everything known is in the state, and learns the names that stand there. */
async function compare(url: string, { names, grants }: Known, when: string): Promise<void> {
  const state = (await (await fetch(`${url}/_understudy/state`)).json()) as State;
  const { apps, userGrants } = state.apis.identity;
  const ids = userGrants.map((grant) => grant.id);
  expect(ids, when).toEqual(expect.arrayContaining(grants));
  for (const id of APPS) {
    const name = apps.find((app) => app.id === id)?.name ?? '';
    expect(names.get(id) ?? [name], when).toContain(name);
    names.set(id, [name, name]);
  }
}

/** Renames each application again and again and adds a grant, all at the same time, until nobody answers any more. */
async function changeUntilKilled(
  url: string,
  { names, grants }: Known,
  user: string,
  acknowledged: () => Promise<void>,
): Promise<void> {
  const renaming = APPS.map(async (id) => {
    for (;;) {
      const name = `renamed ${crypto.randomUUID()}`;
      names.set(id, [names.get(id)?.[0] ?? '', name]);
      await send('PUT', `${url}/management/v1/projects/${PROJECT}/apps/${id}`, { name });
      names.set(id, [name, name]);
      await acknowledged();
    }
  });
  const granting = async () => {
    if (user === '') return;
    const grant = { projectId: PROJECT, roleKeys: ['guest'] };
    const { userGrantId } = await send('POST', `${url}/management/v1/users/${user}/grants`, grant);
    grants.push(String(userGrantId));
    await acknowledged();
  };
  const ends = await Promise.allSettled([...renaming, granting()]);
  // A broken connection is what a kill looks like from here; anything else is not.
  for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof TypeError)) throw end.reason;
}

async function send(method: string, url: string, body: object): Promise<{ userGrantId?: string }> {
  const response = await fetch(url, { method, headers: OWNER, body: JSON.stringify(body) });
  const answer = (await response.json()) as object;
  expect(answer, `${method} ${url}`).not.toHaveProperty('code');
  return answer;
}
