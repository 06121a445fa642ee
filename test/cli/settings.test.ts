// Settings of `understudy serve`: errors, and precedence of flags, environment and config.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/cli/serve/read-settings.ts';
import { rejection, serve, understudy } from '../support/command.ts';
import { petsFolder } from '../support/pets/config.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The result of `understudy` in an empty folder. */
async function ends(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return rejection(args, { cwd: await temporaryFolder(), env });
}

describe('understudy', () => {
  test.each([[[]], [['help']], [['--help']], [['-h']]])('with %j lists its commands', async (args) => {
    const { code, stdout, stderr } = await ends(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ {2}serve /m);
    expect(stdout).toMatch(/^ {2}types /m);
  });

  test('with --version prints the version of its package', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await ends(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('rejects an unknown command', async () => {
    const { code, stdout, stderr } = await ends(['sing']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe('understudy: "sing" is neither a command nor a file\n  See understudy help.\n');
  });

  test('suggests the nearest command for a misspelt one', async () => {
    expect((await ends(['verfiy'])).stderr).toMatch(
      /^understudy: "verfiy" is neither a command nor a file; did you mean verify\?\n/,
    );
  });
});

describe('understudy serve', () => {
  test('with --help explains every setting and starts nothing', async () => {
    const { code, stdout, stderr } = await ends(['serve', '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const flag of [
      'port',
      'host',
      'tls-cert',
      'tls-key',
      'data',
      'durability',
      'memory',
      'fresh',
      'body-limit',
      'output-check',
      'control-access',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ {2}(-\\w, )?--${flag}\\b`, 'm'));
    }
    expect(stdout).not.toContain('stands in');
  });

  test('accepts UNDERSTUDY_URL, a variable of other commands', async () => {
    const { config } = await readSettings([], { UNDERSTUDY_URL: 'http://127.0.0.1:8080' }, await temporaryFolder());
    expect(config).toEqual({});
  });

  test('reports all unknown flags and invalid values together, and exits with 2', async () => {
    const { code, stdout, stderr } = await ends(
      ['serve', '--prot', '1', '--port', 'eighty', 'extra', '--body-limit=-1', '--data', '', '--output-check=maybe'],
      {
        UNDERSTUDY_MEMORY: 'perhaps',
        UNDERSTUDY_CONTROL_ACCESS: 'friends',
        UNDERSTUDY_PORT: 'unseen',
        UNDERSTUDY_PROT: '1',
      },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const [headline, ...problems] = stderr.trimEnd().split('\n');
    expect(headline).toBe('understudy: These settings cannot be used:');
    expect(problems.map((line) => line.trim()).toSorted()).toEqual([
      '--body-limit must be a whole number from 0 to 1073741824, not "-1"',
      '--data must be a non-empty string, not ""',
      '--output-check must be one of enforce, report, not "maybe"',
      '--port must be a whole number from 0 to 65535, not "eighty"',
      'See understudy serve --help.',
      'UNDERSTUDY_CONTROL_ACCESS must be one of loopback, all, none, not "friends"',
      'UNDERSTUDY_MEMORY must be true or false, not "perhaps"',
      'Unknown flag --prot; did you mean --port?',
      'Unknown variable UNDERSTUDY_PROT; did you mean UNDERSTUDY_PORT?',
    ]);
  });

  test.each<[string, string[], string]>([
    ...['65536', '1.5', '0x50', ' 1', '1e3', ''].map((port): [string, string[], string] => [
      `the port "${port}"`,
      [`--port=${port}`],
      `--port must be a whole number from 0 to 65535, not "${port}"`,
    ]),
    ['a flag that is missing its value', ['--memory', '--port'], '--port needs a value'],
    ['a value that is itself a flag', ['--data', '--memory', '--port', '0'], '--data needs a value'],
  ])('rejects %s', async (_, args, problem) => {
    await expect(readSettings(args, {}, await temporaryFolder())).rejects.toMatchObject({
      problems: [problem, 'See understudy serve --help.'],
    });
  });

  test('prefers flags to the environment, the environment to the config, the config to a default', async () => {
    const cwd = await petsFolder('{ apis: [pets], port: 0, data: "from-config" }');
    const start = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
      const command = understudy(['serve', ...args], { cwd, env });
      await command.prints(/Ctrl-C/);
      command.stop();
      const { stdout } = await command.ended;
      return /State is saved in \.\/(\S+)\. /.exec(stdout)?.[1];
    };
    expect(await start([], {})).toBe('from-config');
    expect(await start([], { UNDERSTUDY_DATA: 'from-environment' })).toBe('from-environment');
    expect(await start(['--data', 'from-flag'], { UNDERSTUDY_DATA: 'from-environment' })).toBe('from-flag');
    expect((await readdir(cwd)).filter((name) => name.startsWith('from'))).toEqual([
      'from-config',
      'from-environment',
      'from-flag',
    ]);
  });

  test('reads switches from the environment', async () => {
    const cwd = await petsFolder();
    const { greeting } = await serve([], { cwd, env: { UNDERSTUDY_MEMORY: 'true' } });
    expect(greeting).toContain('State is in memory');
  });

  test('has no flag for the config, and names its location', async () => {
    const { stderr } = await rejection(['serve', '--config', 'other.yaml'], { cwd: await temporaryFolder() });
    expect(stderr).toContain(
      'Unknown flag --config; use instead: understudy.yaml or understudy.config.mjs in the current folder',
    );
  });

  test('reads a config in TypeScript', async () => {
    const cwd = await temporaryFolder();
    const index = new URL('../../src/index.ts', import.meta.url).href;
    const api = new URL('../support/pets/api.ts', import.meta.url).href;
    const config = `
      import { type Config, defineConfig } from ${JSON.stringify(index)};
      import { pets } from ${JSON.stringify(api)};
      const config: Config = { apis: [pets], memory: true };
      export default defineConfig(config);`;
    await writeFile(join(cwd, 'understudy.config.ts'), config);
    const { greeting } = await serve([], { cwd });
    expect(greeting).toMatch(/^Mocking Pets 1\.0\.0 at /);
  });

  test.each([
    ['has no default export', 'export const apis = [];', /the default export is missing/],
    ['exports nothing as its default', 'export default null;', /the default export is missing/],
    ['has an unknown setting', 'export default { prot: 1 };', /prot/],
    ['has an invalid port', 'export default { port: "eighty" };', /port/],
    ['has an empty list of APIs', 'export default { apis: [] };', /apis/],
  ])('rejects a config that %s, with its name', async (_, text, message) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'understudy.config.mjs'), text);
    const { code, stderr } = await rejection(['serve', '--port', '0', '--memory'], { cwd });
    expect(stderr).toMatch(message);
    expect(stderr).toContain('understudy.config.mjs');
    expect(code).toBe(2);
  });

  test.each([
    [['--tls-cert', 'cert.pem'], {}],
    [[], { UNDERSTUDY_TLS_KEY: 'key.pem' }],
  ])('rejects a certificate without a key, and the reverse: %j %j', async (args, env) => {
    await expect(readSettings(args, env, await temporaryFolder())).rejects.toMatchObject({
      problems: ['--tls-cert and --tls-key must be given together', 'See understudy serve --help.'],
    });
  });

  test('rejects a key without a certificate in the config', async () => {
    const cwd = await petsFolder('{ apis: [pets], tlsKey: "key.pem" }');
    const { code, stderr } = await rejection(['serve', '--port', '0'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('--tls-cert and --tls-key must be given together');
  });

  test.each([
    ['a folder that is a file', ['--data', '/dev/null'], /state cannot be stored in .*identity\.json/],
    [
      'an address of another machine',
      ['--memory', '--host', '192.0.2.1', '--control-access', 'none'],
      /--port and --host/,
    ],
  ])('rejects %s, with its name', async (_, args, message) => {
    const { code, stderr } = await ends(['demo', '--port', '0', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

test.each<[string[], Record<string, string>, boolean | undefined]>([
  [['--one-click-login=false'], {}, false],
  [['--one-click-login'], {}, true],
  [[], { UNDERSTUDY_ONE_CLICK_LOGIN: 'no' }, false],
  [['--one-click-login'], { UNDERSTUDY_ONE_CLICK_LOGIN: 'no' }, true],
  [[], {}, undefined],
])('a setting without a fixed default can be turned off: %j %j', async (args, environment, oneClickLogin) => {
  const { config } = await readSettings(args, environment, await temporaryFolder());
  expect(config.oneClickLogin).toBe(oneClickLogin);
});
