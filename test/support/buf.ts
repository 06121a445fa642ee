// The buf command, an independent client and compiler.

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUF = createRequire(import.meta.url).resolve('@bufbuild/buf/bin/buf');
/** The path for plugins of buf, and for their Node. */
const PATH = [join(ROOT, 'node_modules/.bin'), dirname(process.execPath), process.env.PATH].join(delimiter);

/** Runs buf in the project folder. @returns its output. @throws Error with its output when it fails */
export async function buf(...args: string[]): Promise<Buffer> {
  const cache = await mkdtemp(join(tmpdir(), 'understudy-test-'));
  try {
    const settings = { cwd: ROOT, env: { PATH, BUF_CACHE_DIR: cache }, encoding: 'buffer' } as const;
    return (await promisify(execFile)(process.execPath, [BUF, ...args], settings)).stdout;
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}
