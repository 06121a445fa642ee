// The first argument of `understudy`, short flags and ports.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listenOn } from '../../src/cli/serve/serve.ts';
import { rejection, understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths: {} });

async function folderWithDocument(): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'pets.json'), DOCUMENT);
  return cwd;
}

const ended = async (args: readonly string[]) => understudy(args, { cwd: await temporaryFolder() }).ended;

describe('understudy', () => {
  test.each([
    ['with a document', ['pets.json', '--port', '0', '--memory']],
    ['with settings before it', ['-p', '0', '--memory', 'pets.json']],
    ['mock', ['mock', 'pets.json', '-p', '0', '--memory']],
    ['with a folder', ['.', '-p', '0', '--memory']],
  ])('%s serves it', async (_, args) => {
    const { prints } = understudy(args, { cwd: await folderWithDocument() });
    await prints(/Mocking Pets .* at http:/);
  });

  test('reads standard input for -', async () => {
    const { prints } = understudy(['-', '-p', '0', '--memory'], { cwd: await temporaryFolder(), input: DOCUMENT });
    await prints(/Mocking Pets .* at http:/);
  });

  test('listens on PORT unless --port is given', async () => {
    const cwd = await folderWithDocument();
    const wrong = await rejection(['pets.json', '--memory'], { cwd, env: { PORT: 'tcp://10.0.0.1:80' } });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('PORT must be a whole number')]);
    await understudy(['pets.json', '--memory'], { cwd, env: { PORT: '0' } }).prints(/ at http:\/\/127\.0\.0\.1:\d+\n/);
    const { prints } = understudy(['pets.json', '--memory', '-p', '0'], { cwd, env: { PORT: '1' } });
    await prints(/ at http:\/\/127\.0\.0\.1:\d\d+\n/);
  });

  test('explains a command by help and by --help alike', async () => {
    const [help, flag] = [await ended(['help', 'ready']), await ended(['ready', '--help'])];
    expect(help).toEqual(flag);
    expect(help.stdout).toContain('understudy ready');
    expect((await ended(['help'])).stdout).toContain('understudy help COMMAND');
  });

  test('prints its version for -v', async () => {
    expect((await ended(['-v'])).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  test('rejects an argument that is neither a file nor a command', async () => {
    const { code, stderr } = await ended(['srve']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('"srve" is neither a command nor a file; did you mean serve?'),
    ]);
  });

  test.each([
    ['--prot', 'did you mean --port?'],
    ['--dynamic', 'a client gets one by the header Prefer: dynamic=true'],
    ['--public-base-url', '--issuer'],
    ['--middlewares', '--handlers'],
    ['--proxy-all', 'understudy proxy'],
  ])('suggests an equivalent for %s', async (flag, meant) => {
    const { code, stderr } = await rejection(['pets.json', flag], { cwd: await folderWithDocument() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(meant)]);
  });
});

describe('with several ports', () => {
  const taken = (port: number) => Object.assign(new Error(`${port} is taken`), { code: 'EADDRINUSE' });

  test('the first free one is used', async () => {
    const listen = async (port: number) => {
      if (port < 3) throw taken(port);
      return port;
    };
    expect(await listenOn([1, 2, 3, 4], listen)).toBe(3);
  });

  test('the last one is reported if none is free, and any other error at once', async () => {
    await expect(listenOn([1, 2], (port) => Promise.reject(taken(port)))).rejects.toThrow('2 is taken');
    await expect(listenOn([1, 2], (port) => Promise.reject(new Error(`no ${port}`)))).rejects.toThrow('no 1');
  });
});
