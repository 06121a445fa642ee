// Three replicas of one stand-in behind a load balancer: one is killed, and nobody notices.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Replicas, startReplicas } from '../replicas/replicas.ts';
import { type LoadBalancer, loadBalancer } from '../support/load-balancer.ts';
import { describeWithPostgres } from '../support/postgres.ts';

/** Three replicas and their load balancer for all tests of a `describe`. */
function threeReplicas() {
  let replicas: Replicas;
  let balancer: LoadBalancer;
  beforeAll(async () => {
    replicas = await startReplicas({ seed: 'three replicas' });
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
/** What a replica says of a register: the status, and its value. */
async function read(url: string, id: string, headers = {}): Promise<string> {
  const response = await fetch(`${url}/registers/${id}`, { headers });
  const { value } = (await response.json()) as { readonly value?: string };
  return `${response.status} ${value}`;
}
/** A list of a replica. */
async function list<T>(url: string, path: string): Promise<readonly T[]> {
  return (await fetch(`${url}/${path}`)).json() as Promise<readonly T[]>;
}

describeWithPostgres('three replicas', () => {
  const { all, urls, balancer } = threeReplicas();

  test('one is killed, and nobody notices', async () => {
    const { url, served } = balancer();
    const [, victim] = all();
    const ROUNDS = 30;
    const CLIENTS = 6;
    const noticed: string[] = [];
    let answers = 0;
    let killed: Promise<void> | undefined;
    const client = async (name: number) => {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const [id, value] = [`of-${name}`, `${round}`];
        const written = await put(url, id, value);
        const seen = await read(url, id);
        if (written.status !== (round === 1 ? 201 : 200) || seen !== `200 ${value}`)
          noticed.push(`client ${name}, round ${round}: ${written.status}, ${seen}`);
        answers += 2;
        if (answers >= CLIENTS * ROUNDS) killed ??= victim?.kill();
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
    // Of what came afterwards, each of the others has answered its part.
    expect(Math.min(first ?? 0, third ?? 0)).toBeGreaterThan((CLIENTS * ROUNDS) / 2);
  });

  test('what one has acknowledged the others answer with at once, each time', async () => {
    const [one, two, three] = urls();
    for (let turn = 0; turn < 25; turn += 1) {
      expect((await put(one, 'at-once', `${turn}`)).ok).toBe(true);
      const seen = await Promise.all([two, three].map((url) => read(url, 'at-once')));
      expect(seen).toEqual([`200 ${turn}`, `200 ${turn}`]);
    }
  });

  test('ids that they make at the same time never collide, and each is known everywhere', async () => {
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

  test('an undo at one takes back what was done at another', async () => {
    const [one, two, three] = urls();
    await put(one, 'undone', 'first');
    await put(two, 'undone', 'second');
    const undone = await fetch(`${three}/_understudy/undo`, {
      method: 'POST',
      body: JSON.stringify({ changes: 1 }),
      headers: JSON_TYPE,
    });
    expect(undone.status).toBe(200);
    expect(await Promise.all(urls().map((url) => read(url, 'undone')))).toEqual([
      '200 first',
      '200 first',
      '200 first',
    ]);
  });
});
