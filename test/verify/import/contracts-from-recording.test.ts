// Contract cases from a recording: requests whose responses remain valid at its end.

import { describe, expect, test } from 'vitest';
import { contractsFromRecording } from '../../../src/verify/import/contracts-from-recording.ts';
import { type MatchedExchange, matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { recordedCredentials } from '../../../src/verify/import/recording-redaction.ts';
import { crew } from '../../support/crew/compared.ts';

type Sent = readonly [request: string, status: number];

async function recordedIn(exchanges: readonly Sent[]) {
  const entries = exchanges.map(([request, status]) => {
    const [method, url] = request.split(' ');
    return { request: { method, url, headers: [] }, response: { status, headers: [], content: {} } };
  });
  const recording = readHar(JSON.stringify(entries), 'a recording');
  return { ...(await matchRecording(crew, recording)), credentials: recordedCredentials(crew, recording.exchanges) };
}

describe('contract cases of a recorded read', () => {
  test.each<[what: string, exchanges: readonly Sent[], cases: number]>([
    ['one if nothing was changed', [['GET /tasks/t1', 200]], 1],
    [
      'one if the item was changed before',
      [
        ['PATCH /tasks/t1', 200],
        ['GET /tasks/t1', 200],
      ],
      1,
    ],
    [
      'one if another item was changed afterwards',
      [
        ['GET /tasks/t1', 200],
        ['PATCH /tasks/t10', 200],
      ],
      1,
    ],
    [
      'one if the change was rejected',
      [
        ['GET /tasks/t1', 200],
        ['PATCH /tasks/t1', 400],
      ],
      1,
    ],
    [
      'none if the item was changed afterwards',
      [
        ['GET /tasks/t1', 200],
        ['PATCH /tasks/t1', 200],
      ],
      0,
    ],
    [
      'none if an item was created in its collection',
      [
        ['GET /tasks/t1', 404],
        ['POST /tasks', 201],
      ],
      0,
    ],
    [
      'one for the read after the last change',
      [
        ['GET /tasks/t1', 200],
        ['DELETE /tasks/t1', 204],
        ['GET /tasks/t1', 404],
      ],
      1,
    ],
  ])('%s', async (_, exchanges, cases) => {
    const { recorded, credentials } = await recordedIn(exchanges);
    const contracts = await contractsFromRecording(crew, recorded, credentials);
    const reads = contracts.filter(({ name }) => name === 'getTask');
    expect(reads.reduce((sum, one) => sum + one.cases, 0)).toBe(cases);
  });
});

test('finds valid exchanges in linear time', async () => {
  const work = async (count: number): Promise<number> => {
    const all = Array.from({ length: count }, (_, at) => at);
    const reads = all.map((at): Sent => [`GET /tasks/t${at}`, 200]);
    const { recorded, credentials } = await recordedIn([
      ...reads,
      ...all.map((at): Sent => [`PATCH /tasks/t${at}`, 200]),
    ]);
    let looks = 0;
    const counted = recorded.map(
      (one): MatchedExchange => ({
        ...one,
        get response() {
          looks += 1;
          return one.response;
        },
        get number() {
          looks += 1;
          return one.number;
        },
      }),
    );
    await contractsFromRecording(crew, counted, credentials);
    return looks;
  };
  expect(await work(400)).toBeLessThan(5 * (await work(100)));
});
