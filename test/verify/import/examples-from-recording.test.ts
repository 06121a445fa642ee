// Examples from a recording: valid responses are preferred.

import { expect, test } from 'vitest';
import { examplesFromRecording } from '../../../src/verify/import/examples-from-recording.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { recordedCredentials } from '../../../src/verify/import/recording-redaction.ts';
import { crew } from '../../support/crew/compared.ts';

const person = (name: unknown) => ({ id: 'p1', name, joinedAt: '2026-01-01T10:00:00Z' });

/** The names in the examples of `GET /people/p1`, recorded with these responses, and the notices. */
async function named(...names: readonly unknown[]) {
  const entries = names.map((name) => ({
    request: { method: 'GET', url: '/people/p1', headers: [] },
    response: {
      status: 200,
      headers: [],
      content: { mimeType: 'application/json', text: JSON.stringify(person(name)) },
    },
  }));
  const recording = readHar(JSON.stringify(entries), 'a recording');
  const { recorded } = await matchRecording(crew, recording);
  const { overlay, notices: remarks } = await examplesFromRecording(
    crew,
    recorded,
    recordedCredentials(crew, recording.exchanges),
  );
  return { names: [...JSON.stringify(overlay).matchAll(/"name":"(\w+)"/g)].map(([, name]) => name), remarks };
}

test('uses a later valid response to the same request', async () => {
  expect(await named(1, 'Ann', 'Ben')).toEqual({ names: ['Ann'], remarks: [] });
});

test('reports skipped responses if none is valid', async () => {
  expect(await named(1, 2)).toEqual({
    names: [],
    remarks: [expect.stringMatching(/^Skipped, because the document does not allow it: request 1 of getPerson, /)],
  });
});

test('tries at most 20 invalid responses', async () => {
  const bad = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect((await named(...bad(19), 'Ann')).names).toEqual(['Ann']);
  expect((await named(...bad(20), 'Ann')).names).toEqual([]);
});
