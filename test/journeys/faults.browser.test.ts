// Every fault kind reaches pages in a browser, over HTTP/1.1 and HTTP/2.

import { status as statuses } from '@grpc/grpc-js';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULT_KINDS, reportedOf } from '../support/fault-kinds.ts';
import { servePage } from '../support/page/serve.ts';
import { seen } from '../support/seen.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';
import { type Client, failed, projects, responded } from '../support/sights.ts';
import { TLS } from '../support/tls/pair.ts';

/** The result of a search in the page. */
interface Seen {
  readonly status?: number;
  readonly text?: string;
  readonly error?: string;
  readonly count?: number;
  readonly code?: number;
  readonly message?: string;
  readonly details?: readonly string[];
}

/** The clients of the page, with their names in the guide. */
const WAYS = { fetch: '`fetch` in a page', 'grpc-web': 'gRPC-Web in a page' } as const;
/** The HTTP versions of requests. */
const PROTOCOLS = { 'http/1.1': undefined, h2: TLS } as const;

describeWithBrowser('a page', () => {
  let page: Page;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const served = await servePage();
    closing.push(served.close);
    const browser = await openBrowser();
    closing.push(() => browser.close());
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    page = await context.newPage();
    await page.goto(`${served.origin}/sights.html`);
    await page.waitForFunction('window.ways !== undefined');
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  const by =
    (way: keyof typeof WAYS): Client =>
    async ({ url, headers, signal }) => {
      signal.addEventListener('abort', () => void page.evaluate('window.leave()'));
      const saw: Seen = await page.evaluate(`window.ways['${way}']('${url}', ${JSON.stringify(headers)})`);
      return wordsOf(saw);
    };

  describe.each(Object.entries(WAYS))('by %s', (way, column) => {
    describe.each(Object.entries(PROTOCOLS))('over %s', (protocol, tls) => {
      test.each(FAULT_KINDS)('sees $title', async (kind) => {
        const { sight, exchanges, faults, url } = await seen(by(way as keyof typeof WAYS), kind, {}, {}, tls);
        expect(sight).toBe(await reportedOf(kind.title, column));
        const { steps, requestLog } = kind;
        // Chromium retries a request once if a reused connection is reset.
        const mayRepeat = steps.some(({ connection }) => connection === 'reset') && protocol === 'http/1.1';
        const times = mayRepeat ? exchanges.length : steps.length;
        expect(times).toBeLessThanOrEqual(steps.length + 1);
        expect(exchanges).toMatchObject(
          Array.from({ length: times }, () => ({ ...requestLog, warnings: ['injected fault fault-1'] })),
        );
        expect(faults).toMatchObject([{ matched: times, met: times }]);
        const protocols: readonly string[] = await page.evaluate(`window.protocolsOf('${url}')`);
        expect([protocol]).toEqual(expect.arrayContaining([...protocols]));
      });
    });
  });
});

function wordsOf({ status, text, error, count, code, message = '', details = [] }: Seen): string {
  if (count !== undefined) return projects(Array.from({ length: count }));
  const types = details.map((type) => type.replace(/.*\./, ''));
  if (code !== undefined) return [failed(statuses[code] ?? '', message), ...types].join(', ');
  if (error !== undefined) return [status, error].filter((word) => word !== undefined).join(', ');
  return responded(status ?? 0, text ?? '');
}
