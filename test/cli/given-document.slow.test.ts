// Inputs of commands for OpenAPI documents: paths, URLs, standard input.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { documentHost } from '../support/document-host.ts';
import { documentWith } from '../support/opened.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe.each([
  { command: 'types', args: [], code: 0, message: '// The operations of T, made from ' },
  { command: 'lint', args: ['--own'], code: 0, message: '  info  no-example  ' },
  { command: 'proto', args: [], code: 2, message: 'describes no protobuf service' },
])('understudy $command', ({ command, args, code, message }) => {
  const run = async (name: string, input = '', more: readonly string[] = []) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'b.yaml'), 'type: string\n');
    const { code: ended, stdout, stderr } = await understudy([command, ...args, ...more, name], { cwd, input }).ended;
    return { ended, message: stdout + stderr };
  };

  test('reads standard input, and files next to it', async () => {
    const result = await run('-', documentWith('{ $ref: "b.yaml" }'));
    expect(result).toEqual({ ended: code, message: expect.stringContaining(message) });
  });

  test('reads a URL', async () => {
    const { url } = await documentHost(() => ({ '/api.yaml': documentWith('{ type: string }') }));
    expect(await run(`${url}/api.yaml`)).toEqual({ ended: code, message: expect.stringContaining(message) });
  });

  test('reports invalid input', async () => {
    const broken = await run('-', 'a: [\n');
    expect(broken.message).toMatch(/(^|: |document )standard input(:| cannot be)/);
    expect(broken.message).toMatch(/missing closing|cannot be read/);
    expect((await run('-')).message).toContain('empty');
    const hosts = await run('-', '', ['--allow-fetch', 'http://example.com/']);
    expect(hosts).toEqual({ ended: 2, message: expect.stringContaining('Invalid --allow-fetch') });
  });
});

describe('standard input', () => {
  const lint = async (input: string, more: readonly string[] = []) => {
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await understudy(['lint', '--own', ...more, '-'], { cwd, input }).ended;
    return { code, message: stdout + stderr };
  };

  test('may refer to an allowed host, and to no other', async () => {
    const { url, host } = await documentHost(() => ({ '/b.yaml': 'type: string\n' }));
    const input = documentWith(`{ $ref: "${url}/b.yaml" }`);
    expect(await lint(input, ['--allow-fetch', host])).toEqual({
      code: 0,
      message: expect.not.stringMatching(/ {2}(error|warn) {2}/),
    });
    expect(await lint(input)).toEqual({ code: 1, message: expect.stringContaining(`--allow-fetch ${host}`) });
  });

  test('above 128 MB is rejected', async () => {
    const { code, message } = await lint('#'.repeat(128 * 1024 * 1024 + 1));
    expect([code, message]).toEqual([2, expect.stringContaining('is larger than 134217728 bytes')]);
  });
});
