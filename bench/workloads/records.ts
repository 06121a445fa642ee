// The workload `records`: frame times of the inspector with a table of 100,000 records, in Chromium, while they arrive, afterwards, and during changes.

import type { Page } from 'playwright-core';
import { understudy as clientOf } from '../../src/client/client.ts';
import { findBrowser, startBrowser } from '../../test/support/browser.ts';
import { type Frames, framesWhile } from '../frames.ts';
import { searchProjects } from '../project-search.ts';
import { startServer } from '../server.ts';
import { demo } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { spread, tableOf } from '../table.ts';
import { SEARCH } from './small-search.ts';

/** Number of records to add, in total and per request. */
const [MANY, AT_ONCE] = [100_000, 5000];
/** Duration of each action, in milliseconds. */
const LONG = 3000;

/** Scrolls to and fro. @param by - distance of one step, in pixels */
async function scroll(page: Page, by: number): Promise<void> {
  await page.locator('.list').hover();
  for (let at = 0; at < 60; at += 1) {
    await page.mouse.wheel(0, at < 30 ? by : -by);
    await page.waitForTimeout(LONG / 60);
  }
}

/** @throws Error if there is no browser */
export async function records(settings: Settings): Promise<string> {
  const server = await startServer({
    name: 'Understudy',
    command: demo('--memory'),
    questions: { search: searchProjects(SEARCH) },
  });
  const browser = await startBrowser(await findBrowser());
  const seen = new Map<string, Frames[]>();
  const note = (what: string, frames: Frames) => seen.set(what, [...(seen.get(what) ?? []), frames]);
  const [opened, whole]: [number[], number[]] = [[], []];
  try {
    const client = clientOf(`http://127.0.0.1:${server.port}`);
    const projects = client.records('projects', 'identity');
    const [first] = await projects.list({ limit: 1 });
    const ids = Array.from({ length: MANY }, (_, n) => `many-${n}`);
    for (let at = 0; at < MANY; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      const added = some.map((id) => ({ ...(first?.record as object), id, name: `Project ${id}` }));
      await client.changeRecords(
        added.map((add) => ({ collection: 'projects', add })),
        'identity',
      );
    }
    for (let round = 0; round < settings.rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const begun = performance.now();
      await page.goto(`http://127.0.0.1:${server.port}/inspector#/main/records/identity/projects`);
      await page.getByRole('gridcell', { name: first?.id ?? '' }).waitFor();
      opened.push(performance.now() - begun);
      note('scrolling while pages are loaded', await framesWhile(page, () => scroll(page, 1200)));
      const requested = performance.now();
      await page.getByRole('grid').focus();
      await page.keyboard.press('End');
      await page.getByRole('gridcell', { name: ids.at(-1) ?? '', exact: true }).waitFor();
      whole.push(performance.now() - requested);
      await page.keyboard.press('Home');
      note('scrolling, all loaded', await framesWhile(page, () => scroll(page, 1200)));
      note('scrolling fast, all loaded', await framesWhile(page, () => scroll(page, 60_000)));
      const change = async () => {
        for (let n = 0; n < 30; n += 1) {
          await projects.patch(ids[n] ?? '', { name: `Round ${round} ${n}` });
          await page.waitForTimeout(LONG / 30);
        }
      };
      note('ten changes per second while scrolling', await framesWhile(page, () => Promise.all([scroll(page, 1200), change()])));
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
  const heads = ['action, with 100,000 records', 'work per frame, ms', 'frames: median, ms', '95th percentile', '99th percentile', 'longest'];
  return `${tableOf(heads, rows)}\n\nThe first records are shown after ${spread(opened)} ms; the key End shows the last one after ${spread(whole)} ms.`;
}
