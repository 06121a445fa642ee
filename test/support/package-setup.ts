// Global set-up: builds the package once, when a test first requests it.

import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackage } from './installed.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'understudy-test-')));
  const socket = join(folder, 'socket');
  let built: Promise<void> | undefined;
  const server = createServer((_, response) => {
    built ??= buildPackage(folder);
    built.then(
      () => response.end(),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  project.provide('package', { folder, socket });
  return async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  };
}
