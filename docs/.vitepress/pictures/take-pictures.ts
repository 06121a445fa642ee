// `npm run docs:pictures`: a terminal recording and screenshots of the inspector, from the program as it is.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBrowser, startBrowser } from '../../../test/support/browser.ts';
import { DOCS } from '../pages.ts';
import { type Event, terminalSvg } from './terminal-svg.ts';

const PUBLIC = join(DOCS, 'public');
const COMMAND = join(DOCS, '../bin/understudy.js');
const PETSTORE = join(DOCS, '../examples/petstore/petstore.yaml');
const PORT = '8080';
const URL_SHOWN = `http://127.0.0.1:${PORT}`;
const SIZE = { width: 1280, height: 760 };

const CURLS = [
  `curl ${URL_SHOWN}/pets --json '{"name":"Rex","kind":"dog"}'`,
  `curl ${URL_SHOWN}/pets/4`,
  `curl ${URL_SHOWN}/pets --json '{"name":"","kind":"fish"}'`,
];

interface Served {
  /** What the server has printed. */
  printed(): string;
  /** Resolves when the output matches. */
  until(pattern: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the petstore in an empty folder, as the recording shows it. */
async function startServer(folder: string): Promise<Served> {
  await cp(PETSTORE, join(folder, 'petstore.yaml'));
  const child = spawn(process.execPath, [COMMAND, 'petstore.yaml'], {
    cwd: folder,
    env: { PATH: process.env.PATH, FORCE_COLOR: '1', PORT },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  return {
    printed: () => text,
    async until(pattern) {
      while (!pattern.test(text)) {
        if (child.exitCode !== null) throw new Error(`the server ended:\n${text}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'close');
    },
  };
}

const shell = async (command: string) => (await promisify(execFile)('sh', ['-c', `${command} -s`])).stdout;

async function recordTerminal(server: Served): Promise<string> {
  const greeting = server.printed().trimEnd().split('\n');
  const events: Event[] = [
    { terminal: 0, text: 'npx understudy-api petstore.yaml', isTyped: true, pause: 0 },
    ...greeting.map((text, index) => ({ terminal: 0, text, pause: index === 0 ? 0.8 : 0.02 })),
  ];
  for (const curl of CURLS) {
    const seen = server.printed().length;
    const body = await shell(curl);
    await server.until(new RegExp(`^[\\s\\S]{${seen}}[^]*(GET|POST) .*\\n`));
    events.push(
      { terminal: 1, text: curl, isTyped: true, pause: 1 },
      { terminal: 1, text: body, pause: 0.5 },
      ...server
        .printed()
        .slice(seen)
        .trimEnd()
        .split('\n')
        .map((text) => ({ terminal: 0, text, pause: 0.05 })),
    );
  }
  const description =
    'Two terminals: npx understudy-api petstore.yaml starts a mock server; curl creates a pet, reads it again, and sends an invalid one.';
  return terminalSvg(['petstore', 'another terminal'], events, description);
}

async function takeScreenshots(): Promise<void> {
  // More to see: other methods, and an error that the request asks for.
  await shell(`curl ${URL_SHOWN}/pets/2 -X DELETE`);
  await shell(`curl ${URL_SHOWN}/pets/3 -H 'Prefer: code=404'`);
  await shell(`curl ${URL_SHOWN}/pets/4/visits --json '{"date":"2026-11-21","reason":"limps"}'`);
  await shell(`curl '${URL_SHOWN}/pets?kind=dog'`);
  const browser = await startBrowser(await findBrowser());
  try {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: SIZE, colorScheme: scheme, deviceScaleFactor: 1.5 });
      await page.goto(`${URL_SHOWN}/inspector`);
      await page.getByRole('option').filter({ hasText: 'POST' }).filter({ hasText: '400' }).first().click();
      await page.getByText('"fish"').first().waitFor();
      await page.screenshot({ path: join(PUBLIC, scheme === 'light' ? 'inspector.png' : 'inspector-dark.png') });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

await mkdir(PUBLIC, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'understudy-pictures-'));
const server = await startServer(folder);
try {
  await server.until(/Ctrl-C/);
  await writeFile(join(PUBLIC, 'terminal.svg'), await recordTerminal(server));
  await takeScreenshots();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
