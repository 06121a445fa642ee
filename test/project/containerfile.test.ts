// The Containerfile: no findings of a linter, the Node version of the project, labels, user and health check.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

describe('the Containerfile', () => {
  const text = readFileSync(join(ROOT, 'Containerfile'), 'utf8');

  test('has no findings of a linter', () => {
    expect(validate(text)).toEqual([]);
    // The linter works: it reports a wrong file.
    expect(validate(text.replace('STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGTREM\nCMD node'))).not.toEqual([]);
  });

  test('uses the Node version of the project', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const [, major] = /^\D*(\d+)/.exec(devDependencies.node) ?? [];
    expect([...text.matchAll(/^FROM (?:--platform=\S+ )?\S+\/node:(\d+)-/gm)].map(([, one]) => one)).toEqual([
      major,
      major,
    ]);
  });

  test('has the labels of OCI, with source, version and revision', () => {
    const labels = [...text.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const { description, license, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(Object.fromEntries(labels)).toEqual({
      title: 'Understudy',
      description,
      licenses: license,
      source: repository.url.replace(/^git\+|\.git$/g, ''),
      version: '$VERSION',
      revision: '$REVISION',
    });
    // An argument is that of a stage: these are of the last.
    const [, last = ''] = text.split(/^FROM (?!--platform)/m);
    const declared = [...last.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name);
    expect(declared).toEqual(['VERSION', 'REVISION']);
    const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
    for (const name of declared) expect(workflow).toMatch(new RegExp(`^ +${name}=\\$`, 'm'));
  });

  test('runs as a user without rights, with a health check that the program has', async () => {
    const instructions = DockerfileParser.parse(text).getInstructions();
    const argumentsOf = (keyword: string) =>
      instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getRawArgumentsContent());
    expect(argumentsOf('USER')).toEqual(['1000:1000']);
    expect(argumentsOf('HEALTHCHECK')).toEqual([expect.stringMatching(/understudy\.js", "ready"\]$/)]);
    expect(await understudy(['ready', '--help'], { cwd: ROOT }).ended).toMatchObject({ code: 0 });
  });
});
