// `understudy verify` as a process: Ctrl-C.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { understudyProcess } from '../support/command-process.ts';
import { startNotebook, TOKEN } from '../support/notebook/notebook.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = fileURLToPath(new URL('../support/notebook/notebook.yaml', import.meta.url));

describe('understudy verify that is stopped by Ctrl-C', () => {
  /** A notebook server that stops responding at the first such request, and the stopped run. */
  async function ended(
    hangs: (request: IncomingMessage) => boolean,
    then: (child: ChildProcess) => void = () => undefined,
    env: Readonly<Record<string, string>> = {},
  ) {
    const { handler, close } = await startNotebook();
    const heard: string[] = [];
    let hold: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const server = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`);
      if (hangs(request)) return hold();
      handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ['verify', DOCUMENT, url, '--auth', `key=${TOKEN}`, '--allow-writes', '--timeout', '1000'];
    const { child, ended: end } = understudyProcess(args, { cwd: await temporaryFolder(), env });
    await held;
    const ending = once(child.stderr as Readable, 'data');
    child.kill('SIGINT');
    expect(String(await ending)).toContain('Press Ctrl-C again to quit immediately');
    then(child);
    const result = await end;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await close();
    return { ...result, heard };
  }

  test('prints the report, and removes created items', async () => {
    const { code, stdout, heard } = await ended(({ method }) => method === 'PUT');
    expect(stdout).toMatch(/passed +listNotes/);
    expect(stdout).toContain('The run was stopped before all operations were tested.');
    expect(stdout).toMatch(/not tested +replaceNote +the run was stopped/);
    expect(heard.filter((one) => one.startsWith('DELETE /notes/')).length).toBeGreaterThan(0);
    expect(code).toBe(130);
  });

  test('does so under npm, which forwards the signal, too', async () => {
    const env = { npm_lifecycle_event: 'npx' };
    const { code, stdout } = await ended(
      ({ method }) => method === 'PUT',
      (child) => child.kill('SIGINT'),
      env,
    );
    expect(stdout).toContain('The run was stopped before all operations were tested.');
    expect(code).toBe(130);
  });

  test('exits immediately on a second Ctrl-C', async () => {
    const isChange = ({ method }: IncomingMessage) => method === 'PUT' || method === 'DELETE';
    const { code, signal, stdout } = await ended(isChange, (child) => {
      // A signal soon after the first one is a duplicate.
      const repeating = setInterval(() => child.kill('SIGINT'), 50);
      child.once('close', () => clearInterval(repeating));
    });
    expect([code, signal, stdout]).toEqual([null, 'SIGINT', '']);
  });
});
