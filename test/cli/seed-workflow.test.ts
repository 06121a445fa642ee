// `--seed-workflow` of `understudy serve`: initial data that a workflow makes.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rejection, serve } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FLOWS = `arazzo: 1.0.1
info: { title: Data, version: '1' }
sourceDescriptions: [{ name: pets, url: petstore.yaml, type: openapi }]
workflows:
  - workflowId: rex
    inputs: { type: object, properties: { name: { type: string, default: Rex } } }
    steps:
      - stepId: add
        operationId: addPet
        requestBody: { payload: { name: $inputs.name, kind: dog } }
        successCriteria: [{ condition: $statusCode == 201 }]
        outputs: { id: $response.body#/id }
      - stepId: visit
        operationId: addVisit
        parameters: [{ name: petId, in: path, value: $steps.add.outputs.id }]
        requestBody: { payload: { date: '2026-01-01', reason: Teeth } }
  - workflowId: nobody
    steps:
      - stepId: read
        operationId: getPet
        parameters: [{ name: petId, in: path, value: 99 }]
        successCriteria: [{ condition: $statusCode == 200 }]
  - workflowId: asks
    inputs: { type: object, required: [name], properties: { name: { type: string } } }
    steps: [{ stepId: list, operationId: listPets }]
`;

async function folder(): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'flows.yaml'), FLOWS);
  const petstore = await readFile(new URL('../../examples/petstore/petstore.yaml', import.meta.url));
  await writeFile(join(cwd, 'petstore.yaml'), petstore);
  return cwd;
}

const ARGS = ['petstore.yaml', '--records', '0', '--seed-workflow'];

async function namesAt(url: string, sandbox = 'main'): Promise<readonly string[]> {
  const response = await fetch(`${url}/pets`, { headers: { 'x-understudy-sandbox': sandbox } });
  return ((await response.json()) as readonly { readonly name: string }[]).map(({ name }) => name);
}

test('the result of the workflow is the initial data of all sandboxes, and a reset returns to it', async () => {
  const cwd = await folder();
  const { url } = await serve([...ARGS, 'flows.yaml#rex'], { cwd });
  const add = (name: string) =>
    fetch(`${url}/pets`, {
      method: 'POST',
      body: JSON.stringify({ name, kind: 'hen' }),
      headers: { 'content-type': 'application/json' },
    });
  expect(await (await fetch(`${url}/pets/1/visits`)).json()).toMatchObject([{ reason: 'Teeth' }]);
  expect(await (await add('Max')).json()).toMatchObject({ id: 2 });
  expect(await namesAt(url)).toEqual(['Rex', 'Max']);
  expect(await namesAt(url, 'other')).toEqual(['Rex']);
  await fetch(`${url}/_understudy/reset`, { method: 'POST' });
  expect(await namesAt(url)).toEqual(['Rex']);
  expect(await (await add('Tom')).json()).toMatchObject({ id: 2 });
  const { sandboxes } = (await (await fetch(`${url}/_understudy/sandboxes`)).json()) as { readonly sandboxes: unknown };
  expect(sandboxes).toMatchObject([{ sandbox: 'main' }, { sandbox: 'other' }]);
});

test('a handler that never responds ends the start by the time limit of its step', async () => {
  const cwd = await folder();
  const flow = FLOWS.replace('- stepId: read\n', '- stepId: read\n        timeout: 50\n');
  await writeFile(join(cwd, 'flows.yaml'), flow);
  await mkdir(join(cwd, 'handlers'));
  await writeFile(join(cwd, 'handlers/getPet.mjs'), 'export default () => new Promise(() => {});');
  const { code, stderr } = await rejection(
    ['serve', ...ARGS, 'flows.yaml#nobody', '--memory', '--handlers', 'handlers'],
    { cwd },
  );
  expect([code, stderr]).toEqual([2, expect.stringMatching(/read: no valid response: timeout after 50 ms/)]);
});

test('saved state is kept at the next start', async () => {
  const cwd = await folder();
  const first = await serve([...ARGS, 'flows.yaml#rex'], { cwd });
  await fetch(`${first.url}/pets/1`, { method: 'DELETE' });
  first.stop();
  await first.ended;
  const { url } = await serve([...ARGS, 'flows.yaml#rex'], { cwd });
  expect(await namesAt(url)).toEqual([]);
  await fetch(`${url}/_understudy/reset`, { method: 'POST' });
  expect(await namesAt(url)).toEqual(['Rex']);
});

test.each([
  ['fails', 'flows.yaml#nobody', /flows\.yaml#nobody failed:\n {2}read: \$statusCode == 200 is false: .* is 404/],
  ['needs inputs', 'flows.yaml#asks', /input name is required\. Give the inputs defaults/],
  ['does not exist', 'flows.yaml#rexx', /has no workflow "rexx"; did you mean rex\?/],
  ['is not named', 'flows.yaml', /needs a workflow, such as flows\.yaml#workflowId/],
])('the server does not start if the workflow %s', async (_, reference, sentence) => {
  const cwd = await folder();
  const { code, stderr } = await rejection(['serve', ...ARGS, reference, '--memory'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
