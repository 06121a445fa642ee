// The stories of docs/guides/storybook.md in Storybook, installed from the npm registry, and in Chromium.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../../support/command-process.ts';
import { npmInstall } from '../../support/installed.ts';
import { listingsOf } from '../../support/listing.ts';
import { describeWithBrowser, openBrowser } from '../../support/shared-browser.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACKAGES = [
  ...['understudy-api', 'msw@3.0.5', 'msw-storybook-addon@3.0.3'],
  ...['storybook@10.6.7', '@storybook/react-vite@10.6.7', 'react@19.3.1', 'react-dom@19.3.1', 'vite@8.3.8'],
  ...['typescript@5.9.3', '@types/node@24.19.4', '@types/react@19.3.3'],
];

/** The component of the stories. */
const PETS = `
import { useEffect, useState } from 'react';

export function Pets() {
  const [names, setNames] = useState<readonly string[]>([]);
  async function load() {
    const response = await fetch('/api/pets');
    const pets: { name: string }[] = response.ok ? await response.json() : [{ name: 'Try again later.' }];
    setNames(pets.map(({ name }) => name));
  }
  async function add() {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/pets', { method: 'POST', headers, body: '{"name":"Rex","kind":"dog"}' });
    await load();
  }
  useEffect(() => void load(), []);
  return (
    <>
      <button type="button" onClick={add}>Add Rex</button>
      <ul className="pets">{names.map((name, index) => <li key={index}>{name}</li>)}</ul>
    </>
  );
}
`;

/** A preview in CSF 3, to compile. */
const CSF3 = `
import type { Preview } from '@storybook/react-vite';
import { mswLoader } from 'msw-storybook-addon/csf3';
import { understudyHandlers } from 'understudy-api/msw';

export const preview: Preview = {
  loaders: [mswLoader()],
  parameters: { msw: understudyHandlers(location.origin, { at: '/api' }) },
};
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noEmit: true, skipLibCheck: true, jsx: 'react-jsx' },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
  },
  include: ['src', '.storybook/*', 'vite.config.ts'],
};
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

describeWithBrowser('Storybook', () => {
  test(
    'serves the API, and each story has its own data and faults',
    async () => {
      const cwd = await temporaryFolder();
      const guide = listingsOf(await readFile(join(ROOT, 'docs/guides/storybook.md'), 'utf8'));
      const shown = guide.flatMap(({ text }) => {
        const [, path] = /^\/\/ (\S+)\n/.exec(text) ?? [];
        return path === undefined ? [] : [[path, text] as const];
      });
      const files = {
        'package.json': '{"type":"module"}',
        'tsconfig.json': JSON.stringify(TSCONFIG),
        'src/pets.tsx': PETS,
        'src/csf3.ts': CSF3,
        ...Object.fromEntries(shown),
      };
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(cwd, path)), { recursive: true });
        await writeFile(join(cwd, path), text);
      }
      await cp(join(ROOT, 'examples/petstore/petstore.yaml'), join(cwd, 'petstore.yaml'));
      await npmInstall(cwd, PACKAGES);
      const run = promisify(execFile);
      expect(guide[0]?.text).toContain('npx msw init public --save\n');
      await run(process.execPath, ['node_modules/msw/cli/index.js', 'init', 'public', '--save'], { cwd });
      await run(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd });

      const start = ['node_modules/storybook/dist/bin/dispatcher.js', 'dev', '--ci', '--host', '127.0.0.1'];
      const env = { STORYBOOK_DISABLE_TELEMETRY: '1', NO_COLOR: '1' };
      // At port 6006, or the next free one.
      const { prints } = program(start, { cwd, env });
      const [, url] = await prints(/Local: +(http:\/\/[^\s/]+)/);
      const browser = await openBrowser();
      onTestFinished(() => browser.close());
      const page = await browser.newPage();
      const petsOf = async (story: string) => {
        await page.goto(`${url}/iframe.html?viewMode=story&id=pets--${story}`);
        await page.locator('.pets li').first().waitFor({ timeout: 0 });
        return page.locator('.pets li');
      };
      const names = ['Irving', 'Thomas', 'Beryl'];
      expect(await (await petsOf('list')).allTextContents()).toEqual(names);
      for (const _ of ['once', 'and again']) {
        const added = await petsOf('added');
        await added.getByText('Rex').waitFor({ timeout: 0 });
        expect(await added.allTextContents()).toEqual([...names, 'Rex']);
      }
      expect(await (await petsOf('many')).count()).toBe(15);
      expect(await (await petsOf('unavailable')).allTextContents()).toEqual(['Try again later.']);
      expect(await (await petsOf('list')).allTextContents()).toEqual(names);
      expect(await (await fetch(`${url}/api/pets`)).json()).toHaveLength(3);
    },
    TIMEOUT,
  );
});
