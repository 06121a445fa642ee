// Two hand-written servers of one document: reported differences, and changes to their data.

import { describe, expect, test } from 'vitest';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { compareServers, createSide } from '../../../src/verify/compare/compare-servers.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { compared, crew, differences } from '../../support/crew/compared.ts';
import { type Drift, startCrew } from '../../support/crew/crew.ts';

describe('two servers', () => {
  test('with the same behaviour have no differences, despite different ids', async () => {
    const comparison = await compared([{}, { ids: 'drawn' }]);
    expect(differences(comparison)).toEqual([]);
    expect(comparison.score).toBe(100);
    expect(comparison.operations.map(({ reason }) => reason)).toEqual(comparison.operations.map(() => undefined));
  });

  test.each<[Drift, operation: string, field: string]>([
    ['another enum value', 'addTask', '/body/state'],
    ['the id of another person', 'getTask', '/body/personId'],
    ['a deleted task is still there', 'getTask', '/status'],
  ])('of which one drifts have a difference there: %s', async (drift, operation, field) => {
    const comparison = await compared([{}, { ids: 'drawn', drift }]);
    expect(differences(comparison)).toContainEqual(expect.stringContaining(`${operation} ${field}: `));
    expect(comparison.score).toBeLessThan(100);
  });
});

test('two servers that do not respond have no score', async () => {
  const gone = { drift: 'the connection ends' } as const;
  const { operations, score } = await compared([gone, gone], { operations: ['getPerson'], phases: ['examples'] });
  expect(operations).toMatchObject([
    {
      exchanges: 0,
      score: undefined,
      reason: expect.stringMatching(/^neither server responded to \d+ of its requests$/),
    },
  ]);
  expect(score).toBeUndefined();
});

describe('no difference', () => {
  test('is reported for ignored fields, and those below them, in the named operation', async () => {
    const ignore = ['listTasks /body/tasks/*/person', '* /body/person', 'getTask /body/nothing'];
    const comparison = await compared([{}, { drift: 'an id instead of a name' }], { ignore });
    expect(differences(comparison)).toEqual([]);
    expect(comparison.ignoredCount).toBeGreaterThan(0);
    expect(comparison.unusedRules).toEqual(['getTask /body/nothing']);
    const elsewhere = { ignore: ['getPerson /body/person'], operations: ['getTask'] };
    expect(differences(await compared([{}, { drift: 'an id instead of a name' }], elsewhere))).toEqual([
      expect.stringContaining('getTask /body/person/name: '),
    ]);
    await expect(compared([{}, {}], { ignore: ['/body'] })).rejects.toThrow('--ignore needs an operation and a field');
  });

  test('but a warning is reported for error texts, and for the order of unsorted lists', async () => {
    const { operations } = await compared([{}, { ids: 'drawn', drift: 'newest items first' }], {
      operations: ['listTasks'],
    });
    const remarks = operations.flatMap(({ differences: found }) =>
      found.filter(({ severity }) => severity === 'warning'),
    );
    expect(remarks.map(({ field }) => field)).toEqual(expect.arrayContaining(['/body/message', '/body/tasks']));
  });

  test('is reported for unsent values, if the servers have other records', async () => {
    const other = { ids: 'drawn', titles: ['Paint', 'Plant'] } as const;
    expect(differences(await compared([{}, other]))).not.toEqual([]);
    expect(differences(await compared([{}, other], { hasOtherData: true }))).toEqual([]);
    expect(differences(await compared([other, {}], { hasOtherData: true }))).toEqual([]);
  });

  test.each<Drift>(['another error status', 'titles are trimmed'])(
    'but drifts are still reported: %s',
    async (drift) => {
      const other = { ids: 'drawn', titles: ['Paint', 'Plant'], drift } as const;
      expect(differences(await compared([{}, other], { hasOtherData: true }))).not.toEqual([]);
    },
  );
});

describe('a shared server', () => {
  test('is only read unless writes are allowed, and reports why operations were not compared', async () => {
    const seen: string[] = [];
    const look = { onRequest: (method: string) => void seen.push(method) };
    const { operations } = await compared([look, look], { allowWrites: false });
    expect(new Set(seen)).toEqual(new Set(['GET', 'HEAD']));
    const added = operations.find(({ operation }) => operation.id === 'addTask');
    expect(added).toMatchObject({ score: undefined, reason: expect.stringContaining('--allow-writes') });
  });

  test('has the same data afterwards', async () => {
    const made: string[] = [];
    const gone: string[] = [];
    const look = {
      onRequest(method: string, target: string) {
        if (method === 'DELETE') gone.push(target);
        if (method === 'POST') made.push(target);
      },
    };
    const { url, close } = await startCrew({ ids: 'drawn', ...look });
    const people = async () => (await (await fetch(`${url}/people`)).json()) as readonly unknown[];
    const before = await people();
    const first = await startCrew();
    const targets = [createTarget(first.url), createTarget(url)] as const;
    const shared = await detectSandboxes(targets[0]);
    await compareServers({
      document: crew,
      sides: [createSide(targets[0], shared, new Map()), createSide(targets[1], shared, new Map())],
      allowWrites: true,
      maxBoundaryRequests: 10,
    });
    expect(made.length).toBeGreaterThan(5);
    expect(gone.length).toBeGreaterThan(5);
    expect(await people()).toEqual(before);
    for (const target of targets) target.close();
    await first.close();
    await close();
  });
});
