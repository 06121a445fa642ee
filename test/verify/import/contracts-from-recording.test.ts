// Contract cases of a recording: requests that would be answered so again when all was done.

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

describe('what was read is a case', () => {
  test.each<[what: string, exchanges: readonly Sent[], cases: number]>([
    ['where nothing was changed', [['GET /tasks/t1', 200]], 1],
    [
      'where it was changed before',
      [
        ['PATCH /tasks/t1', 200],
        ['GET /tasks/t1', 200],
      ],
      1,
    ],
    [
      'where another one was changed since',
      [
        ['GET /tasks/t1', 200],
        ['PATCH /tasks/t10', 200],
      ],
      1,
    ],
    [
      'where the change was refused',
      [
        ['GET /tasks/t1', 200],
        ['PATCH /tasks/t1', 400],
      ],
      1,
    ],
    [
      'and none where it was changed since',
      [
        ['GET /tasks/t1', 200],
        ['PATCH /tasks/t1', 200],
      ],
      0,
    ],
    [
      'and none where something was put above it',
      [
        ['GET /tasks/t1', 404],
        ['POST /tasks', 201],
      ],
      0,
    ],
    [
      'again after the last change',
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

test('whether an exchange lasts is found out by work that grows with their number, and not with its square', async () => {
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
