// Findings for each kind of error in a document, and none for the shipped documents.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFault } from '../../src/lint/finding.ts';
import { lintDocument, PACKAGED_RULESET } from '../../src/lint/lint-document.ts';
import { lintDocuments } from '../../src/lint/lint-documents.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SPEC = fileURLToPath(new URL('../../spec/', import.meta.url));

/** The shipped identity document with one replacement. */
async function broken([from, to]: readonly [string, string]): Promise<string> {
  const text = await readFile(join(SPEC, 'identity.yaml'), 'utf8');
  expect(text).toContain(from);
  return text.replace(from, to);
}

async function findingsOf(text: string) {
  const path = join(await temporaryFolder(), 'broken.yaml');
  await writeFile(path, text);
  return (await lintDocument(path)).findings;
}

describe('lint', () => {
  test('reports no findings for the shipped documents', async () => {
    const files = ['identity.yaml', 'control.yaml'].map((name) => join(SPEC, name));
    expect(await lintDocuments(files.map((location) => ({ location })))).toEqual(
      files.map((path) => ({ path, findings: [] })),
    );
  });

  const HEALTHZ = '/paths/~1management~1v1~1healthz/get';
  const OK = `${HEALTHZ}/responses/200`;
  const PROVIDERS = '/paths/~1management~1v1~1policies~1login~1idps~1_search/post';
  const ALL_PROVIDERS = `${PROVIDERS}/responses/200/content/application~1json/examples/all`;
  test.each<{ what: string; change: [string, string]; found: string[] }>([
    {
      what: 'an unresolved reference',
      change: ['"#/components/schemas/HealthzResponse"', '"#/components/schemas/Nowhere"'],
      found: [
        `reference ${OK}/content/application~1json/schema`,
        `invalid-ref ${OK}/content/application~1json/schema/$ref`,
        'oas3-unused-component /components/schemas/HealthzResponse',
      ],
    },
    {
      what: 'a duplicate operationId',
      change: ['operationId: healthz', 'operationId: updateApp'],
      found: [`operation-id ${HEALTHZ}/operationId`, `operation-operationId-unique ${HEALTHZ}/operationId`],
    },
    {
      what: 'an operation without operationId',
      change: ['      operationId: healthz\n', ''],
      found: [`operation-operationId ${HEALTHZ}`],
    },
    {
      what: 'an operationId that is not camelCase',
      change: ['operationId: healthz', 'operationId: get_healthz'],
      found: [`operation-id-camel-case ${HEALTHZ}/operationId`],
    },
    {
      what: 'an example that does not match its schema',
      change: ['totalResult: "4"', 'totalResult: four'],
      found: [
        `example-contradicts-schema ${ALL_PROVIDERS}/value`,
        `oas3-valid-media-example ${ALL_PROVIDERS}/value/details/totalResult`,
      ],
    },
    {
      what: 'a response without description',
      change: ['          description: The API answers.\n', ''],
      found: [`openapi-schema ${OK}/description`, `oas3-schema ${OK}`],
    },
    {
      what: 'an error response without a JSON body',
      change: ['"404": { $ref: "#/components/responses/MembershipNotFound" }', '"404": { description: Not there. }'],
      found: [`error-response-json ${PROVIDERS}/responses/404`],
    },
    {
      what: 'a JSON body without an example',
      change: [', example: {} }', ' }'],
      found: [`no-example ${OK}/content/application~1json`, `json-response-example ${OK}/content/application~1json`],
    },
    {
      what: 'a 64-bit integer that is a number in JSON',
      change: ['format: int32', 'format: int64'],
      found: ['json-64-bit-integer /components/schemas/Status/properties/code'],
    },
    {
      what: 'a 64-bit integer without a pattern for digits',
      change: ['          pattern: ^(0|[1-9][0-9]{0,19})$\n        processed', '        processed'],
      found: ['json-64-bit-integer /components/schemas/ListDetails/properties/totalResult'],
    },
    {
      what: 'a parameter without a description',
      change: ['required: true\n      description: The application.\n', 'required: true\n'],
      found: ['oas3-parameter-description /components/parameters/AppId'],
    },
    {
      what: 'a duplicate key',
      change: ['      operationId: healthz\n', '      operationId: healthz\n      operationId: healthz\n'],
      found: [`repeated-key ${HEALTHZ}/operationId`, `parser ${HEALTHZ}/operationId`],
    },
    {
      what: 'invalid YAML',
      change: ['title: Identity Management API', 'title: Identity: Management API'],
      found: ['document ', 'parser '],
    },
  ])('reports $what', async ({ change, found }) => {
    const findings = await findingsOf(await broken(change));
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual(found);
    expect(findings.some((finding) => isFault(finding, 'warn'))).toBe(true);
  });

  test.each(['', '5', '[]', 'pets: &pets [*pets]'])('reports that "%s" is not an OpenAPI document', async (text) => {
    const rules = (await findingsOf(text)).map(({ rule }) => rule);
    expect(rules).toEqual(['document', 'unrecognized-format']);
  });

  test('reports only an info for a valid OpenAPI 3.1 document in several files, and errors in its paths', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'pets.yaml');
    const whole = (item: string) => `
openapi: 3.1.0
info: { title: Pets, version: 1.0.0, description: Pets., contact: { name: Pia, url: https://pets.acme.org } }
servers: [{ url: https://pets.acme.org }]
tags: [{ name: pets, description: Pets. }]
paths:
  /pets: { ${item} }
webhooks:
  added: { $ref: '#/components/pathItems/Added' }
components:
  pathItems:
    Added: { $ref: path.yaml }
  schemas:
    Pet: { $ref: pet.yaml }
`;
    await writeFile(join(folder, 'pet.yaml'), 'type: [object, "null"]\n');
    await writeFile(
      join(folder, 'path.yaml'),
      `
get:
  operationId: listPets
  summary: List pets
  description: All of them.
  tags: [pets]
  responses:
    "200":
      description: The pets.
      content:
        application/json:
          schema: { type: array, items: { $ref: 'pets.yaml#/components/schemas/Pet' } }
          example: []
`,
    );
    await writeFile(path, whole('$ref: path.yaml'));
    expect((await lintDocument(path)).findings).toMatchObject([{ rule: 'undeclared-errors', severity: 'info' }]);
    await writeFile(path, whole('$ref: path.yaml, cats: 5'));
    expect((await lintDocument(path)).findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toContain(
      'oas3-schema /paths/~1pets',
    );
  });

  test('reports an operation of the identity API without a permission, unless it needs none', async () => {
    const folder = await temporaryFolder();
    const ruleset = join(folder, '.spectral.yaml');
    const document = join(folder, 'identity.yaml');
    await writeFile(ruleset, await readFile(PACKAGED_RULESET));
    await writeFile(document, await broken(['      x-permission: { name: project.read }\n', '']));
    const { findings } = await lintDocument(document, { ruleset });
    expect(findings).toMatchObject([
      { rule: 'secured-operation-permission', pointer: '/paths/~1management~1v1~1projects~1_search/post' },
    ]);
  });
});
