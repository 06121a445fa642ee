// The workload `inspector`: frame times of the page with a full list of exchanges, in Chromium, and the time to open it.

import type { Page } from 'playwright-core';
import { findBrowser, startBrowser } from '../../test/support/browser.ts';
import { type Frames, framesWhile } from '../frames.ts';
import { measureRepeatedly } from '../measure.ts';
import { searchProjects } from '../project-search.ts';
import { startServer } from '../server.ts';
import { demo } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { spread, tableOf } from '../table.ts';
import { SEARCH } from './small-search.ts';

/** The limit of a sandbox. */
const FULL = 1000;
/** Duration of each action, in milliseconds. */
const LONG = 3000;

/** The measured actions. */
type Deed = readonly [what: string, act: (page: Page) => Promise<unknown>];

const pause = (page: Page, milliseconds: number) => page.waitForTimeout(milliseconds);

const DEEDS: readonly Deed[] = [
  ['nothing', (page) => pause(page, LONG)],
  [
    'scrolling from end to end',
    async (page) => {
      await page.locator('.list').hover();
      for (let at = 0; at < 60; at += 1) {
        await page.mouse.wheel(0, at < 30 ? 1200 : -1200);
        await pause(page, LONG / 60);
      }
    },
  ],
  [
    'typing into the filter, and clearing it',
    async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('searchProjects 200 9', { delay: LONG / 40 });
      for (let at = 0; at < 20; at += 1) await page.keyboard.press('Backspace', { delay: LONG / 40 });
    },
  ],
  [
    'opening one exchange after another',
    async (page) => {
      await page.getByRole('listbox').focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      for (let at = 0; at < 30; at += 1) {
        await page.keyboard.press('ArrowDown');
        await pause(page, LONG / 30);
      }
      await page.keyboard.press('Escape');
    },
  ],
];

/** @throws Error if there is no browser */
export async function inspector(settings: Settings): Promise<string> {
  const question = searchProjects(SEARCH);
  const server = await startServer({
    name: 'Understudy',
    command: demo('--memory'),
    questions: { search: question },
  });
  const browser = await startBrowser(await findBrowser());
  const seen = new Map<string, Frames[]>();
  const opened: number[] = [];
  const requested: number[] = [];
  const note = (what: string, frames: Frames) => seen.set(what, [...(seen.get(what) ?? []), frames]);
  try {
    for (let at = 0; at < FULL; at += 1)
      await (await fetch(`http://127.0.0.1:${server.port}/management/v1/nowhere`)).text();
    for (let round = 0; round < settings.rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const begun = performance.now();
      await page.goto(`http://127.0.0.1:${server.port}/inspector`);
      await page.locator(`[role=option][aria-setsize="${FULL}"]`).first().waitFor();
      opened.push(performance.now() - begun);
      for (const [what, act] of DEEDS) note(what, await framesWhile(page, () => act(page)));
      const busy = async () => {
        const { rate } = await measureRepeatedly(server, question, { ...settings, seconds: LONG / 1000 });
        requested.push(rate);
      };
      note('requests without a pause', await framesWhile(page, busy));
      await page.close();
      process.stderr.write(`  ${round + 1} of ${settings.rounds}\n`);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  const rows = [...seen].map(([what, all]) => {
    const of = (name: keyof Frames) =>
      spread(
        all.map((frames) => frames[name]),
        1,
      );
    return [what, of('work'), of('median'), of('most'), of('nearlyAll'), of('longest')];
  });
  const table = tableOf(
    [
      'action, with 1,000 exchanges',
      'work per frame, ms',
      'frames: median, ms',
      '95th percentile',
      '99th percentile',
      'longest',
    ],
    rows,
  );
  return `${table}\n\nThe page with all exchanges opens in ${spread(opened)} ms. Requests without a pause: ${spread(requested)} per second.`;
}
