// What a start loads, until its first request is answered. What others need is loaded when they come.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { expect, test } from 'vitest';
import { program } from '../support/command.ts';
import { SERVES } from '../support/process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** Says which files were loaded when it is asked to. What is to be done in some milliseconds is not done in this process. */
const LISTING = `
  import module from 'node:module';
  const loaded = [];
  module.registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, delay, ...given) => setTimeout(work, 100_000 + delay, ...given);
  process.on('SIGUSR2', () => console.log('Loaded: ' + JSON.stringify(loaded)));`;

/** The files that `understudy serve` loads until it has answered a search, the second time that it is started. */
async function loadedAtStart(): Promise<readonly string[]> {
  const [cwd, cache] = [await temporaryFolder(), await temporaryFolder()];
  const hooks = `data:text/javascript,${encodeURIComponent(LISTING)}`;
  const serve = [join(ROOT, 'bin/understudy.js'), 'serve', '--memory', '--port', '0'];
  const start = async () => {
    const { child, ended, prints } = program(['--import', hooks, ...serve], {
      cwd,
      env: { NODE_COMPILE_CACHE: cache },
    });
    const [, url] = await prints(SERVES);
    const response = await fetch(`${url}/management/v1/projects/_search`, {
      method: 'POST',
      headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    child.kill('SIGUSR2');
    const [, list = ''] = await prints(/^Loaded: (.*)$/m);
    child.kill('SIGTERM');
    await ended;
    return JSON.parse(list);
  };
  await start();
  return start();
}

test('a start loads no more than its first request needs', async () => {
  const loaded = await loadedAtStart();
  const libraries = Object.keys(dependencies).filter((name) =>
    loaded.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  expect(libraries).toEqual(['ajv', 'ajv-formats', 'lru-cache', 'sorted-btree', 'swagger-ui-dist']);
  const ofRoom = (room: string) => loaded.flatMap((url) => url.split(`/src/${room}/`)[1] ?? []);
  expect(ofRoom('openapi/read').toSorted()).toEqual(['document-files.ts', 'open-document.ts']);
  expect(ofRoom('store').filter((name) => /durable|lock|log/.test(name))).toEqual([]);
  expect(ofRoom('protobuf').toSorted()).toEqual(['known-plan.ts', 'unknown-fields.ts']);
  expect(loaded).not.toContain('node:tls');
  expect(loaded.filter((url) => /\/ajv\/dist\/20\d\d\.js$/.test(url))).toEqual([]);
});

test('the router that is loaded without the rest of Express is that of Express', () => {
  const path = createRequire(import.meta.url).resolve('express');
  expect(createRequire(path)('router')).toBe(express.Router);
});
