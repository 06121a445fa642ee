// `understudy import --workflow`: a recording as an Arazzo document, which `understudy run` executes.

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve, understudy } from '../support/command.ts';
import { CREW } from '../support/crew/compared.ts';
import { startCrew } from '../support/crew/crew.ts';
import { aDay, recorder } from '../support/crew/record.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('requests become steps that use the ids of earlier responses, and pass on a server with other ids', async () => {
  const cwd = await temporaryFolder();
  const petstore = await readFile(new URL('../../examples/petstore/petstore.yaml', import.meta.url));
  await writeFile(join(cwd, 'petstore.yaml'), petstore);
  const { url, stop, ended } = await serve(['petstore.yaml', '--memory', '--records', '7'], { cwd });
  const send = async (method: string, path: string, body?: object, type = 'application/json') => {
    const headers = { 'content-type': type };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return response.status === 204 ? undefined : response.json();
  };
  const pet = (await send('POST', '/pets', { name: 'Rex', kind: 'dog' })) as { readonly id: number };
  await send('POST', `/pets/${pet.id}/visits`, { date: '2026-01-01', reason: 'Teeth' });
  await send('PATCH', `/pets/${pet.id}`, { name: 'Max' }, 'application/merge-patch+json');
  await send('GET', '/pets?kind=dog&limit=5');
  await send('DELETE', `/pets/${pet.id}`);
  await send('GET', `/pets/${pet.id}`);
  await mkdir(join(cwd, 'flows'));
  const made = await understudy(['import', 'petstore.yaml', '--url', url, '--workflow', 'flows/day.json'], { cwd })
    .ended;
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('A workflow of 6 steps in flows/day.json.') });
  stop();
  await ended;

  const { sourceDescriptions, workflows } = JSON.parse(await readFile(join(cwd, 'flows/day.json'), 'utf8'));
  expect(sourceDescriptions).toEqual([{ name: 'api', url: '../petstore.yaml', type: 'openapi' }]);
  const petId = { name: 'petId', in: 'path', value: '$steps.addPet.outputs.id' };
  expect(workflows[0].steps).toMatchObject([
    { stepId: 'addPet', operationId: 'addPet', outputs: { id: '$response.body#/id' } },
    { stepId: 'addVisit', parameters: [petId], requestBody: { payload: { reason: 'Teeth' } } },
    { stepId: 'changePet', requestBody: { contentType: 'application/merge-patch+json', payload: { name: 'Max' } } },
    {
      stepId: 'listPets',
      parameters: [
        { name: 'kind', in: 'query', value: 'dog' },
        { name: 'limit', value: 5 },
      ],
    },
    { stepId: 'removePet', parameters: [petId], successCriteria: [{ condition: '$statusCode == 204' }] },
    { stepId: 'getPet', successCriteria: [{ condition: '$statusCode == 404' }] },
  ]);
  expect(await understudy(['run', 'flows/day.json'], { cwd }).ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('6 steps, 6 passed'),
  });
});

test('a day of a server passes on a new one with other ids, and has no secrets', async () => {
  const cwd = await temporaryFolder();
  const recorded = await startCrew({ ids: 'drawn' });
  const recording = recorder(recorded.url);
  await aDay(recording);
  await recorded.close();
  await copyFile(CREW, join(cwd, 'crew.yaml'));
  await writeFile(join(cwd, 'day.har'), recording.har());
  await understudy(['import', 'crew.yaml', 'day.har', '--workflow', 'day.json'], { cwd }).ended;
  expect(await readFile(join(cwd, 'day.json'), 'utf8')).not.toContain('correct horse');
  const server = await startCrew({ ids: 'drawn' });
  const { stdout } = await understudy(['run', 'day.json', server.url], { cwd }).ended;
  await server.close();
  expect(stdout).toContain('14 steps, 14 passed');
});
