// Completion of commands, flags and values in shells.

import { execFile, execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const isInstalled = (shell: string) => {
  try {
    execFileSync(shell, ['-c', 'exit 0']);
    return true;
  } catch {
    return false;
  }
};

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout, stderr } = await understudy(['completion', shell], { cwd: await temporaryFolder() }).ended;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

/** The completions of a line in bash. Its `=` are words, as bash splits them. */
async function inBash(...words: readonly string[]): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'understudy.bash'), await scriptFor('bash'));
  const call = `source ./understudy.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _understudy; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', call, 'bash', 'understudy', ...words];
  const { stdout } = await promisify(execFile)('bash', args, { cwd: folder });
  return stdout.split('\n').filter((line) => line !== '');
}

describe.runIf(isInstalled('bash'))('bash completes', () => {
  test.each<[line: readonly string[], completions: readonly string[]]>([
    [['ver'], ['verify']],
    [['mo'], ['mock']],
    [['serve', '--output'], ['--output-check']],
    [['openapi.yaml', '--output'], ['--output-check']],
    [['--input-check', 'r'], ['report']],
    [
      ['lint', '--format', ''],
      ['text', 'json', 'junit', 'sarif', 'github'],
    ],
    [['lint', '--fail-on', '=', 'e'], ['error']],
    [
      ['lint', '--fail-on', '='],
      ['error', 'warn'],
    ],
    [['diff', '--fail-on', 'r'], ['risky']],
    [['clock', 'fr'], ['freeze']],
    [['sandboxes', '--url', 'http://x', 'c'], ['create']],
    [['sandboxes', 'create', 'c'], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['help', 'cov'], ['coverage']],
    [['reset', '--fix'], ['--fixtures']],
    [['lint', '--ruleset', ''], []],
    [['lint', ''], []],
  ])('%j', async (line, completions) => {
    expect(await inBash(...line)).toEqual(completions);
  });

  test('all commands after the name of the program', async () => {
    const { stdout } = await understudy(['help', '--json'], { cwd: await temporaryFolder() }).ended;
    const { commands } = JSON.parse(stdout) as { commands: readonly { name: string; synonym?: string }[] };
    const names = commands.flatMap(({ name, synonym }) => (synonym === undefined ? [name] : [name, synonym]));
    expect(await inBash('')).toEqual(names);
  });

  test('files where there is nothing else, for both names of the program', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'script'), `${await scriptFor('bash')}\ncomplete -p understudy understudy-api`);
    expect(execFileSync('bash', ['--norc', 'script'], { cwd: folder, encoding: 'utf8' })).toBe(
      'complete -o default -F _understudy understudy\ncomplete -o default -F _understudy understudy-api\n',
    );
  });
});

describe('for zsh', () => {
  test('commands, flags, values and files are in the script', async () => {
    const script = await scriptFor('zsh');
    expect(script).toMatch(/^#compdef understudy understudy-api\n/);
    expect(script).toContain("'verify:test a server against its OpenAPI document'");
    expect(script).toContain("'(-p --port)'{-p+,--port=}'[port to listen on; 0 for any free port]:NUMBER: '");
    expect(script).toContain("'--fail-on=[lowest severity that fails the run: error or warn]:SEVERITY:(error warn)'");
    expect(script).toContain(":DIR:_files -/'");
    expect(script).toContain("'1:argument:(create remove)'");
  });

  test.runIf(isInstalled('zsh'))('the script has no syntax error', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'understudy.zsh'), await scriptFor('zsh'));
    execFileSync('zsh', ['-n', 'understudy.zsh'], { cwd: folder });
  });
});

describe('for fish', () => {
  test('commands, flags, values and files are in the script', async () => {
    const script = await scriptFor('fish');
    expect(script).toContain(
      "complete -c understudy -n __fish_use_subcommand -a verify -d 'test a server against its OpenAPI document'\n",
    );
    expect(script).toMatch(
      /^complete -c understudy -n '__fish_seen_subcommand_from lint' -l fail-on -x -a 'error warn' /m,
    );
    expect(script).toContain('complete -c understudy -n __understudy_serves -s p -l port -x ');
    expect(script).toContain('complete -c understudy-api -w understudy\n');
  });

  test.runIf(isInstalled('fish'))('fish completes commands, flags and values', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'home'));
    await writeFile(join(folder, 'understudy.fish'), await scriptFor('fish'));
    const complete = (line: string) =>
      execFileSync('fish', ['--no-config', '-c', `source understudy.fish; complete -C '${line}'`], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, HOME: join(folder, 'home') },
      }).split('\n');
    expect(complete('understudy veri')[0]).toMatch(/^verify\t/);
    expect(complete('understudy lint --fail-on ')).toEqual(expect.arrayContaining([expect.stringMatching(/^error/)]));
  });
});

test('another shell is an error that names the three', async () => {
  const { code, stderr } = await understudy(['completion', 'powershell'], { cwd: await temporaryFolder() }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('use bash, zsh, fish')]);
});
