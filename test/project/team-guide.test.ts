// Commands of team.md name files, settings and Kubernetes objects that exist.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SERVE } from '../../src/cli/command-tables/serve.ts';
import { listingsOf } from '../support/listing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');
const guide = read('docs/guides/team.md');
const commands = listingsOf(guide)
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text)
  .join('\n');

test('the folders and variables of docker commands are those of the image', () => {
  const file = read('Containerfile');
  for (const [, folder = ''] of commands.matchAll(/:(\/\w+)(?::ro)?"? /g)) expect(file).toContain(folder);
  expect(guide).toContain('`docker build --tag understudy --file Containerfile .`');
});

test('files that commands name exist', () => {
  const files = [...commands.matchAll(/(?:-f|--file) (\S+)/g)].map(([, file = '']) => file);
  expect(files).toEqual(['deploy/compose.yaml', 'deploy/kubernetes/']);
  for (const file of files) expect(existsSync(ROOT + file), file).toBe(true);
});

test('variables of the composition are set', () => {
  const needed = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
  expect(needed.length).toBeGreaterThan(1);
  for (const name of needed) expect(commands).toContain(`${name}=`);
});

test('the secret and the documents are those of the Kubernetes manifest', () => {
  const manifest = read('deploy/kubernetes/mock-server.yaml');
  const secret = /create secret generic (\S+)/.exec(commands)?.[1];
  for (const key of ['store', 'control-token']) {
    expect(manifest).toContain(`secretKeyRef: { name: ${secret}, key: ${key} }`);
    expect(commands).toContain(`--from-literal=${key}=`);
  }
  expect(manifest).toContain(/create configmap (\S+)/.exec(commands)?.[1]);
});

test('flags of the guide are settings', () => {
  const flags = [...guide.matchAll(/`?--((?:control|trusted|tls|drain|log|store|issuer)[a-z-]*)/g)].map(
    ([, flag = '']) => flag,
  );
  expect(flags.length).toBeGreaterThan(5);
  for (const flag of flags) expect(Object.keys(SERVE.flags)).toContain(flag);
});
