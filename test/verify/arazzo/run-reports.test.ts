// Reports of `understudy run`: their schema, and what each format says about a failed step.

import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { understudy } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ajv = new Ajv2020({ strictRequired: false, strictTypes: false, strictTuples: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(
  JSON.parse(readFileSync(new URL('../../../spec/verify-report.schema.json', import.meta.url), 'utf8')),
);

const FLOWS = `arazzo: 1.0.1
info: { title: Pets, version: 1.0.0 }
sourceDescriptions:
  - { name: pets, url: petstore.yaml, type: openapi }
workflows:
  - workflowId: adopt
    steps:
      - stepId: add
        operationId: addPet
        requestBody: { payload: { name: Rex, kind: dog } }
        outputs: { id: $response.body#/id }
      - stepId: check
        operationId: getPet
        parameters:
          - { name: petId, in: path, value: $steps.add.outputs.id }
        successCriteria:
          - condition: $response.body#/name == 'Max'
    outputs: { id: $steps.add.outputs.id }
  - workflowId: broken
    steps:
      - stepId: get
        operationId: getPet
`;

test('each step is a line, a test or an operation, and its failure a finding with its place in the document', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'flows.arazzo.yaml'), FLOWS);
  const petstore = await readFile(new URL('../../../examples/petstore/petstore.yaml', import.meta.url));
  await writeFile(join(cwd, 'petstore.yaml'), petstore);
  const files = ['--junit', 'r.xml', '--sarif', 'r.sarif', '--html', 'r.html', '--ctrf', 'ctrf.json'];
  const { stdout, code } = await understudy(['run', 'flows.arazzo.yaml', '--json', ...files], { cwd }).ended;
  expect(code).toBe(1);
  const reports = JSON.parse(stdout);
  validate(reports);
  expect(validate.errors ?? []).toEqual([]);
  expect(reports).toMatchObject([
    { title: 'adopt', workflow: { outcome: 'failed', outputs: { id: expect.any(Number) } } },
    { title: 'broken', operations: [{ findings: [{ check: 'workflow-completed', location: { line: 21 } }] }] },
  ]);
  const [xml = '', sarif = '', html = '', ctrf = ''] = await Promise.all(
    ['r.xml', 'r.sarif', 'r.html', 'ctrf.json'].map((name) => readFile(join(cwd, name), 'utf8')),
  );
  expect(xml).toContain('<testsuites name="understudy run" tests="3" failures="2"');
  expect(xml).toMatch(/<testcase name="check" classname="adopt"[^>]*>\n<failure type="success-criteria"/);
  expect(JSON.parse(sarif).runs[0].results[0].locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: 'flows.arazzo.yaml' },
    region: { startLine: 17 },
  });
  expect(html).toContain('$response.body#/name is &quot;Rex&quot;');
  expect(JSON.parse(ctrf).results.tests).toMatchObject([
    { name: 'add', status: 'passed' },
    { name: 'check', status: 'failed', filePath: 'flows.arazzo.yaml' },
    { name: 'get', status: 'failed' },
  ]);
  const text = (await understudy(['run', 'flows.arazzo.yaml#adopt'], { cwd }).ended).stdout;
  expect(text).toMatch(/^passed {6}add {2}1 request\nfailed {6}check {2}1 request, 1 finding\n/);
  expect(text).toMatch(/adopt \(flows\.arazzo\.yaml\) at http:\S+: 2 steps, 1 passed, 1 failed, 0 not tested\.\n/);
});
