// Fifty concurrent sandboxes on one server are isolated.

import { describe, expect, test } from 'vitest';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { serve } from '../support/command.ts';
import { runs } from '../support/runs.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SANDBOXES = 50;
const OPERATIONS = runs(200, 50);
const PROJECT = '253727421948252873';
const APPS = ['254050008888791753', '254052256196856676', '257069253323131748'] as const;
const ALREADY_EXISTS = 6;
const USERS = ['249662167438068580', '252704730189400932', '257785285541104484', '264873875710431945'] as const;

/** The expected state of a sandbox: names of renamed applications, and ids of user grants by user. */
interface Model {
  readonly names: Map<string, string>;
  readonly grants: Map<string, string>;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface TestResponse {
  readonly code?: number;
  readonly userGrantId?: string;
  readonly details?: { readonly totalResult?: string };
  readonly apis: { readonly identity: { readonly apps: readonly Named[]; readonly userGrants: readonly Named[] } };
}

type Send = (method: string, path: string, body?: unknown) => Promise<TestResponse>;

const pick = <T>(random: RandomNumbers, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Runs one random operation on the server and in the model. Names of applications must be unique, so new ones are `unique`. */
async function step(send: Send, model: Model, random: RandomNumbers, unique: string): Promise<void> {
  const kind = random();
  if (kind < 0.4) {
    const app = pick(random, APPS);
    const renamed = await send('PUT', `/management/v1/projects/${PROJECT}/apps/${app}`, { name: unique });
    expect(renamed).not.toHaveProperty('code');
    model.names.set(app, unique);
  } else if (kind < 0.6) {
    const user = pick(random, USERS);
    const grant = { projectId: PROJECT, roleKeys: ['guest'] };
    const { code, userGrantId } = await send('POST', `/management/v1/users/${user}/grants`, grant);
    expect(code).toBe(model.grants.has(user) ? ALREADY_EXISTS : undefined);
    if (code === undefined) model.grants.set(user, String(userGrantId));
  } else if (kind < 0.97) {
    const response = await send('POST', '/management/v1/projects/_search', {});
    expect(response.details?.totalResult).toBe('7');
  } else {
    await send('POST', '/_understudy/reset');
    model.names.clear();
    model.grants.clear();
  }
}

type Records = TestResponse['apis']['identity'];

/** Compares the records with the model. */
function compare({ apps, userGrants }: Records, { names, grants }: Model, before: Records): void {
  const renamed = before.apps.map(({ id, name }) => [id, names.get(id) ?? name]);
  expect(apps.map(({ id, name }) => [id, name])).toEqual(renamed);
  const granted = [...before.userGrants.map(({ id }) => id), ...grants.values()];
  expect(userGrants.map(({ id }) => id).sort()).toEqual(granted.sort());
}

describe('many concurrent sandboxes', () => {
  test(`do ${OPERATIONS} mixed operations each, in isolation`, async () => {
    const seed = process.env.TEST_SEED ?? crypto.randomUUID();
    console.log(`random operations of TEST_SEED=${seed}`);
    const { url } = await serve([], { cwd: await temporaryFolder() });
    const sendIn =
      (sandbox: string): Send =>
      async (method, path, body) => {
        const headers = {
          authorization: 'Bearer token-owner',
          'x-understudy-sandbox': sandbox,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        };
        const response = await fetch(url + path, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
        });
        return (await response.json()) as TestResponse;
      };
    const before = await sendIn('main')('GET', '/_understudy/state');
    const sandboxes = Array.from({ length: SANDBOXES }, (_, number) => `test-${number}`);
    await Promise.all(
      sandboxes.map(async (sandbox) => {
        const send = sendIn(sandbox);
        const random = createRandomNumbers(`${seed} ${sandbox}`);
        const model: Model = { names: new Map(), grants: new Map() };
        for (let done = 0; done < OPERATIONS; done += 1) await step(send, model, random, `${sandbox} ${done}`);
        compare((await send('GET', '/_understudy/state')).apis.identity, model, before.apis.identity);
      }),
    );
    expect(await sendIn('main')('GET', '/_understudy/state')).toEqual(before);
  });
});
