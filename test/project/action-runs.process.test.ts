// Runs the steps of the GitHub action in a project with a base branch.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';
import { actionIn, runSteps } from '../support/workflow.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const action = actionIn(await readFile(`${ROOT}action.yml`, 'utf8'));

const document = (more = '') => `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }
${more}      responses:
        "200":
          description: The pets.
          content:
            application/json: { schema: { type: array, items: { type: string } }, example: [Rex] }
        default: { description: It failed. }
`;

/** A clone with a changed document; the remote repository has the base branch. */
async function clone(name: string, before: string, now: string): Promise<string> {
  const [origin, folder] = [await temporaryFolder(), join(await temporaryFolder(), 'clone')];
  const git = (cwd: string, ...words: readonly string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=CI', '-c', 'user.email=ci@example.com', ...words], { cwd });
  await git(origin, 'init', '--quiet', '--initial-branch=main');
  await writeFile(join(origin, name), before);
  await git(origin, 'add', '.');
  await git(origin, 'commit', '--quiet', '--message=Begin');
  await git(origin, 'clone', '--quiet', origin, folder);
  await writeFile(join(folder, name), now);
  const bin = join(folder, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'understudy'), `#!/bin/sh\nexec ${process.execPath} ${ROOT}bin/understudy.js "$@"\n`);
  await chmod(join(bin, 'understudy'), 0o755);
  return folder;
}

async function run(folder: string, inputs: Readonly<Record<string, string>> = {}, base = 'main') {
  const temporary = await temporaryFolder();
  const done = await runSteps({ action, inputs, folder, temporary, base });
  return {
    outcomes: done.map(({ outcome }) => outcome),
    log: done.map(({ log }) => log).join('\n'),
    reports: join(temporary, 'understudy-reports'),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

describe('the action', () => {
  test('passes for a compatible document and a server that matches it, and writes the reports', async () => {
    const folder = await clone(
      'openapi.yaml',
      document(),
      document('        - { name: kind, in: query, schema: { type: string, enum: [cat, dog] } }\n'),
    );
    const { outcomes, log, reports } = await run(folder);
    expect(log).toContain('title=parameter-added::');
    expect(outcomes).toEqual(['success', 'success', 'success', 'success', 'success']);
    expect(await readFile(join(reports, 'verify.html'), 'utf8')).toContain('<!doctype html>');
    expect(JSON.parse(await readFile(join(reports, 'verify.sarif'), 'utf8')).runs).toHaveLength(1);
    expect(await readFile(join(reports, 'verify.xml'), 'utf8')).toContain('failures="0"');
  });

  test('fails for a breaking change, with an annotation, after all steps', async () => {
    const folder = await clone('openapi.yaml', document(), document().replace('maximum: 9', 'maximum: 8'));
    const { outcomes, log } = await run(folder);
    expect(log).toContain('::error file=openapi.yaml,line=8,col=74,title=parameter-maximum-lowered::');
    expect(outcomes).toEqual(['success', 'success', 'failure', 'success', 'success']);
  });

  test('compares with the merge base in a shallow clone, and completes it', async () => {
    const [origin, folder] = [await temporaryFolder(), await clone('openapi.yaml', document(), document())];
    const git = (cwd: string, ...words: readonly string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=CI', '-c', 'user.email=ci@example.com', ...words], { cwd });
    await git(origin, 'init', '--quiet', '--initial-branch=main');
    await writeFile(join(origin, 'openapi.yaml'), document());
    await git(origin, 'add', '.');
    await git(origin, 'commit', '--quiet', '--message=Begin');
    await git(origin, 'checkout', '--quiet', '-b', 'work');
    await git(origin, 'commit', '--quiet', '--allow-empty', '--message=Work');
    await git(origin, 'checkout', '--quiet', 'main');
    await writeFile(join(origin, 'openapi.yaml'), document('        - { name: kind, in: query, schema: {} }\n'));
    await git(origin, 'commit', '--quiet', '--all', '--message=Later');
    const shallow = join(await temporaryFolder(), 'clone');
    await git(origin, 'clone', '--quiet', '--depth=1', '--branch=work', `file://${origin}`, shallow);
    await cp(join(folder, 'node_modules'), join(shallow, 'node_modules'), { recursive: true });
    // A comparison with the newest commit would report a removed parameter.
    const { outcomes, log } = await run(shallow, { verify: 'false', 'diff-fail-on': 'risky' });
    expect(log).not.toContain('parameter-removed');
    expect(outcomes.slice(0, 3)).toEqual(['success', 'success', 'success']);
    const { stdout } = await git(shallow, 'rev-parse', '--is-shallow-repository');
    expect(stdout).toBe('false\n');
  });

  test('fails for a lint error, and for an invalid version', async () => {
    const folder = await clone(
      'openapi.yaml',
      document(),
      document().replace('          description: The pets.\n', ''),
    );
    const { outcomes, log } = await run(folder, { verify: 'false' });
    expect(log).toContain('title=openapi-schema::');
    expect(outcomes.slice(0, 2)).toEqual(['success', 'failure']);
    expect((await run(folder, { version: '$(touch stolen)' })).outcomes).toEqual([
      'failure',
      'skipped',
      'skipped',
      'skipped',
      'success',
    ]);
  });

  test('starts the given server, waits for it, and stops it', async () => {
    const folder = await clone('openapi.yaml', document(), document());
    await writeFile(
      join(folder, 'server.mjs'),
      `import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const server = createServer((request, response) => response.writeHead(500).end());
server.listen(Number(process.argv[2]), '127.0.0.1');
writeFileSync('pid', String(process.pid));`,
    );
    const port = await freePort();
    const inputs = {
      url: `http://127.0.0.1:${port}`,
      start: `exec ${process.execPath} server.mjs ${port}`,
      base: '',
      'verify-arguments': '--checks\nno-server-error,documented-status\n',
    };
    const { outcomes, log } = await run(folder, inputs);
    expect(log).toContain('title=no-server-error');
    expect(outcomes).toEqual(['success', 'success', 'skipped', 'failure', 'success']);
    // A response of any status ends the wait.
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test('reports a document that is missing in the base branch as new', async () => {
    const folder = await clone('other.yaml', document(), document());
    await writeFile(join(folder, 'openapi.yaml'), document());
    const { outcomes, log } = await run(folder, { verify: 'false' });
    expect(log).toContain('The base branch does not have this document;');
    expect(outcomes).toEqual(['success', 'success', 'success', 'skipped', 'skipped']);
  });

  test('does not execute code in its inputs or in the name of a branch', async () => {
    const name = 'a"; touch stolen; $(touch stolen) `touch stolen`.yaml';
    const folder = await clone(name, document(), document());
    const { outcomes } = await run(folder, { document: name, verify: 'false' });
    expect(outcomes).toEqual(['success', 'success', 'success', 'skipped', 'skipped']);
    const evil = '$(touch stolen)"; touch stolen';
    const attempts: readonly Readonly<Record<string, string>>[] = [
      { 'lint-fail-on': evil },
      { 'diff-for': evil },
      { ruleset: evil },
      { document: `--ruleset=${evil}` },
      { base: '--upload-pack=touch stolen' },
      { base: evil },
      { 'verify-arguments': evil, verify: 'true' },
    ];
    for (const inputs of attempts)
      expect((await run(folder, { document: name, verify: 'false', ...inputs })).outcomes).toContain('failure');
    expect(existsSync(join(folder, 'stolen'))).toBe(false);
  });
});
