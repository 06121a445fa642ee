// A browser of the machine: Chromium, or Chrome, without a window.

import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

/** Has neither windows nor developer tools: opens a page in a third of the time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Nothing that would use the network on its own, and nothing that a container lacks. */
const OPTIONS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of several hosts, all of this machine.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** What to do where there is no browser. */
export const INSTALL =
  'install Chromium (`apt-get install chromium chromium-headless-shell`), or name it in the environment variable CHROMIUM';

/**
 * The program that the environment variable CHROMIUM names, else the first one that is found; undefined if there is none.
 *
 * @param hasTools - whether it must have developer tools
 * @throws Error if CHROMIUM names no program
 */
export async function findBrowser({ hasTools = false } = {}): Promise<string | undefined> {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) {
    if (await isProgram(CHROMIUM)) return CHROMIUM;
    throw new Error(`The environment variable CHROMIUM names ${CHROMIUM}, which is no program`);
  }
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  const inPath = (name: string) => folders.map((folder) => join(folder, name));
  for (const path of [...(hasTools ? [] : inPath(HEADLESS_SHELL)), ...NAMES.flatMap(inPath), ...PLACES]) {
    if (await isProgram(path)) return path;
  }
  return undefined;
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * Starts a browser with a profile of its own that is removed with it. Whoever calls this closes it.
 *
 * @throws Error saying what to install if there is no program
 */
export async function startBrowser(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch(launchOptions(executablePath));
}

/** @throws Error saying what to install if there is no program */
export function launchOptions(executablePath: string | undefined): LaunchOptions {
  if (executablePath === undefined) throw new Error(`There is no browser on this machine: ${INSTALL}`);
  return { executablePath, args: OPTIONS };
}

/** A browser shows a page before it has all of it, and sets the focus later still; keys that are pressed before go nowhere. */
export async function awaitFocus(page: Page): Promise<void> {
  await page.waitForLoadState();
  if ((await page.locator('[autofocus]').count()) > 0) await page.locator('[autofocus]:focus').waitFor();
}

/** A question of the browser whether a page may ask, and its answer (Fetch Standard, section 4.8, "CORS-preflight fetch"). */
export interface Preflight {
  readonly path: string;
  readonly origin: string | undefined;
  /** The header fields that the page wants to send, by their lower-case names. */
  readonly fields: readonly string[];
  readonly status: number;
}

/** All preflight requests of a page from now on, in a list that grows. */
export async function preflightsOf(page: Page): Promise<readonly Preflight[]> {
  const session = await page.context().newCDPSession(page);
  const asked = new Map<string, Omit<Preflight, 'status'>>();
  const answered: Preflight[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, initiator, request }) => {
    if (initiator.type !== 'preflight') return;
    const headers = new Headers(request.headers);
    const fields = headers.get('access-control-request-headers')?.split(',') ?? [];
    asked.set(requestId, { path: new URL(request.url).pathname, origin: headers.get('origin') ?? undefined, fields });
  });
  session.on('Network.responseReceived', ({ requestId, response: { status } }) => {
    const preflight = asked.get(requestId);
    if (preflight) answered.push({ ...preflight, status });
  });
  await session.send('Network.enable');
  return answered;
}
