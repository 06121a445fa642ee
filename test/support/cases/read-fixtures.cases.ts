// Fixtures from responses of a mock server: another one with them has the same responses.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createDocument, type Document } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { compareRecorded } from '../../../src/verify/compare/compare-recorded.ts';
import { compareServers, createSide } from '../../../src/verify/compare/compare-servers.ts';
import { fixturesFromRecording } from '../../../src/verify/import/fixtures-from-recording.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { recordedCredentials } from '../../../src/verify/import/recording-redaction.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { differences } from '../crew/compared.ts';
import { recorder } from '../crew/record.ts';
import { temporaryFolder } from '../temporary.ts';

export async function fixturesIn(document: Document, har: string) {
  const recording = readHar(har, 'a recording');
  const { recorded } = await matchRecording(document, recording);
  return {
    recorded,
    ...(await fixturesFromRecording(document, recorded, recordedCredentials(document, recording.exchanges))),
  };
}

export function readFixturesCase(path: string): void {
  test(`a mock server of ${path} with fixtures from another one has the same responses`, async () => {
    const file = join(import.meta.dirname, '../../..', path);
    const document = createDocument(await openDocument(file));
    const other = { name: 'other', document: file, infer: true } as const;
    const first = await createMockServer({ apis: [other], seed: 'elsewhere' });
    const { url } = await first.listen();
    const recording = recorder(url + document.base);
    const ids: Record<string, unknown> = {};
    for (const { method, path: template } of document.operations.values()) {
      if (method !== 'GET') continue;
      const target = template.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 'x'));
      const response = await recording.send('GET', target, undefined, { authorization: 'Bearer token' });
      const list = [response, (response as { readonly data?: unknown })?.data].find(Array.isArray) ?? [];
      const name = template.replace(/^.*\//, '').replace(/s$/, 'Id');
      ids[name] ??= list[0]?.id;
    }
    for (const [name, id] of Object.entries(ids))
      if (path.includes('petstore') && name === 'petId')
        for (const each of [1, 2, 3]) await recording.send('GET', `/pets/${id === undefined ? 0 : each}/visits`);
    const { collections } = await fixturesIn(document, recording.har());
    const folder = join(await temporaryFolder(), 'fixtures');
    await mkdir(folder);
    for (const [name, items] of collections) await writeFile(join(folder, `${name}.json`), JSON.stringify(items));
    const second = await createMockServer({ apis: [{ ...other, fixtures: folder }] });
    const targets = [createTarget(url), createTarget((await second.listen()).url)] as const;
    const [one, two] = await Promise.all(
      targets.map(async (target) => createSide(target, await detectSandboxes(target), new Map([['', 'token']]))),
    );
    if (!one || !two) throw new Error('expected two servers');
    const { recorded } = await matchRecording(document, readHar(recording.har(), 'reads'));
    const comparison = await compareRecorded(
      { document, sides: [one, two] },
      // Responses without a resource type are in no fixtures.
      recorded.filter(({ operation }) => !['getHours', 'getRates', 'getOpeningHours'].includes(operation.id)),
    );
    expect(differences(comparison)).toEqual([]);
    expect(comparison.score).toBe(100);
    if (path.includes('petstore')) {
      const operations = ['listPets', 'getPet', 'listVisits'];
      const generated = await compareServers({ document, sides: [one, two], operations, maxBoundaryRequests: 20 });
      expect(differences(generated)).toEqual([]);
    }
    for (const target of targets) target.close();
    await first.close();
    await second.close();
  });
}
