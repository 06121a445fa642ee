// Headless Chromium or Chrome of this machine.

import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

/** Without windows and developer tools; opens a page in a third of the time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** Disables network use of the browser itself, and features that containers lack. */
const OPTIONS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Maps pages of several hosts to this machine.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** Advice when no browser is installed. */
export const INSTALL =
  'install Chromium (`apt-get install chromium chromium-headless-shell`), or name it in the environment variable CHROMIUM';

/**
 * The program in the environment variable CHROMIUM, else the first one found; undefined if there is none.
 *
 * @param hasTools - whether it must include developer tools
 * @throws Error if CHROMIUM is not a program
 */
export async function findBrowser({ hasTools = false } = {}): Promise<string | undefined> {
  const { CHROMIUM, PATH = '' } = process.env;
  if (CHROMIUM) {
    if (await isProgram(CHROMIUM)) return CHROMIUM;
    throw new Error(`The environment variable CHROMIUM names ${CHROMIUM}, which is not a program`);
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
 * Starts a browser with a temporary profile. The caller closes it.
 *
 * @throws Error with install instructions if there is no program
 */
export async function startBrowser(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch(launchOptions(executablePath));
}

/** @throws Error with install instructions if there is no program */
export function launchOptions(executablePath: string | undefined): LaunchOptions {
  if (executablePath === undefined) throw new Error(`There is no browser on this machine: ${INSTALL}`);
  return { executablePath, args: OPTIONS };
}

/** Waits for the focus: a browser shows a page earlier, and earlier keystrokes are lost. */
export async function awaitFocus(page: Page): Promise<void> {
  await page.waitForLoadState();
  if ((await page.locator('[autofocus]').count()) > 0) await page.locator('[autofocus]:focus').waitFor();
}

/** A CORS preflight request and its response (Fetch Standard, section 4.8, "CORS-preflight fetch"). */
export interface Preflight {
  readonly path: string;
  readonly origin: string | undefined;
  /** The headers that the page wants to send, by lower-case name. */
  readonly fields: readonly string[];
  readonly status: number;
}

/** All preflight requests of a page from now on, in a list that grows. */
export async function preflightsOf(page: Page): Promise<readonly Preflight[]> {
  const session = await page.context().newCDPSession(page);
  const requested = new Map<string, Omit<Preflight, 'status'>>();
  const responded: Preflight[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, initiator, request }) => {
    if (initiator.type !== 'preflight') return;
    const headers = new Headers(request.headers);
    const fields = headers.get('access-control-request-headers')?.split(',') ?? [];
    requested.set(requestId, {
      path: new URL(request.url).pathname,
      origin: headers.get('origin') ?? undefined,
      fields,
    });
  });
  session.on('Network.responseReceived', ({ requestId, response: { status } }) => {
    const preflight = requested.get(requestId);
    if (preflight) responded.push({ ...preflight, status });
  });
  await session.send('Network.enable');
  return responded;
}
