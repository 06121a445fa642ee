// `understudy diff OLD NEW` in a terminal and in CI.

import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const document = (properties: string, rest = '') => `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                name: { type: string }
${properties}
      responses:
        "200": { description: Done. }
${rest}`;
const OLD = document('              required: []');
const NEW = document('                age: { type: integer }\n              required: [name]');

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(cwd, name, '..'), { recursive: true });
    await writeFile(join(cwd, name), text);
  }
  return cwd;
}

function git(cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Pia', '-c', 'user.email=pia@acme.example', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' });
}

const LINES = [
  'new.yaml:13:17  info  request-property-added  POST /pets: request body: optional property "age" added [risky for servers] (/paths/~1pets/post/requestBody/content/application~1json/schema/properties/age)',
  'new.yaml:14:15  error  request-property-became-required  POST /pets: request body: property "name" became required [breaking for clients] (/paths/~1pets/post/requestBody/content/application~1json/schema/required)',
  '1 breaking, 0 risky, 1 harmless',
  '',
];

describe('understudy diff', () => {
  test('prints each change with its position in the new document, and exits by --fail-on', async () => {
    const cwd = await folderOf({ 'old.yaml': OLD, 'new.yaml': NEW });
    const run = (...args: readonly string[]) => understudy(['diff', ...args], { cwd }).ended;
    const first = await run('old.yaml', 'new.yaml');
    expect([first.code, first.stdout.split('\n')]).toEqual([1, LINES]);
    expect((await run('old.yaml', 'new.yaml', '--fail-on', 'none')).code).toBe(0);
    const servers = await run('old.yaml', 'new.yaml', '--for', 'servers', '--least', 'risky');
    expect([servers.code, servers.stdout.split('\n').length]).toEqual([0, 3]);
    expect((await run('old.yaml', 'new.yaml', '--for', 'servers', '--fail-on', 'risky')).code).toBe(1);
    expect((await run('old.yaml', 'new.yaml', '--skip', 'request-property-became-required')).code).toBe(0);
    expect(await run('old.yaml', 'old.yaml')).toMatchObject({ code: 0, stdout: 'old.yaml: no changes\n' });
  });

  test('reports errors of the new document, and compares all the same', async () => {
    const cwd = await folderOf({ 'old.yaml': OLD, 'new.yaml': NEW.replace('{ type: integer }', '{ type: int }') });
    const { code, stderr, stdout } = await understudy(['diff', 'old.yaml', 'new.yaml', '--json'], { cwd }).ended;
    expect([code, JSON.parse(stdout).counts.breaking, stderr]).toEqual([
      1,
      1,
      [
        'understudy: new.yaml has 1 error; correct them first, because wrong parts are compared only as far as they can be read:',
        '  new.yaml:13:24  error  invalid-schema  type "int" is unknown; any value is accepted (/paths/~1pets/post/requestBody/content/application~1json/schema/properties/age/type)',
        '',
      ].join('\n'),
    ]);
    const valid = await understudy(['diff', 'new.yaml', 'old.yaml'], { cwd }).ended;
    expect(valid.stderr).toBe('');
  });

  test('reads a document of a commit, with its references', async () => {
    const refers = (text: string) => text.replace('{ type: string }', '{ $ref: parts/name.yaml }');
    const cwd = await folderOf({ 'api/api.yaml': refers(OLD), 'api/parts/name.yaml': 'type: string\n' });
    git(cwd, 'init');
    git(cwd, 'add', '.');
    git(cwd, 'commit', '-m', 'first');
    await writeFile(join(cwd, 'api/parts/name.yaml'), 'type: integer\n');
    const run = (folder: string, ...args: readonly string[]) =>
      understudy(['diff', ...args], { cwd: join(cwd, folder) }).ended;
    const reported = await run('.', 'main:api/api.yaml', 'api/api.yaml');
    expect(reported).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('api/parts/name.yaml:1:1  error  request-type-changed'),
    });
    expect((await run('api', 'git:HEAD:./api.yaml', 'api.yaml')).stdout).toContain('request-type-changed');
    const none = await run('.', 'nowhere:api/api.yaml', 'api/api.yaml');
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Unknown git ref nowhere') });
    await writeFile(join(cwd, 'new.yaml'), NEW);
    expect(await run('.', 'main:new.yaml', 'new.yaml')).toMatchObject({
      code: 0,
      stdout: 'new.yaml: no changes\n',
      stderr: 'understudy: new.yaml is new: main:new.yaml does not exist, so there is nothing to compare.\n',
    });
    const missing = await run('.', 'main:other.yaml', 'api/api.yaml');
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/file not found in commit \w{8} \(main\)/),
    });
  });

  describe('in a branch of a clone', () => {
    const AGE = '                age: { type: integer }\n';

    /** A repository whose main branch got a breaking change after the branch `work`, which adds a property. */
    async function origin(): Promise<string> {
      const cwd = await folderOf({ 'api.yaml': OLD });
      git(cwd, 'init');
      git(cwd, 'add', '.');
      git(cwd, 'commit', '-m', 'first');
      git(cwd, 'checkout', '-b', 'work');
      await writeFile(join(cwd, 'api.yaml'), document(`${AGE}              required: []`));
      git(cwd, 'commit', '-am', 'age');
      git(cwd, 'checkout', 'main');
      await writeFile(join(cwd, 'api.yaml'), document('              required: []').replace('string', 'integer'));
      git(cwd, 'commit', '-am', 'integer');
      return cwd;
    }

    async function clone(...flags: readonly string[]): Promise<string> {
      const cwd = await temporaryFolder();
      git(cwd, 'clone', ...flags, `file://${await origin()}`, '.');
      return cwd;
    }

    const run = (cwd: string, ...args: readonly string[]) => understudy(['diff', ...args], { cwd }).ended;

    test.each([
      'origin/main...',
      'origin/main...HEAD',
      'git:origin/main...HEAD',
      '...origin/main',
      'HEAD...origin/main',
    ])('compares with the merge base of %s', async (ref) => {
      const cwd = await clone('--branch=work');
      expect(await run(cwd, `${ref}:api.yaml`, 'api.yaml')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /^api\.yaml:13:17 .* property "age" added [^\n]*\n0 breaking, 0 risky, 1 harmless\n$/,
        ),
      });
      expect((await run(cwd, 'origin/main:api.yaml', 'api.yaml')).code).toBe(1);
    });

    test.each([
      ['origin/main..:api.yaml', 'origin/main.. is a range of commits; write origin/main... for their merge base'],
      ['origin/main...', 'add its path, such as origin/main...:openapi.yaml'],
      ['origin/gone...:api.yaml', 'Fetch it: git fetch origin gone:refs/remotes/origin/gone'],
      ['gone:api.yaml', 'git branch --all and git tag list the known ones.'],
    ])('advises about %s', async (name, advice) => {
      const cwd = await clone('--branch=work');
      const { code, stderr } = await run(cwd, name, 'api.yaml');
      expect([code, stderr]).toEqual([2, expect.stringContaining(advice)]);
      expect(stderr).not.toContain('shallow');
    });

    test('prints the command that completes a shallow clone, which works', async () => {
      const cwd = await clone('--branch=work', '--depth=1');
      const args = ['origin/main...:api.yaml', 'api.yaml'] as const;
      const unknown = await run(cwd, ...args);
      expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('Unknown git ref origin/main.') });
      // With the branch alone there is no common commit.
      git(cwd, 'fetch', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
      const { code, stderr } = await run(cwd, ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('origin/main and HEAD have no common commit.')]);
      expect(stderr).toContain('This clone is shallow. Clone the whole history in CI (fetch-depth: 0)');
      git(cwd, 'update-ref', '-d', 'refs/remotes/origin/main');
      const advice = /or run git (fetch --unshallow .*)$/m.exec(unknown.stderr)?.[1] ?? '';
      git(cwd, ...advice.split(' '));
      expect((await run(cwd, ...args)).code).toBe(0);
    });
  });

  test('never passes a name as an option to Git', async () => {
    const cwd = await folderOf({ 'new.yaml': NEW });
    git(cwd, 'init');
    for (const name of ['git:--output=stolen:new.yaml', '--output=stolen:new.yaml', '-x:new.yaml'])
      expect((await understudy(['diff', '--', name, 'new.yaml'], { cwd }).ended).code).toBe(2);
    expect((await understudy(['diff', 'stolen', 'new.yaml'], { cwd }).ended).stderr).toContain('file not found');
  });

  test('prints JSON, JUnit, SARIF and annotations of GitHub', async () => {
    const gone = OLD.replace('/pets:', '/dogs:');
    const cwd = await folderOf({ 'old.yaml': OLD, 'new.yaml': gone.replace('Done.', '"::error::x"') });
    const run = async (...args: readonly string[]) =>
      (await understudy(['diff', 'old.yaml', 'new.yaml', ...args], { cwd }).ended).stdout;
    const json = JSON.parse(await run('--json'));
    expect(json.counts).toEqual({ breaking: 1, risky: 0, harmless: 1, accepted: 0 });
    expect(json.changes[1]).toMatchObject({
      rule: 'operation-removed',
      level: 'breaking',
      servers: 'harmless',
      new: null,
      old: { file: 'old.yaml', line: 5 },
    });
    const sarif = JSON.parse(await run('--format', 'sarif'));
    expect(
      sarif.runs[0].results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level]),
    ).toEqual([
      ['operation-added', 'note'],
      ['operation-removed', 'error'],
    ]);
    expect(sarif.runs[0].tool.driver.rules[1].fullDescription.text).toBe(
      'An operation was removed that was not deprecated.',
    );
    expect(await run('--format', 'junit')).toContain('tests="2" failures="1"');
    const annotation =
      '\n::error file=new.yaml,line=1,col=1,title=operation-removed::POST /pets: operation removed (at old.yaml:5) [breaking for clients]\n';
    expect(await run('--format', 'github')).toContain(annotation);
    const inWorkflow = understudy(['diff', 'old.yaml', 'new.yaml'], { cwd, env: { GITHUB_ACTIONS: 'true' } });
    expect((await inWorkflow.ended).stdout).toContain(annotation);
  });

  test.each([
    [[], 'OLD is missing'],
    [['old.yaml'], 'NEW is missing'],
    [['a', 'b', 'c'], 'Unexpected argument "c"'],
    [['-', '-'], 'Only one document can be standard input'],
    [['old.yaml', 'old.yaml', '--fail-on', 'all'], '--fail-on must be breaking, risky or none'],
    [['old.yaml', 'old.yaml', '--skip', 'nothing'], 'unknown rule nothing'],
    [['old.yaml', 'old.yaml', '--format', 'xml'], '--format must be'],
    [['old.yaml', 'none.yaml'], 'file not found'],
    [['old.yaml', 'bad.yaml'], 'cannot be used'],
  ])('rejects %j', async (args, reason) => {
    const cwd = await folderOf({ 'old.yaml': OLD, 'bad.yaml': 'openapi: 3.1.0\n  x: [\n' });
    expect(await understudy(['diff', ...args], { cwd }).ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(reason),
    });
  });
});

describe('understudy diff for people who decide', () => {
  const run = async (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
    const cwd = await folderOf({ 'old.yaml': OLD, 'new.yaml': NEW, ...files });
    return { cwd, ...(await understudy(['diff', 'old.yaml', 'new.yaml', ...args], { cwd }).ended) };
  };

  test('prints a changelog as Markdown, with the worst changes first', async () => {
    const { code, stdout } = await run({}, '--format', 'markdown');
    expect(code).toBe(1);
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual([
      '# Pets 1',
      'Changes from old.yaml to new.yaml.',
      '## Breaking changes',
      '- POST /pets: request body: property "name" became required (`request-property-became-required`)',
      '## Other changes',
      '- POST /pets: request body: optional property "age" added (`request-property-added`)',
    ]);
  });

  test('prints a changelog as one HTML page, in which the document is only text', async () => {
    const now = NEW.replace('age:', '"<b>&":').replace('title: Pets', 'title: "<script>"');
    const { stdout } = await run({ 'new.yaml': now }, '--format', 'html');
    expect(stdout).toContain('<title>&lt;script&gt; 1</title>');
    expect(stdout).toContain('optional property &quot;&lt;b&gt;&amp;&quot; added');
    expect(stdout).not.toMatch(/<script|<b>|https?:/);
    expect((await run({ 'new.yaml': OLD }, '--format', 'html')).stdout).toContain('<p>No changes.</p>');
  });

  test.each([
    ['text', 'b &amp;'],
    ['github', 'b &amp;'],
    ['markdown', 'b \\&amp;'],
    ['html', 'b &amp;amp;'],
  ])('prints no control characters of documents as %s', async (format, ampersand) => {
    const hostile = '"\\u001b[2J\\r\\n## b &amp; \\u202e": { enum: ["\\u001b]0;x\\u0007"] }';
    const now = NEW.replace('age: { type: integer }', hostile).replace('title: Pets', 'title: "P\\u001b[1m\\nets"');
    const { stdout } = await run({ 'new.yaml': now }, '--format', format);
    expect(stdout).toContain('[2J');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the test is about
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(stdout).not.toMatch(/^ *(## b|ets)/m);
    expect(stdout).toContain(ampersand);
  });

  test('gives rules another level with --severity', async () => {
    const lenient = await run({}, '--severity', 'request-property-became-required=risky');
    expect(lenient.code).toBe(0);
    expect(lenient.stdout).toContain('warn  request-property-became-required');
    expect(lenient.stdout).toContain('[risky by --severity]');
    const strict = await run(
      {},
      '--skip',
      'request-property-became-required',
      '--severity',
      'request-property-added=breaking',
    );
    expect(strict.code).toBe(1);
    const unknown = await run({}, '--severity', 'request-nothing=risky');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('unknown rule request-nothing')]);
    expect((await run({}, '--severity', 'request-property-added=huge')).code).toBe(2);
  });

  test('accepts changes that are in a file, and no others', async () => {
    const written = await run({}, '--write-approvals', 'approved.yaml');
    expect([written.code, written.stderr]).toEqual([
      0,
      'understudy: wrote 1 accepted change to approved.yaml; add a reason to each\n',
    ]);
    const text = await readFile(join(written.cwd, 'approved.yaml'), 'utf8');
    const reasoned = text.replace(/reason:.*/, 'reason: all apps send it');
    const approved = await run({ 'approved.yaml': reasoned }, '--approvals', 'approved.yaml');
    expect(approved.code).toBe(0);
    expect(approved.stdout).toContain('info  request-property-became-required');
    expect(approved.stdout).toContain('[accepted: all apps send it]');
    expect(approved.stdout).toContain('0 breaking, 0 risky, 1 harmless, 1 accepted');
    const other = NEW.replace('[name]', '[age]');
    const changed = await run({ 'approved.yaml': reasoned, 'new.yaml': other }, '--approvals', 'approved.yaml');
    expect(changed.code).toBe(1);
    expect(changed.stderr).toContain('not met: request-property-became-required: request body: property "name" became');
    const elsewhere = reasoned.replace('POST /pets', 'POST /dogs');
    expect((await run({ 'approved.yaml': elsewhere }, '--approvals', 'approved.yaml')).code).toBe(1);
  });

  test.each([
    [{}, 'file not found'],
    [{ 'approved.yaml': 'rule: a' }, 'must be a list of changes'],
    [{ 'approved.yaml': '- rule: a' }, 'item 1 of approved.yaml needs a rule, a change and its operations'],
    [{ 'approved.yaml': '- [' }, ''],
  ])('ends with 2 for a file of accepted changes that cannot be used: %j', async (files, message) => {
    const { code, stderr } = await run(files, '--approvals', 'approved.yaml');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
