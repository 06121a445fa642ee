// Everything that the README shows is run, and prints what the README says.

import { copyFile, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { buf } from '../support/buf.ts';
import { serve, understudy } from '../support/command.ts';
import { program } from '../support/command-process.ts';
import { commandsOf, likeCurl, listingsOf, wordsOf } from '../support/listing.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SHOWN_URL = 'http://127.0.0.1:8080';
const readme = await readFile(`${ROOT}README.md`, 'utf8');
const listings = listingsOf(readme);
const sessions = listings.filter(({ language }) => language === 'console').flatMap(commandsOf);
/** Where the document that is served first ends, and the identity API begins. */
const clone = sessions.findIndex(({ command }) => command.startsWith('npm '));
const scripts: Record<string, string> = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')).scripts;

/** What differs from run to run, made the same: the time of an answer. */
const timeless = (text: string) => text.replaceAll(/"(changeDate|viewTimestamp)":( ?)"[^"]*"/g, '"$1":$2"…"');

describe('the README', () => {
  test('shows only listings of kinds that are run here', () => {
    expect(listings.length).toBeGreaterThan(5);
    expect(new Set(listings.map(({ language }) => language))).toEqual(new Set(['console', 'js', 'sh', 'ts']));
    expect(sessions.map(({ command }) => wordsOf(command)[0])).toEqual([
      'npx',
      ...Array.from({ length: 4 }, () => 'curl'),
      'npm',
      ...Array.from({ length: 7 }, () => 'curl'),
      ...Array.from({ length: 5 }, () => 'npx'),
    ]);
  });

  test('serves a document, and asks it, as shown', async () => {
    const [start, ...asked] = sessions.slice(0, clone);
    expect(start?.command).toBe('npx understudy serve petstore.yaml');
    const cwd = await temporaryFolder();
    await copyFile(`${ROOT}examples/petstore/petstore.yaml`, `${cwd}/petstore.yaml`);
    const { url, greeting } = await serve(['petstore.yaml'], { cwd });
    const [shown = ''] = start?.output.split('\n…') ?? [];
    expect(greeting.replaceAll(url, SHOWN_URL)).toContain(shown);
    for (const { command, output } of asked)
      expect(await likeCurl(wordsOf(command), SHOWN_URL, url), command).toBe(output);
  });

  test('starts the server, and asks it, as shown', async () => {
    const [start, ...asked] = sessions.slice(clone).filter(({ command }) => /^(npm|curl|npx buf) /.test(command));
    expect(start?.command).toBe('npm ci && npm start');
    expect(scripts.start).toBe('exec node bin/understudy.js serve');
    const { url, greeting } = await serve(['--data', await temporaryFolder()], { cwd: ROOT });
    const [shown = ''] = start?.output.split('\n…') ?? [];
    expect(greeting.replaceAll(url, SHOWN_URL)).toContain(shown);
    for (const { command, output } of asked) {
      const words = wordsOf(command);
      const printed = command.startsWith('npx buf')
        ? String(await buf(...words.slice(2).map((word) => word.replace(SHOWN_URL, url)))).trimEnd()
        : await likeCurl(words, SHOWN_URL, url);
      expect(timeless(printed), command).toBe(timeless(output));
    }
  });

  test.each(sessions.slice(clone).filter(({ command }) => command.startsWith('npx understudy ')))(
    'prints what it shows for $command',
    async ({ command, output }) => {
      const [line = '', target] = command.split(' > ');
      const { code, stdout } = await understudy(wordsOf(line).slice(2), { cwd: ROOT }).ended;
      expect(code).toBe(0);
      expect(stdout.trimEnd()).toBe(target ? (await readFile(ROOT + target, 'utf8')).trimEnd() : output);
    },
  );

  test('shows the example as it is', async () => {
    const files = listings.filter(({ before }) => /^`\S+`:$/.test(before));
    expect(files.map(({ before }) => before)).toEqual(['`api.ts`:', '`understudy.config.ts`:']);
    for (const { before, text } of files) {
      expect(text).toBe(await readFile(`${ROOT}examples/todo/${before.slice(1, -2)}`, 'utf8'));
    }
  });

  test('shows what a frontend needs as the guide to logins does, whose listings are run', async () => {
    const shown = listings.filter(({ language }) => language === 'js').map(({ text }) => text);
    const guide = listingsOf(await readFile(`${ROOT}docs/login.md`, 'utf8')).map(({ text }) => text);
    expect(shown).toEqual([guide[0]]);
  });

  test('shows tests that run without a port, one of them inside of MSW', async () => {
    const shown = listings.map(({ text }) => text).filter((text) => text.includes('createMockServer'));
    expect(shown.map((text) => text.includes('msw'))).toEqual([false, true]);
    for (const text of shown) {
      const [, printed] = /console\.log\(.*\); \/\/ (.*)/.exec(text) ?? [];
      const run = program(['--conditions=source', '--input-type=module-typescript', '-e', text], { cwd: ROOT });
      expect(await run.ended).toMatchObject({ code: 0, stdout: `${printed}\n` });
    }
  });

  test('shows a recipe for CI, which a test of its own runs', async () => {
    const shown = listings.filter(({ language }) => language === 'sh');
    expect(shown).toHaveLength(1);
    expect(shown[0]?.text.trimEnd().split('\n')).toHaveLength(6);
    expect(await readFile(`${ROOT}test/project/ci-recipe.process.test.ts`, 'utf8')).toContain("language === 'sh'");
  });

  test('names every folder, and none that is not there', async () => {
    const entries = await readdir(ROOT, { withFileTypes: true });
    const made = ['node_modules', 'dist', 'data'];
    const folders = entries.filter(
      (entry) => entry.isDirectory() && !/^\./.test(entry.name) && !made.includes(entry.name),
    );
    const named = [...readme.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(folders.map(({ name }) => name).sort());
  });

  test('names scripts that there are', () => {
    const named = [...readme.matchAll(/`npm run ([\w:]+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) expect(scripts, name).toHaveProperty([name]);
  });
});
