// `understudy lint`: lines and exit codes.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFault, type LintFinding } from '../../src/lint/finding.ts';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

describe('understudy lint', () => {
  test('prints location, severity, rule, message and pointer of each finding, and exits with 1', async () => {
    const cwd = await temporaryFolder();
    const text = await readFile(join(REPOSITORY, 'spec/control.yaml'), 'utf8');
    await writeFile(join(cwd, 'good [1].yaml'), text);
    const tags = '      tags: [Health]\n';
    await writeFile(join(cwd, 'bad.yaml'), text.replace(tags, ''));
    const { code, stdout } = await understudy(['lint', 'good [1].yaml', 'bad.yaml'], { cwd }).ended;
    const line = text.slice(0, text.indexOf(tags)).split('\n').length - 2;
    expect(stdout.split('\n')).toEqual([
      'good [1].yaml: no findings',
      `bad.yaml:${line}:9  warn  operation-tags  Operation must have non-empty "tags" array. (/paths/~1debug~1ready/get)`,
      '',
    ]);
    expect(code).toBe(1);
  });

  test('writes JSON, JUnit, SARIF and GitHub annotations, and needs no Spectral without a ruleset', async () => {
    const cwd = await temporaryFolder();
    const content = 'content: { application/json: { schema: { type: string }, example: 5 } }';
    const text = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      responses:
        "200": { description: So., ${content} }
        default: { description: "::error::It failed." }
`;
    await writeFile(join(cwd, 'pets.yaml'), text);
    const run = (...args: readonly string[]) => understudy(['lint', '--own', 'pets.yaml', ...args], { cwd }).ended;
    const message =
      'getPets: example of response 200 does not match its schema: 5 must be a string. Fix the example or the schema.';
    const plain = await run();
    expect([plain.code, plain.stdout]).toEqual([
      1,
      `pets.yaml:7:${text.split('\n')[6]?.indexOf('example') ?? 0}`.replace(/\d+$/, (at) => `${Number(at) + 1}`) +
        `  warn  example-contradicts-schema  ${message} (/paths/~1pets/get/responses/200/content/application~1json/example)\n`,
    ]);
    expect((await run('--fail-on', 'error')).code).toBe(0);
    const json = JSON.parse((await run('--format', 'json')).stdout);
    expect(json).toMatchObject({
      command: 'lint',
      documents: [{ file: 'pets.yaml', findings: [{ file: 'pets.yaml', line: 7, message }] }],
    });
    const sarif = JSON.parse((await run('--format', 'sarif')).stdout);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: 'example-contradicts-schema',
      level: 'warning',
      message: { text: message },
    });
    expect(sarif.runs[0].tool.driver.rules[0].fullDescription.text).toBe('Examples match their schemas.');
    expect((await run('--format', 'junit')).stdout).toContain(
      '<testcase name="example-contradicts-schema" classname="pets.yaml"><failure',
    );
    expect((await run('--format', 'github')).stdout).toContain(`,title=example-contradicts-schema::${message}\n`);
    for (const args of [
      ['--format', 'xml'],
      ['--ruleset', 'rules.yaml'],
    ])
      expect((await run(...args)).code).toBe(2);
  });

  test('checks a document with its overlay, and reports positions in the source files', async () => {
    const cwd = await temporaryFolder();
    const files = {
      'api.yaml':
        'openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\ncomponents: { schemas: { A: {} } }\n',
      'o.yaml':
        'overlay: 1.0.0\ninfo: { title: More, version: "1" }\nactions:\n  - target: $.info\n    update: { x-cats: many }\n  - target: $.components.schemas\n    update:\n      B: { x-dogs: no }\n',
      'rules.yaml': `rules:
  cats: { given: $.info, severity: warn, then: { field: x-cats, function: truthy } }
  dogs: { given: "$.components.schemas.*", severity: warn, then: { field: x-dogs, function: falsy } }
`,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    const lint = ['lint', '--ruleset', 'rules.yaml'];
    const plain = await understudy([...lint, 'api.yaml'], { cwd }).ended;
    expect(plain.stdout).toBe('api.yaml:2:6  warn  cats  "info.x-cats" property must be truthy (/info)\n');
    const changed = await understudy([...lint, '--overlay', 'o.yaml', 'api.yaml'], { cwd }).ended;
    expect([changed.code, changed.stdout]).toEqual([
      1,
      'o.yaml:8:12  warn  dogs  "x-dogs" property must be falsy (/actions/1/update/B/x-dogs)\n',
    ]);
    const two = await understudy([...lint, '--overlay', 'o.yaml', 'api.yaml', 'api.yaml'], { cwd }).ended;
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('--overlay applies to one document')]);
  });

  test('prints unenforced constraints of one reason in one line, with count and first location', async () => {
    const cwd = await temporaryFolder();
    const odd = '{ type: string, format: odd }';
    await writeFile(
      join(cwd, 'api.yaml'),
      `openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:\n    A: ${odd}\n    B: ${odd}\n    C: { type: string, format: even }\n`,
    );
    await writeFile(join(cwd, 'rules.yaml'), 'rules: {}\n');
    const { stdout } = await understudy(['lint', '--ruleset', 'rules.yaml', 'api.yaml'], { cwd }).ended;
    expect(stdout.split('\n').filter((line) => line.includes('not-enforced'))).toEqual([
      'api.yaml:6:24  info  not-enforced  format "odd" is not supported (2 places, first shown)',
      'api.yaml:8:24  info  not-enforced  format "even" is not supported (/components/schemas/C/format)',
    ]);
  });

  test('applies a custom ruleset; infos are printed and do not fail', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'api.yaml'), 'openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n');
    await writeFile(
      join(cwd, 'rules.yaml'),
      'rules: { cats: { given: $.info, severity: info, then: { field: x-cats, function: truthy } } }\n',
    );
    const { code, stdout } = await understudy(['lint', '--ruleset', 'rules.yaml', 'api.yaml'], { cwd }).ended;
    expect(stdout).toBe('api.yaml:2:6  info  cats  "info.x-cats" property must be truthy (/info)\n');
    expect(code).toBe(0);
  });

  test('checks the shipped document against the released one', async () => {
    const args = ['lint', 'spec/identity.yaml', '--against', 'spec/released/identity.yaml'];
    const { code, stdout } = await understudy(args, { cwd: REPOSITORY }).ended;
    expect(stdout).toBe('spec/identity.yaml: no findings\n');
    expect(code).toBe(0);
  });

  test.each([
    {
      args: ['absent.yaml', '.'],
      message: ['absent.yaml: file not found', 'it is a folder; name the document in it'],
    },
    { args: ['--ruleset', 'absent.yaml', 'api.yaml'], message: ['absent.yaml: file not found'] },
    { args: ['--against', 'api.yaml', 'api.yaml', 'api.yaml'], message: ['--against applies to one document'] },
    { args: ['--against', 'absent.yaml', 'api.yaml'], message: ['absent.yaml cannot be used'] },
    { args: ['--rules'], message: ['Unknown flag --rules'] },
    { args: ['--fail-on', 'info', 'api.yaml'], message: ['--fail-on must be error or warn, not "info"'] },
    {
      args: ['--limit', '0', 'api.yaml'],
      message: ['--limit must be a whole number of seconds from 1 to 999999, not "0"'],
    },
  ])('exits with 2 for $args', async ({ args, message: said }) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'api.yaml'), 'openapi: 3.0.3\n');
    const { code, stderr } = await understudy(['lint', ...args], { cwd }).ended;
    for (const text of said) expect(stderr).toContain(text);
    expect(code).toBe(2);
  });

  test('exits with 2 without a file in a folder without a document', async () => {
    const { code, stderr } = await understudy(['lint'], { cwd: await temporaryFolder() }).ended;
    expect(stderr).toContain('No OpenAPI document found');
    expect(code).toBe(2);
  });
});

test.each<[LintFinding['severity'], 'error' | 'warn', boolean]>([
  ['error', 'error', true],
  ['warn', 'error', false],
  ['info', 'error', false],
  ['error', 'warn', true],
  ['warn', 'warn', true],
  ['info', 'warn', false],
  ['hint', 'warn', false],
])('a finding of severity %s with --fail-on %s fails: %s', (severity, from, expected) => {
  const finding = { file: 'api.yaml', line: 1, column: 1, severity, rule: 'cats', message: 'no cats', pointer: '' };
  expect(isFault(finding, from)).toBe(expected);
});
