// Coverage counts of replicas are summed, in any batches, also beyond the limit of sandboxes.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAccountNames } from '../../src/cluster/coverage-counter-names.ts';
import { SharedTallies } from '../../src/cluster/shared-tallies.ts';
import type { SharedTally } from '../../src/cluster/shared-tally.ts';
import type { Tally } from '../../src/coverage/tally.ts';
import { createDocument, type Document } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import type { Sandbox } from '../../src/server/pipeline/sandbox/sandbox.ts';
import { documentOf, jsonAnswers } from '../support/own-api.ts';
import { createSharedLedgers, type SharedLedgers } from '../support/shared-ledgers.ts';
import { temporaryFolder } from '../support/temporary.ts';

let document: Document;
beforeAll(async () => {
  document = createDocument(await openDocument(new URL('../support/pets/pets.yaml', import.meta.url)));
});

function replica(ledgers: SharedLedgers, { served = document, most }: { served?: Document; most?: number } = {}) {
  const tallies = new SharedTallies(ledgers, { apis: [{ api: 'pets', document: served }], isLocal: false, most });
  /** What a sandbox counts, of which others know by its tag. */
  const stand = (name: string, tag?: string) => {
    const tally = tallies.create();
    tallies.identify({ name, tally } as Sandbox, tag);
    return tally;
  };
  return Object.assign(tallies, { stand });
}

function count(tally: Tally, id: string, status = 200, of = document): void {
  const operation = of.operations.get(id);
  if (!operation) throw new Error(`no operation ${id}`);
  const response = { status, mediaType: 'application/json', body: undefined };
  tally.count({ operation, isCall: false, request: undefined, brings: undefined, response });
}

const requests = (tally: Tally, of = document) =>
  Object.fromEntries(
    [...of.operations].flatMap(([id, operation]) => {
      const { requests = 0, statuses = [], undeclared = [] } = tally.cell(operation) ?? {};
      const responses = [...statuses, ...[...undeclared].map(([, times]) => times)].reduce(
        (sum, times) => sum + times,
        0,
      );
      return requests > 0 ? [[id, [requests, responses]]] : [];
    }),
  );

describe('counts of replicas', () => {
  test('are the sum of all requests, at any time', async () => {
    const step = fc.record({
      at: fc.nat(2),
      what: fc.constantFrom('listPets', 'getPet', 'addPet', '/nowhere', 'look', 'clear'),
      status: fc.constantFrom(200, 404, 418, 499),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const ledgers = createSharedLedgers();
        const replicas = Array.from({ length: 3 }, () => replica(ledgers));
        const mains = replicas.map(({ stand }) => stand('main'));
        let [operations, unmatched] = [new Map<string, number>(), 0];
        for (const { at, what, status } of steps) {
          const [one, main] = [replicas[at], mains[at]];
          if (!one || !main) continue;
          if (what === 'look') await one.counted([main], false);
          else if (what === 'clear') {
            await one.clear([main], false);
            // As each of them reads with its next request.
            for (const [other, tally] of mains.entries())
              replicas[other]?.wasCleared({ tally } as Sandbox, one.clearedOf({ tally: main } as Sandbox));
            [operations, unmatched] = [new Map(), 0];
          } else if (what === '/nowhere') {
            main.countUnmatched({ method: 'GET', path: what, status });
            unmatched += 1;
          } else {
            count(main, what, status);
            operations.set(what, (operations.get(what) ?? 0) + 1);
          }
        }
        for (const [at, one] of replicas.entries()) await one.counted(mains.slice(at, at + 1), false);
        for (const [at, one] of replicas.entries()) {
          const whole = await one.counted(mains.slice(at, at + 1), false);
          expect(requests(whole)).toEqual(
            Object.fromEntries([...operations].map(([id, times]) => [id, [times, times]])),
          );
          expect(whole.unmatched.reduce((sum, { count }) => sum + count, 0)).toBe(unmatched);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('in more sandboxes than the limit are reported in the total', async () => {
    const ledgers = createSharedLedgers();
    const [one, other] = [replica(ledgers, { most: 1 }), replica(ledgers)];
    const [blue, red] = [one.stand('blue', '1'), one.stand('red', '1')];
    count(blue, 'listPets');
    count(red, 'listPets');
    count(red, 'getPet');
    expect(requests(await one.counted([red], false))).toEqual({});
    expect(requests(await other.counted([], true))).toEqual({ listPets: [2, 2], getPet: [1, 1] });
    await other.clear([], true);
    count(red, 'getPet');
    // It reads that the rest was cleared when it sends counts with the old number.
    await one.counted([red], false);
    count(red, 'getPet');
    expect(requests(await one.counted([], true))).toEqual({ getPet: [1, 1] });
    count(red, 'getPet');
    await one.clear([], true);
    count(red, 'getPet');
    expect(requests(await one.counted([], true))).toEqual({ getPet: [1, 1] });
    // A removed sandbox frees space.
    one.end(blue);
    count(red, 'listPets');
    await one.counted([], true);
    expect(requests(await other.counted([other.stand('red', '1')], false))).toEqual({ listPets: [1, 1] });
  });

  test('are cleared with all that is pending, both in shared and in local sandboxes', async () => {
    const ledgers = createSharedLedgers();
    const [one, other] = [replica(ledgers), replica(ledgers)];
    const [main, own] = [one.stand('main'), one.create()];
    for (const tally of [main, own]) {
      count(tally, 'listPets');
      tally.countUnmatched({ method: 'GET', path: '/nowhere', status: 404 });
    }
    await one.clear([main, own], false);
    expect(requests(await one.counted([main, own], false))).toEqual({});
    expect(ledgers.all.get('main')?.accounts.size).toBe(0);
    count(own, 'getPet');
    await one.counted([own], false);
    one.identify({ name: 'mine', tally: own } as Sandbox, '1');
    await one.counted([], true);
    expect(requests(await other.counted([other.stand('mine', '1')], false))).toEqual({ getPet: [1, 1] });
    expect(ledgers.all.get('mine@1')?.cleared).toBe(1);
  });

  test('in a sandbox of one replica only are reported in the total when it was removed', async () => {
    const ledgers = createSharedLedgers();
    const [one, other] = [replica(ledgers), replica(ledgers)];
    const tally = one.create();
    count(tally, 'listPets');
    tally.countUnmatched({ method: 'GET', path: '/nowhere', status: 404 });
    expect(requests(await one.counted([tally], false))).toEqual({ listPets: [1, 1] });
    one.end(tally);
    await one.counted([], true);
    const all = await other.counted([], true);
    expect(requests(all)).toEqual({ listPets: [1, 1] });
    expect(all.unmatched).toMatchObject([{ path: '/nowhere', count: 1 }]);
  });

  test.each([
    ['in existing sandboxes', false],
    ['in removed sandboxes', true],
  ])('%s are sent in batches, and are complete for a reader', async (_, isGone) => {
    const ledgers = createSharedLedgers();
    const [one, other] = [replica(ledgers), replica(ledgers)];
    const long = 'x'.repeat(190);
    for (let at = 0; at < 60; at += 1) {
      const tally = one.stand(`much-${at}`, '1');
      for (let path = 0; path < 100; path += 1)
        tally.countUnmatched({ method: 'GET', path: `/${path}/${long}`, status: 404 });
      if (isGone) one.end(tally);
    }
    await one.counted([], true);
    const { unmatched, unmatchedBeyond } = await other.counted([], true);
    expect(unmatched.reduce((sum, { count }) => sum + count, unmatchedBeyond)).toBe(6000);
    expect(ledgers.longest).toBeLessThan(400_000);
  });

  test('of a large document are sent in batches, too', async () => {
    const ledgers = createSharedLedgers();
    const properties = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`property${at}`, {}]));
    const paths = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [
        `/things/${at}`,
        { get: { operationId: `get${at}`, responses: jsonAnswers({ 200: { $ref: '#/components/schemas/Thing' } }) } },
      ]),
    );
    const path = join(await temporaryFolder(), 'large.json');
    await writeFile(path, JSON.stringify(documentOf(paths, { components: { schemas: { Thing: { properties } } } })));
    const large = createDocument(await openDocument(path));
    const [one, other] = [replica(ledgers, { served: large }), replica(ledgers, { served: large })];
    const main = one.stand('main');
    for (const id of large.operations.keys()) count(main, id, 200, large);
    const some = one.create() as SharedTally;
    for (const id of large.operations.keys()) count(some, id, 200, large);
    const lengths = [{ until: 0 }, { room: 10_000 }, {}].map((limits) => some.outgoing(({ id }) => id, limits).length);
    expect(lengths).toEqual([1, expect.toSatisfy((length) => length > 1 && length < 100), expect.any(Number)]);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(400);
    await one.counted([main], false);
    expect(Object.keys(requests(await other.counted([], true), large))).toHaveLength(400);
    expect(ledgers.longest).toBeLessThan(400_000);
  });

  test('are added to what remained when a sandbox ended and started again', async () => {
    const ledgers = createSharedLedgers();
    const one = replica(ledgers);
    const before = one.stand('mine', '1');
    count(before, 'listPets');
    await one.counted([before], false);
    for (const tally of [before, one.stand('mine', '1')]) {
      count(tally, 'getPet');
      one.end(tally);
    }
    const after = one.stand('mine', '1');
    count(after, 'listPets');
    expect(requests(await one.counted([after], false))).toEqual({ listPets: [2, 2], getPet: [2, 2] });
  });

  test('are reported also with foreign rows beside them', async () => {
    const ledgers = createSharedLedgers();
    const one = replica(ledgers);
    const main = one.stand('main');
    main.countUnmatched({ method: 'GET', path: '/nowhere', status: 404 });
    const statuses = { total: 2, counts: { 200: 1, x: 1 }, most: 100, marks: '', meaning: '' };
    const wrong = { total: 3, counts: { 'no list': 1, '["GET"]': 2 }, most: 100, marks: '', meaning: '' };
    const accounts = [
      { ...wrong, name: 'unmatched' },
      { ...wrong, name: '["pets","gone"]' },
      { ...statuses, name: '["pets","listPets"]' },
    ];
    await ledgers.add([{ ledger: 'main', cleared: 0, accounts }], { writer: 'somebody', number: 1 });
    const whole = await one.counted([main], false);
    expect(whole.unmatched).toMatchObject([{ path: '/nowhere', count: 1 }]);
    expect(whole.unmatchedBeyond).toBe(3);
    expect(requests(whole)).toEqual({ listPets: [2, 1] });
  });

  test('have names that PostgreSQL can store, for any operation id', async () => {
    const long = `${'x'.repeat(300)}\u0000`;
    const operation = (id: string) => ({ id });
    const all = ['listPets', `${long}1`, `${long}2`, '"\\\ud800'];
    const operations = new Map(all.map((id) => [id, operation(id)]));
    const apis = [{ api: 'pets', document: { operations } }] as unknown as Parameters<typeof createAccountNames>[0];
    const [one, other] = [createAccountNames(apis), createAccountNames(apis)];
    const names = [...operations.values()].map((of) => one.of(of as never));
    expect(names[0]).toBe('["pets","listPets"]');
    expect(new Set(names).size).toBe(4);
    for (const [at, name] of names.entries()) {
      expect(name).toMatch(/^[\x20-\x7e]{1,200}$/);
      expect(other.operation(name)).toBe(operations.get(all[at] ?? ''));
    }
    expect(one.operation('["pets","gone"]')).toBeUndefined();
  });
});
