// Recorded requests are sent to two servers, with the ids of each.

import { describe, expect, test } from 'vitest';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { compareRecorded } from '../../../src/verify/compare/compare-recorded.ts';
import { createSide, type ParitySettings } from '../../../src/verify/compare/compare-servers.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { crew, differences } from '../../support/crew/compared.ts';
import { type CrewSettings, startCrew } from '../../support/crew/crew.ts';
import { aDay, recorder } from '../../support/crew/record.ts';

/** A recorded session with a crew server. @param shown - the recorded address */
async function day(settings: CrewSettings = {}, shown?: string): Promise<string> {
  const server = await startCrew(settings);
  const recording = recorder(server.url, shown);
  await aDay(recording);
  await server.close();
  return recording.har();
}

async function compared(har: string, settings: readonly CrewSettings[], more: Partial<ParitySettings> = {}) {
  const servers = await Promise.all(settings.map(startCrew));
  const targets = servers.map(({ url }) => createTarget(url));
  const [one, other] = await Promise.all(
    targets.map(async (target) => createSide(target, await detectSandboxes(target), new Map())),
  );
  if (!one || !other) throw new Error('expected two sides');
  try {
    const { recorded, remarks } = await matchRecording(crew, readHar(har, 'day.har'));
    return await compareRecorded(
      { document: crew, sides: [one, other], allowWrites: true, ...more },
      recorded,
      remarks,
    );
  } finally {
    for (const target of targets) target.close();
    await Promise.all(servers.map(({ close }) => close()));
  }
}

describe('a recording', () => {
  test.each<[string, CrewSettings]>([
    ['counts its ids', {}],
    ['draws its ids', { ids: 'drawn' }],
  ])('of a server that %s has no differences on two servers with the same behaviour', async (_, settings) => {
    const comparison = await compared(await day(settings), [{}, { ids: 'drawn' }]);
    expect(differences(comparison)).toEqual([]);
    expect(comparison.score).toBe(100);
    expect(comparison.exchanges).toBe(14);
    const statuses = comparison.operations.map(({ operation, reason }) => [operation.id, reason]);
    expect(statuses).toEqual(
      ['listPeople', 'addPerson', 'getPerson', 'listTasks', 'addTask', 'getTask', 'removeTask', 'changeTask'].map(
        (id) => [id, undefined],
      ),
    );
    expect(comparison.notices).toEqual(['1 of 9 operations were not recorded.']);
  });

  test('shows the drift of one server', async () => {
    const found = differences(await compared(await day(), [{}, { ids: 'drawn', drift: 'a change is not stored' }]));
    expect(found).toContainEqual(expect.stringContaining('listTasks /body/tasks/*/state: '));
    const order = differences(await compared(await day(), [{}, { drift: 'sorting is ignored' }]));
    expect(order).toContainEqual(expect.stringContaining('listTasks /body/tasks: '));
  });

  test('changes only its own items on shared servers, and removes them in the end', async () => {
    const seen: string[] = [];
    const look = { onRequest: (method: string, target: string) => void seen.push(`${method} ${target}`) };
    const server = await startCrew();
    const recording = recorder(server.url);
    const [first] = (await recording.send('GET', '/people')) as readonly { readonly id: string }[];
    await recording.send('DELETE', `/people/${first?.id}`);
    await recording.send('POST', '/people', { name: 'Eve' });
    await server.close();
    const comparison = await compared(recording.har(), [look, {}]);
    expect(comparison.operations.find(({ operation }) => operation.id === 'removePerson')).toMatchObject({
      score: undefined,
      reason: 'it would change data that the run did not create',
    });
    expect(seen).toEqual([
      'GET /_understudy/clock',
      'GET /people',
      // Items that existed before.
      'GET /people',
      'POST /people',
      expect.stringMatching(/^DELETE \/people\/per_10[6-9]$/),
    ]);
    seen.length = 0;
    await compared(recording.har(), [look, {}], { allowWrites: false });
    expect(seen).toEqual(['GET /_understudy/clock', 'GET /people']);
  });

  test('deletes no existing item, though creating one returns it', async () => {
    const server = await startCrew();
    const recording = recorder(server.url);
    const made = (await recording.send('POST', '/people', { name: 'Ann' })) as { readonly id: string };
    await recording.send('DELETE', `/people/${made.id}`);
    await server.close();
    const deleted: string[] = [];
    const onRequest = (method: string, target: string) => void (method === 'DELETE' && deleted.push(target));
    const comparison = await compared(recording.har(), [{ areNamesTheirs: true, onRequest }, {}]);
    expect(deleted).toEqual([]);
    expect(comparison.operations.find(({ operation }) => operation.id === 'removePerson')?.reason).toBe(
      'it would change data that the run did not create',
    );
    const second = await compared(recording.har(), [{}, { areNamesTheirs: true, onRequest }]);
    expect(deleted).toEqual([]);
    expect(second.operations.find(({ operation }) => operation.id === 'removePerson')?.reason).toBe(
      'it would change data that the run did not create on the candidate',
    );
    await compared(recording.har(), [{ onRequest }, {}]);
    expect(new Set(deleted).size).toBe(1);
  });

  test('is sent to the given servers, not to the recorded address', async () => {
    const elsewhere: string[] = [];
    const other = await startCrew({ onRequest: (method) => void elsewhere.push(method) });
    const har = await day({}, `${other.url}/gateway/v7`);
    const comparison = await compared(har, [{}, {}]);
    expect(comparison.score).toBe(100);
    expect(comparison.exchanges).toBe(14);
    await other.close();
    expect(elsewhere).toEqual([]);
  });
});
