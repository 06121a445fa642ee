// Arazzo documents that cannot be run: every mistake with its line.

import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { requireRunnable } from '../../../src/verify/arazzo/check-arazzo.ts';
import { readArazzo } from '../../../src/verify/arazzo/read-arazzo.ts';
import { understudy } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const HEAD = `arazzo: 1.0.1
info: { title: Pets, version: '1' }
sourceDescriptions:
  - { name: pets, url: pets.yaml, type: openapi }
workflows:
  - workflowId: w
    steps:
`;
const PETS = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { operationId: listPets, responses: { '200': { description: ok } } }
`;

async function written(flows: string): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'pets.yaml'), PETS);
  await writeFile(join(cwd, 'flows.yaml'), flows);
  return cwd;
}

test.each<[what: string, flows: string, sentence: string]>([
  ['an OpenAPI document', PETS, 'flows.yaml cannot be read: it is no Arazzo document: it has no field arazzo'],
  ['broken YAML', 'a: [', 'flows.yaml cannot be read: line 1, column'],
  ['another version', HEAD.replace('1.0.1', '2.0.0'), 'flows.yaml:1: /arazzo: must match the pattern'],
  ['a duplicate key', `arazzo: 1.0.1\n${HEAD}`, 'flows.yaml cannot be read: line 2, column 1: duplicate key'],
  [
    'a step without a target',
    `${HEAD}      - stepId: a\n`,
    'flows.yaml:8: /workflows/0/steps/0: must have exactly one of operationId, operationPath, workflowId, channelPath',
  ],
  [
    'an unknown field',
    `${HEAD}      - stepId: a\n        operationId: listPets\n        retries: 3\n`,
    'must not have the property "retries"',
  ],
  [
    'an unknown operation',
    `${HEAD}      - { stepId: a, operationId: listPet }\n`,
    'flows.yaml:8: /workflows/0/steps/0: no source has the operation listPet',
  ],
  [
    'an unknown path',
    `${HEAD}      - { stepId: a, operationPath: '{$sourceDescriptions.pets.url}#/paths/~1pet/get' }\n`,
    'no operation #/paths/~1pet/get in the source pets',
  ],
  ['an unknown workflow', `${HEAD}      - { stepId: a, workflowId: v }\n`, 'flows.yaml has no workflow v'],
  [
    'an unknown component',
    `${HEAD}      - { stepId: a, operationId: listPets, parameters: [{ reference: $components.parameters.p }] }\n`,
    '$components.parameters.p does not exist',
  ],
  [
    'a parameter without a place',
    `${HEAD}      - { stepId: a, operationId: listPets, parameters: [{ name: p, value: 1 }] }\n`,
    'the parameter p needs in',
  ],
  [
    'steps of the same id',
    `${HEAD}      - &a { stepId: a, operationId: listPets }\n      - *a\n`,
    'flows.yaml:9: /workflows/0/steps/1: the stepId a is used before',
  ],
  [
    'an action without a target',
    `${HEAD}      - { stepId: a, operationId: listPets, onSuccess: [{ name: n, type: goto }] }\n`,
    'n: goto needs a stepId or a workflowId',
  ],
  [
    'an action to an unknown step',
    `${HEAD}      - { stepId: a, operationId: listPets, onFailure: [{ name: n, type: goto, stepId: b }] }\n`,
    'n: the workflow has no step b',
  ],
  [
    'xpath',
    `${HEAD}      - { stepId: a, operationId: listPets, successCriteria: [{ context: $response.body, condition: /a, type: xpath }] }\n`,
    'xpath is not supported',
  ],
  [
    'an XPath replacement',
    `${HEAD}      - { stepId: a, operationId: listPets, requestBody: { replacements: [{ target: /a, targetSelectorType: xpath, value: 1 }] } }\n`,
    'xpath is not supported',
  ],
  [
    'a selector that is no JSONPath',
    `${HEAD}      - { stepId: a, operationId: listPets, outputs: { o: { context: $response.body, selector: '$[', type: jsonpath } } }\n`,
    'flows.yaml:8: /workflows/0/steps/0/outputs/o: the selector $[: it is no JSONPath',
  ],
  [
    'an XPath selector in a payload',
    `${HEAD}      - { stepId: a, operationId: listPets, requestBody: { payload: { n: [{ context: $inputs.a, selector: /b, type: xpath }] } } }\n`,
    'flows.yaml:8: /workflows/0/steps/0/requestBody/payload/n/0: xpath is not supported in selectors',
  ],
  [
    'AsyncAPI',
    `${HEAD}      - { stepId: a, channelPath: '{$sourceDescriptions.pets.url}#/channels/a', action: send }\n`,
    'steps of AsyncAPI sources are not supported',
  ],
  [
    'a missing source',
    `${HEAD.replace('pets.yaml', 'none.yaml')}      - { stepId: a, operationId: listPets }\n`,
    'none.yaml does not exist',
  ],
  [
    'a workflow that depends on itself by another one',
    `${HEAD}      - { stepId: a, operationId: listPets }
    dependsOn: [x]
  - { workflowId: x, dependsOn: [y], steps: [{ stepId: a, operationId: listPets }] }
  - { workflowId: y, dependsOn: [x], steps: [{ stepId: a, operationId: listPets }] }
`,
    'flows.yaml:10: /workflows/1/dependsOn: the workflow depends on itself',
  ],
  [
    'a source without a path',
    `${HEAD.replace('pets.yaml', 'file://elsewhere/pets.yaml')}      - { stepId: a, operationId: listPets }\n`,
    'flows.yaml:4: /sourceDescriptions/0: pets: file://elsewhere/pets.yaml is no path of a file',
  ],
  [
    'a source on another host',
    `${HEAD.replace('pets.yaml', 'https://example.com/pets.yaml')}      - { stepId: a, operationId: listPets }\n`,
    'https://example.com/pets.yaml is not fetched (source pets of flows.yaml). Allow it with --allow-fetch example.com',
  ],
])('%s is rejected', async (_, flows, sentence) => {
  const { code, stdout, stderr } = await understudy(['run', 'flows.yaml'], { cwd: await written(flows) }).ended;
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(sentence);
});

test('a source may be beside a document whose $self is elsewhere, and a path item may name its only operation', async () => {
  const steps = `      - { stepId: a, operationPath: '{$sourceDescriptions.pets.url}#/paths/~1pets' }\n`;
  const cwd = await written(`$self: https://example.com/flows.yaml\n${HEAD}${steps}`);
  expect((await readArazzo(join(cwd, 'flows.yaml'), [])).sources.get('pets')).toMatchObject({
    location: join(cwd, 'pets.yaml'),
  });
  expect(await understudy(['run', 'flows.yaml'], { cwd }).ended).toMatchObject({ code: 0 });
});

test('a source without a type is what its file says, not its name', async () => {
  const head = HEAD.replace('pets.yaml, type: openapi', 'arazzo/pets.yaml');
  const cwd = await written(`${head}      - { stepId: a, operationId: listPets }\n`);
  await mkdir(join(cwd, 'arazzo'));
  await writeFile(join(cwd, 'arazzo/pets.yaml'), PETS);
  const { sources } = await readArazzo(join(cwd, 'flows.yaml'), []);
  expect(sources.get('pets')?.kind).toBe('openapi');
  const outer = HEAD.replace('pets.yaml, type: openapi', 'flows.yaml').replace('pets,', 'flows,');
  await writeFile(join(cwd, 'outer.yaml'), `${outer}      - { stepId: a, workflowId: $sourceDescriptions.flows.w }\n`);
  expect((await readArazzo(join(cwd, 'outer.yaml'), [])).sources.get('flows')?.kind).toBe('arazzo');
});

test('a fetched document names no files', async () => {
  const cwd = await written('');
  const flows = HEAD.replace('pets.yaml', pathToFileURL(join(cwd, 'pets.yaml')).href);
  const server = createServer((_, response) => response.end(`${flows}      - { stepId: a, operationId: listPets }\n`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(readArazzo(`http://${host}/flows.yaml`, [host])).rejects.toMatchObject({
    problems: [expect.stringMatching(/:4: .*is a file, which a fetched document must not name/)],
  });
});

test('workflows that all depend on each other are checked, each once', async () => {
  const workflows = Array.from({ length: 1000 }, (_, index) => ({
    workflowId: `w${index}`,
    dependsOn: Array.from({ length: Math.min(index, 100) }, (__, before) => `w${index - 1 - before}`),
    steps: [{ stepId: 'a', workflowId: 'w0' }],
  }));
  const sourceDescriptions = [{ name: 'pets', url: 'pets.yaml', type: 'openapi' }];
  const cwd = await written(
    JSON.stringify({ arazzo: '1.0.1', info: { title: 'Pets', version: '1' }, sourceDescriptions, workflows }),
  );
  const entry = await readArazzo(join(cwd, 'flows.yaml'), []);
  expect(() => requireRunnable(entry, new Map())).not.toThrow();
});
