// Modules that the command loads at start, until its first response.

import { join } from 'node:path';
import { expect } from 'vitest';
import { program } from './command-process.ts';
import { SERVES } from './process.ts';
import { temporaryFolder } from './temporary.ts';

/**
 * Lists the loaded files on a signal. Code that is preloaded half a second after the start is not included; the short
 * pauses between connections of a busy process stay.
 */
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
  globalThis.setTimeout = (work, delay, ...given) => setTimeout(work, delay > 200 ? 100_000 + delay : delay, ...given);
  process.on('SIGUSR2', () => console.log('Loaded: ' + JSON.stringify(loaded)));`;

/** The files that `understudy serve` of a package loads until it has responded to a search. */
export interface Loaded {
  /** The first start, without caches. */
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** @param settings - of the command. Default: state in memory */
export async function loadedAtStarts(root: string, settings = ['--memory']): Promise<Loaded> {
  const [cwd, cache] = [await temporaryFolder(), await temporaryFolder()];
  const hooks = `data:text/javascript,${encodeURIComponent(LISTING)}`;
  const serve = [join(root, 'bin/understudy.js'), 'demo', ...settings, '--port', '0', '--quiet'];
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
  return { first: await start(), second: await start() };
}
