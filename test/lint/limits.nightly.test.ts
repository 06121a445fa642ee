// Time limits of lint: slow parts are reported, and the rest is checked.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LintFinding } from '../../src/lint/finding.ts';
import { lintDocument } from '../../src/lint/lint-document.ts';
import { lintDocuments } from '../../src/lint/lint-documents.ts';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The start of a document with this many operations, which all return the schema `Pet`. */
function document(operations = 1): string {
  const paths = Array.from(
    { length: operations },
    (_, number) => `
  /pets/${number}:
    get:
      operationId: pets${number}
      responses:
        "200":
          description: The pets.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }`,
  );
  return `openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths:${paths.join('')}\ncomponents:\n  schemas:\n`;
}

/** A pattern of a published document, exponential for texts that do not match. */
const ENDLESS = `    Pet:
      type: object
      properties:
        name: { type: string, example: 5 }
        picture:
          type: string
          pattern: '^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$'
          example: https://upload.example.org/cats/thumb/e/e5/Minka_the_Cat_%28cropped%29.jpg
`;

/** A schema with references to many others, twice each: too many paths to visit. */
const DOUBLING = Array.from({ length: 40 }, (_, level) => {
  const next = `{ $ref: "#/components/schemas/Pet${level + 1}" }`;
  return `    Pet${level === 0 ? '' : level}: { type: object, properties: { one: ${next}, other: ${next} } }\n`;
}).join('');

/** A ruleset of two rules: one takes 20 ms of CPU time per location, one finds an error. */
const SLOW = `
const busy = () => {
  const start = process.cpuUsage();
  for (let spent = 0; spent < 20_000; ) {
    const { user, system } = process.cpuUsage(start);
    spent = user + system;
  }
};
const found = () => [{ message: 'found' }];
export default {
  rules: {
    slow: { given: '$..*', then: { function: busy } },
    quick: { given: '$.info', then: { function: found } },
  },
};
`;

async function written(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, path: join(folder, 'pets.yaml'), ruleset: join(folder, 'rules.js') };
}

const said = ({ severity, rule, message, pointer }: LintFinding) => `${severity} ${rule} ${message} ${pointer}`;

describe('lint', () => {
  test('stops a rule at an endless example, reports the location, and checks the rest', async () => {
    const { folder } = await written({ 'pets.yaml': document() + ENDLESS });
    const { code, stdout } = await understudy(['lint', '--limit', '36', 'pets.yaml'], { cwd: folder }).ended;
    const place = '/components/schemas/Pet/properties';
    expect(stdout.split('\n').filter((line) => line.includes('schema-example'))).toEqual([
      `pets.yaml:16:40  error  oas3-valid-schema-example  "example" property type must be string (${place}/name/example)`,
      `pets.yaml:17:17  error  oas3-valid-schema-example  skipped here: the rule took longer than 1.5 s (${place}/picture)`,
    ]);
    expect(code).toBe(1);
  });

  test('skips a rule that takes too long in total, and reports it', async () => {
    const { path, ruleset } = await written({ 'pets.yaml': document(20) + ENDLESS, 'rules.js': SLOW });
    const [linted] = await lintDocuments([{ location: path }], { ruleset, limit: 8 });
    expect(linted?.findings.filter(({ severity }) => severity !== 'info').map(said)).toEqual([
      'warn slow skipped: the rule took longer than 2 s ',
      'warn quick found /info',
    ]);
  });

  test('stops checking a document that takes too long, and continues with the next', async () => {
    const { folder, path } = await written({
      'pets.yaml': `${document()}${DOUBLING}    Pet40: { type: string }\n`,
      'sound.yaml': 'openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n',
    });
    const [endless, next] = await lintDocuments([{ location: path }, { location: join(folder, 'sound.yaml') }], {
      limit: 4,
    });
    expect(endless?.findings).toHaveLength(1);
    expect(endless?.findings[0]).toMatchObject({ file: path, line: 1, severity: 'error' });
    expect(endless?.findings[0]?.message).toMatch(/^not checked: took longer than 4 s/);
    expect(next?.findings.map(({ rule }) => rule)).toContain('oas3-api-servers');
  });

  test('checks the example of a schema once for all references', async () => {
    const { path } = await written({
      'pets.yaml': `${document(50)}    Pet: { type: object, properties: { name: { type: string, example: 5 } } }\n`,
    });
    let looks = 0;
    const { findings } = await lintDocument(path, {
      watch: {
        begin(rule) {
          if (rule === 'oas3-valid-schema-example') looks += 1;
          return undefined;
        },
        end: () => undefined,
      },
    });
    expect(findings.filter(({ rule }) => rule === 'oas3-valid-schema-example').map(said)).toEqual([
      'error oas3-valid-schema-example "example" property type must be string /components/schemas/Pet/properties/name/example',
    ]);
    expect(looks).toBe(1);
  });
});
