// Recordings of hostile servers are read completely.

import { expect, test } from 'vitest';
import { contractsFromRecording } from '../../../src/verify/import/contracts-from-recording.ts';
import { examplesFromRecording } from '../../../src/verify/import/examples-from-recording.ts';
import { fixturesFromRecording } from '../../../src/verify/import/fixtures-from-recording.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { recordedCredentials } from '../../../src/verify/import/recording-redaction.ts';
import { crew } from '../../support/crew/compared.ts';
import { hostileJson } from '../../support/hostile-json.ts';

const ANN = { id: 'p1', name: 'Ann', joinedAt: '2026-01-01T10:00:00Z' };

test.each(hostileJson)('reads a recording with %s to its end', async (_, body) => {
  const content = (bytes: Uint8Array) => ({
    mimeType: 'application/json',
    text: Buffer.from(bytes).toString('base64'),
    encoding: 'base64',
  });
  const entry = (request: string, status: number, response: Uint8Array, sent?: Uint8Array) => {
    const [method, url] = request.split(' ');
    const postData = sent && content(sent);
    return {
      request: { method, url, headers: [], ...(postData && { postData }) },
      response: { status, headers: [], content: content(response) },
    };
  };
  const [one, ann] = [body('t1'), Buffer.from(JSON.stringify([ANN]))];
  const recording = readHar(
    JSON.stringify([
      entry('GET /tasks', 200, one),
      entry('POST /tasks', 201, one, one),
      entry('PATCH /tasks/t1', 200, one, one),
      entry('PATCH /tasks/t1', 204, new Uint8Array(), one),
      entry('GET /tasks/t1', 200, one),
      entry('GET /people', 200, one),
      entry('GET /people', 200, ann),
      entry('GET /people/p1', 404, one),
      entry('GET /people/p1', 200, Buffer.from(JSON.stringify(ANN))),
      entry('GET /people', 200, ann),
    ]),
    'a recording',
  );
  const { recorded } = await matchRecording(crew, recording);
  const credentials = recordedCredentials(crew, recording.exchanges);
  const { collections } = await fixturesFromRecording(crew, recorded, credentials);
  expect(recorded).toHaveLength(10);
  expect(collections.get('people')).toEqual([ANN]);
  const { overlay } = await examplesFromRecording(crew, recorded, credentials);
  expect(JSON.stringify(overlay).includes('Ann')).toBe(true);
  expect((await contractsFromRecording(crew, recorded, credentials)).map(({ name }) => name)).toContain('listPeople');
});
