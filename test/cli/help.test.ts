// Help texts, which come from the table of commands.

import { describe, expect, test } from 'vitest';
import { allCommands } from '../../src/cli/command-table.ts';
import { SERVE } from '../../src/cli/command-tables/serve.ts';
import { commandHelp, commandList } from '../../src/cli/help.ts';
import { run } from '../../src/cli/run.ts';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const COMMANDS = allCommands().map(({ name }) => name);
const PLAIN = { width: 80, isColoured: false };

const ended = async (args: readonly string[], env = {}) =>
  understudy(args, { cwd: await temporaryFolder(), env }).ended;

/** The help that a terminal shows. */
async function shownIn(terminal: { readonly columns: number; readonly env?: Readonly<Record<string, string>> }) {
  let shown = '';
  const output = { write: (text: string) => (shown += text), isTTY: true, columns: terminal.columns };
  const stdin = (async function* () {})();
  await run(['serve', '--help'], {
    stdin,
    stdout: output,
    stderr: output,
    env: terminal.env ?? {},
    onStop: () => () => {},
  });
  return shown;
}

describe('understudy help', () => {
  test('lists every command once, the most used first', async () => {
    const { code, stdout } = await ended(['help']);
    expect(code).toBe(0);
    const listed = [...stdout.matchAll(/^ {2}(\w+)(?: (?!.*openapi\.yaml)|$)/gm)].map(([, name = '']) => name);
    expect(listed.toSorted()).toEqual(COMMANDS.toSorted());
    expect(listed.slice(0, 5)).toEqual(['serve', 'init', 'lint', 'verify', 'reset']);
  });

  test.each(COMMANDS)('%s is explained by help, --help and -h alike', async (name) => {
    const help = await ended(['help', name]);
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toMatch(new RegExp(`^understudy ${name}\\b`));
    expect(help.stdout).toMatch(/^ {2}-h, --help +show this help$/m);
    for (const flag of ['--help', '-h']) expect((await ended([name, flag])).stdout).toBe(help.stdout);
  });

  test('shows the exit codes', async () => {
    expect((await ended(['help', 'exit-codes'])).stdout).toMatch(
      /^ {2}2 +arguments, settings or files cannot be used/m,
    );
  });

  test('suggests the nearest command', async () => {
    const { code, stderr } = await ended(['help', 'verfy']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean verify?')]);
  });

  test('prints all commands with their flags as JSON', async () => {
    const { commands, exitCodes } = JSON.parse((await ended(['help', '--json'])).stdout);
    expect(Object.keys(exitCodes)).toEqual(['0', '1', '2', '130', '143']);
    const serve = commands.find(({ name }: { readonly name: string }) => name === 'serve');
    expect(serve.flags['output-check']).toEqual({
      takes: 'MODE',
      choices: ['enforce', 'report'],
      group: 'Serving',
      help: expect.any(String),
      default: 'enforce',
      variable: 'UNDERSTUDY_OUTPUT_CHECK',
    });
  });
});

describe('a help text', () => {
  test('groups the flags of serve, the five most used first', () => {
    const text = commandHelp(SERVE, PLAIN);
    const headings = [...text.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, title]) => title);
    expect(headings).toEqual([
      'Most used',
      'Serving',
      'Data',
      'Faults',
      'Security',
      'Network',
      'Replicas',
      'Output',
      'Other',
    ]);
    const [, first = ''] = /Most used:\n([\s\S]*?)\n\n/.exec(text) ?? [];
    expect([...first.matchAll(/--(\w+)[ \w]* {2}/g)].map(([, flag]) => flag)).toEqual([
      'port',
      'host',
      'memory',
      'fresh',
      'watch',
    ]);
  });

  test.each([40, 60, 80, 120])('has no line of more than %i characters in a terminal of that width', (width) => {
    const texts = [
      commandList(allCommands(), { ...PLAIN, width }),
      ...allCommands().map((command) => commandHelp(command, { ...PLAIN, width })),
    ];
    // Words are not split.
    const tooLong = texts
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.length > width && line.trim().includes(' ') && !/^ *\S+ \S+$/.test(line));
    expect(tooLong).toEqual([]);
  });

  test('fits the terminal, and is coloured unless NO_COLOR is set', async () => {
    const wide = await shownIn({ columns: 200 });
    expect(wide).toContain('\u001b[1mMost used:\u001b[22m');
    expect(wide).toContain('  \u001b[36m-p, --port NUMBER\u001b[39m  port to listen on');
    expect(wide).toMatch(/port to listen on.*next free port\)$/m);
    const narrow = await shownIn({ columns: 50, env: { NO_COLOR: '1' } });
    expect(narrow).not.toContain('\u001b');
    expect(Math.max(...narrow.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(50);
  });

  test('is not coloured in a pipe unless FORCE_COLOR is set', async () => {
    expect((await ended(['serve', '--help'])).stdout).not.toContain('\u001b');
    expect((await ended(['serve', '--help'], { FORCE_COLOR: '1' })).stdout).toContain('\u001b[1m');
  });
});

describe('the table of commands', () => {
  test('has a help text for each flag, and no flag twice by its letter', () => {
    for (const { name, summary, about, flags } of allCommands()) {
      expect([name, summary, about.length > 0]).toEqual([name, expect.stringMatching(/^[a-z].*[^.]$/), true]);
      const letters = Object.values(flags).flatMap(({ short }) => short ?? []);
      expect([name, new Set(letters).size]).toEqual([name, letters.length]);
      for (const [flag, { help }] of Object.entries(flags))
        expect([flag, help]).toEqual([flag, expect.stringMatching(/^\S.*[^.]$/)]);
    }
  });

  test('has --json for every command that prints a result', () => {
    const without = allCommands().filter(({ flags }) => !Object.hasOwn(flags, 'json'));
    // Their output is a stream, or a text for a file.
    expect(without.map(({ name }) => name)).toEqual(['serve', 'demo', 'mcp', 'types', 'completion']);
  });
});
