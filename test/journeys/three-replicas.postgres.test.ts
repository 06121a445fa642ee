// Three replicas of a mock server behind a load balancer: consistent reads, failover, and shared sessions.

import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Replicas, startReplicas } from '../replicas/replicas.ts';
import { API_SCOPE, authorization, CLIENT, clientOf } from '../server/oidc/clients.ts';
import { Visitor } from '../server/oidc/visitor.ts';
import { USER } from '../support/identity-records.ts';
import { type LoadBalancer, loadBalancer } from '../support/load-balancer.ts';
import { identityMockServer } from '../support/mock-server.ts';
import { describeWithPostgres, sharedPostgres, startPostgres } from '../support/postgres.ts';

/** Three processes that serve registers and notes, and their load balancer, for all tests of a `describe`. */
function threeReplicas() {
  let replicas: Replicas;
  let balancer: LoadBalancer;
  beforeAll(async () => {
    replicas = await startReplicas({ seed: 'three replicas', postgres: await startPostgres() });
    balancer = await loadBalancer(replicas.all.map(({ url }) => url));
  });
  afterAll(async () => {
    await balancer?.close();
    await replicas?.close();
  });
  return {
    all: () => replicas.all,
    urls: () => replicas.all.map(({ url }) => url) as [string, string, string],
    balancer: () => balancer,
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const put = (url: string, id: string, value: string, headers = {}) =>
  fetch(`${url}/registers/${id}`, {
    method: 'PUT',
    body: JSON.stringify({ id, value }),
    headers: { ...JSON_TYPE, ...headers },
  });
/** Reads a register of a replica: the status and value. */
async function read(url: string, id: string, headers = {}): Promise<string> {
  const response = await fetch(`${url}/registers/${id}`, { headers });
  const { value } = (await response.json()) as { readonly value?: string };
  return `${response.status} ${value}`;
}
/** Reads a list of a replica. */
async function list<T>(url: string, path: string): Promise<readonly T[]> {
  return (await fetch(`${url}/${path}`)).json() as Promise<readonly T[]>;
}

describeWithPostgres('three replicas', () => {
  const { all, urls, balancer } = threeReplicas();

  test('clients do not notice that one is killed', async () => {
    const { url, served } = balancer();
    const [, victim] = all();
    const ROUNDS = 30;
    const CLIENTS = 6;
    const noticed: string[] = [];
    let responses = 0;
    let killed: Promise<void> | undefined;
    const client = async (name: number) => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const [id, value] = [`of-${name}`, `${round}`];
        const written = await put(url, id, value);
        const seen = await read(url, id);
        if (written.status !== (round === 1 ? 201 : 200) || seen !== `200 ${value}`)
          noticed.push(`client ${name}, round ${round}: ${written.status}, ${seen}`);
        responses += 2;
        if (responses >= CLIENTS * ROUNDS) killed ??= victim?.kill();
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
    await killed;
    expect(noticed).toEqual([]);
    expect(balancer().retries).toBeGreaterThan(0);

    await victim?.start();
    const [first, , third] = served;
    const listed = await Promise.all(urls().map((one) => list<{ readonly value: string }>(one, 'registers')));
    expect(listed[0]?.map(({ value }) => value)).toEqual(Array.from({ length: CLIENTS }, () => `${ROUNDS}`));
    expect([listed[1], listed[2]]).toEqual([listed[0], listed[0]]);
    // Each of the others has served its share of the later requests.
    expect(Math.min(first ?? 0, third ?? 0)).toBeGreaterThan((CLIENTS * ROUNDS) / 2);
  });

  test('a change that one acknowledged is visible at the others at once, each time', async () => {
    const [one, two, three] = urls();
    for (let turn = 0; turn < 25; turn += 1) {
      expect((await put(one, 'at-once', `${turn}`)).ok).toBe(true);
      const seen = await Promise.all([two, three].map((url) => read(url, 'at-once')));
      expect(seen).toEqual([`200 ${turn}`, `200 ${turn}`]);
    }
  });

  test('ids that they generate concurrently are unique, and all items are visible everywhere', async () => {
    const [one, two, three] = urls();
    const made = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const url = [one, two, three][n % 3];
        const response = await fetch(`${url}/notes`, {
          method: 'POST',
          body: JSON.stringify({ text: `note ${n}` }),
          headers: JSON_TYPE,
        });
        expect(response.status).toBe(201);
        return ((await response.json()) as { readonly id: string }).id;
      }),
    );
    expect(new Set(made).size).toBe(30);
    for (const url of urls()) {
      const notes = await list<{ readonly id: string }>(url, 'notes');
      expect(notes.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    }
  });

  test('a sandbox that one creates and another changes can be removed everywhere', async () => {
    const [one, two, three] = urls();
    const inBlue = { 'x-understudy-sandbox': 'blue' };
    await put(one, 'in-main', 'main');
    const made = await fetch(`${one}/_understudy/sandboxes`, {
      method: 'POST',
      body: JSON.stringify({ name: 'blue', from: 'main' }),
      headers: JSON_TYPE,
    });
    expect(made.status).toBe(201);
    expect(await read(two, 'in-main', inBlue)).toBe('200 main');
    expect((await put(two, 'in-blue', 'changed', inBlue)).status).toBe(201);
    expect(await read(three, 'in-blue', inBlue)).toBe('200 changed');
    expect(await read(three, 'in-blue')).toMatch('404');

    // During the removal, the third one responds with the stored value or 404, and nothing else.
    const responses: string[] = [];
    let isGone = false;
    const responding = (async () => {
      while (!isGone || responses.length < 3) {
        responses.push(await read(three, 'in-blue', inBlue));
      }
    })();
    const removed = await fetch(`${two}/_understudy/sandboxes/blue`, { method: 'DELETE' });
    isGone = true;
    await responding;
    expect(removed.ok).toBe(true);
    const before = responses.findIndex((answer) => !answer.startsWith('200'));
    expect(new Set(responses.slice(0, before < 0 ? undefined : before))).toEqual(new Set(['200 changed']));
    for (const answer of responses.slice(before < 0 ? responses.length : before)) expect(answer).toMatch(/^404/);
    for (const url of urls()) expect(await read(url, 'in-blue', inBlue)).toMatch('404');
    expect(await read(one, 'in-main')).toBe('200 main');
  });

  test('a snapshot of one can be restored at another, and an undo at the third reverts changes of any', async () => {
    const [one, two, three] = urls();
    const control = (url: string, path: string, body: object) =>
      fetch(`${url}/_understudy/${path}`, { method: 'POST', body: JSON.stringify(body), headers: JSON_TYPE });
    const value = (url: string) => read(url, 'undone');
    await put(one, 'undone', 'first');
    expect((await control(one, 'snapshots', { name: 'then' })).status).toBe(201);
    await put(two, 'undone', 'second');
    const undone = await control(three, 'undo', { changes: 1 });
    expect([undone.status, await undone.text()]).toEqual([200, expect.stringContaining('1')]);
    expect(await Promise.all(urls().map(value))).toEqual(['200 first', '200 first', '200 first']);
    await put(three, 'undone', 'third');
    expect((await control(two, 'snapshots/then/restore', {})).ok).toBe(true);
    expect(await Promise.all(urls().map(value))).toEqual(['200 first', '200 first', '200 first']);
  });
});

describeWithPostgres('three replicas of the identity API', () => {
  const postgres = sharedPostgres();

  test('a login, its tokens and its session work with each request at another replica', async () => {
    const store = await postgres().database();
    const urls: string[] = [];
    // They share only the database, like separate processes; consecutive requests go to different replicas.
    for (let count = 0; count < 3; count += 1)
      urls.push((await (await identityMockServer({ store, now: () => new Date() })).listen()).url);
    const { url, served, close } = await loadBalancer(urls);
    onTestFinished(close);
    const config = await clientOf({ url }, CLIENT.summitCam);
    const visitor = new Visitor((request) => fetch(request));
    const { url: begin, checks } = await authorization(config, `openid offline_access ${API_SCOPE}`);
    const back = await visitor.logIn(begin, { user: USER.marlene });
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    expect(tokens.claims()?.sub).toBe(USER.marlene);
    for (let turn = 0; turn < 3; turn += 1) {
      const search = await fetch(`${url}/management/v1/projects/_search`, {
        method: 'POST',
        body: '{}',
        headers: { ...JSON_TYPE, authorization: `Bearer ${tokens.access_token}` },
      });
      expect(search.status).toBe(200);
    }
    let refresh = tokens.refresh_token ?? '';
    for (let turn = 0; turn < 3; turn += 1) {
      const again = await openid.refreshTokenGrant(config, refresh);
      expect(again.refresh_token).not.toBe(refresh);
      refresh = again.refresh_token ?? '';
    }
    // Every replica has the session: no login page.
    for (let turn = 0; turn < 3; turn += 1) {
      const { url: silent } = await authorization(config, 'openid', { prompt: 'none' });
      expect((await visitor.go(silent)).url.searchParams.get('code')).toBeTruthy();
    }
    expect(Math.min(...served)).toBeGreaterThan(3);
  });
});
