// The HTML report in a browser, from a file.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { htmlReport } from '../../../src/verify/report/html/page.ts';
import { PRINTED } from '../../../src/verify/report/html/style.ts';
import { listFindings, type Report } from '../../../src/verify/report/report.ts';
import { listenForComplaints, requireAccessible } from '../../support/page-checks.ts';
import { HOSTILE, hostileReport, notebookReport } from '../../support/reports.ts';
import { describeWithBrowser, openBrowser } from '../../support/shared-browser.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describeWithBrowser('the page of a report', () => {
  let browser: Browser;
  let page: Page;
  /** The page that tests share. */
  let plain: Page;
  /** Errors of the browser, and its requests. */
  let complaints: string[] = [];
  let requested: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    plain = await newPage();
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => !/^(file|data):/.test(url))).toEqual([]);
    expect(await page.title()).not.toBe('taken');
    if (page !== plain) await page.context().close();
  });

  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const made = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    made.setDefaultTimeout(110_000);
    listenForComplaints(made, (complaint) => complaints.push(complaint));
    made.on('request', (request) => requested.push(request.url()));
    return made;
  }

  async function open(reports: readonly Report[], own?: BrowserContextOptions): Promise<void> {
    const path = join(await temporaryFolder(), 'report.html');
    await writeFile(path, htmlReport(reports));
    page = own ? await newPage(own) : plain;
    await page.emulateMedia({ media: null });
    [complaints, requested] = [[], []];
    await page.goto(pathToFileURL(path).href);
  }

  /** Reports by options, which tests share. */
  const reports = new Map<string, Promise<Report>>();
  function notebook(...settings: Parameters<typeof notebookReport>): Promise<Report> {
    const key = JSON.stringify(settings);
    const report = reports.get(key) ?? notebookReport(...settings);
    reports.set(key, report);
    return report;
  }

  /** The vertical position of an element. */
  async function topOf(selector: string): Promise<number> {
    return (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
  }

  /** The cells of a row of the map, by column. */
  async function row(operation: string): Promise<Readonly<Record<string, string>>> {
    const heads = await page.locator('.map thead th').allTextContents();
    const cells = await page
      .getByRole('row')
      .filter({ has: page.getByText(operation, { exact: true }) })
      .locator('th, td')
      .allTextContents();
    return Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? '']));
  }

  const visible = (selector: string) => page.locator(`${selector}:visible`).count();

  test('shows operations by checks, each with a symbol', async () => {
    await open([await notebook('no authentication', { allowWrites: false })]);
    expect(await page.locator('h1').textContent()).toBe('Notebook: 2 findings');
    expect(await row('listNotes')).toMatchObject({
      Outcome: 'failed',
      'authentication-required': '1',
      'response-body': '✓',
      'no-unexpected-body': '·',
    });
    expect(await row('removeNote')).toMatchObject({ Outcome: 'not tested', 'response-body': '–' });
    const cell = page.getByRole('cell', { name: 'not tested', exact: true });
    expect(await cell.count()).toBeGreaterThan(20);
    expect(await page.locator('[data-tile=missed] dd').textContent()).toBe('3');
    await page.getByText('mutating operation (use --allow-writes)').first().waitFor();
    expect(await page.locator('.totals').textContent()).toContain('keywords');
    await requireAccessible(page);
    await open([await notebook()]);
    expect(await page.locator('h1').textContent()).toBe('Notebook: no findings');
    await requireAccessible(page);
    await open([await notebookReport(undefined, { signal: AbortSignal.abort() })]);
    expect(await page.locator('h1').textContent()).toEqual(
      expect.stringMatching(/^Notebook: no findings, \d+ operations not tested$/),
    );
    await page.getByText('The run was stopped before all operations were tested.').waitFor();
  });

  test('opens a finding from its cell by keyboard: request, response and document', async () => {
    const report = await notebook('a string instead of a number', { allowWrites: false });
    const { location } =
      listFindings([report]).find(({ operation }) => operation.operation === 'getNote')?.finding ?? {};
    await open([report]);
    await page.getByRole('link', { name: '1 finding of response-body in getNote' }).focus();
    await page.keyboard.press('Enter');
    const found = page.locator('.finding').filter({ hasText: 'GET /notes/{id}' });
    await found.getByRole('heading', { name: 'Request' }).waitFor();
    expect(await found.locator('.here').textContent()).toContain('id: { type: integer, minimum: 1 }');
    expect(await found.locator('.lines').getAttribute('start')).toBe(`${(location?.line ?? 0) - 2}`);
    expect(await found.locator('section').nth(1).textContent()).toContain('"id": "1"');
    const tops = await found
      .locator('.sides section')
      .evaluateAll((all) => all.map((each) => (each as unknown as { readonly offsetTop: number }).offsetTop));
    expect(new Set(tops).size).toBe(1);
    await requireAccessible(page);
  });

  test('copies the command that repeats the request', async () => {
    await open([await notebook('a string instead of a number', { allowWrites: false })]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^curl -g http:\/\/127\.0\.0\.1:\d+\/notes -H "Authorization: Bearer \$\{key\}"$/,
    );
  });

  test('filters by outcome, check and text, and shows the counts', async () => {
    await open([await notebook('no authentication')]);
    const all = await visible('.finding');
    const status = page.locator('.filters [role=status]');
    await page.locator('[name=check]').selectOption('pagination-complete');
    expect(await status.textContent()).toMatch(/^Shown: 1 of 5 operations, 0 findings\.$/);
    await page.getByText('No matching findings.').waitFor();
    await page.locator('[name=check]').selectOption('');
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('delete /notes');
    expect(await page.locator('.map tbody tr:visible .name').allTextContents()).toEqual(['removeNote']);
    expect(await visible('.finding')).toBeLessThan(all);
    await page.locator('[name=outcome]').selectOption('notTested');
    expect(await visible('.map tbody tr')).toBe(0);
    await page.getByText('No matching operations.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => visible('.finding')).toBe(all);
    expect(await visible('.map tbody tr')).toBe(5);
    expect(await status.textContent()).toBe('');
  });

  test('is readable without JavaScript, and printed with all details open', async () => {
    const report = await notebook('a string instead of a number', { allowWrites: false });
    await open([report], { javaScriptEnabled: false });
    expect(await visible('.filters')).toBe(0);
    expect(await visible('.copy')).toBe(0);
    await page.locator('.finding').nth(1).locator('summary').click();
    expect(await page.locator('.finding').nth(1).getByText('Bearer [value of key]').count()).toBeGreaterThan(0);

    await open([report]);
    await page.emulateMedia({ media: 'print' });
    expect(await visible('.filters')).toBe(0);
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(10_000);
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await page.locator('details:not([open])').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await page.locator('.finding[open]').count()).toBe(1);
  });

  test('prints the details of a limited number of findings, which a filter selects', async () => {
    const report = await notebook('a string instead of a number');
    const [first] = listFindings([report]);
    if (!first) throw new Error('there is no finding');
    const operations = ['another', 'few'].map((operation) => ({
      ...first.operation,
      operation,
      findings: Array.from({ length: operation === 'few' ? PRINTED : 1 }, () => first.finding),
    }));
    const printed = async (text: string): Promise<readonly number[]> => {
      await page.locator('[name=text]').fill(text);
      await page.emulateMedia({ media: 'print' });
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      const counts = [await visible('.finding summary'), await visible('.finding .inside')];
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      await page.emulateMedia({ media: 'screen' });
      return counts;
    };
    await open([{ ...report, operations }]);
    expect(await printed('')).toEqual([PRINTED + 1, PRINTED]);
    expect(await printed('few')).toEqual([PRINTED, PRINTED]);
    const message = page.getByText(`On paper, only the first ${PRINTED} findings show details.`);
    expect(await message.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await message.isVisible()).toBe(true);

    await open([{ ...report, operations: operations.slice(1) }]);
    await page.emulateMedia({ media: 'print' });
    expect(await visible('.printed')).toBe(0);
  });

  test('shows content of responses and documents as text, and does not execute it', async () => {
    await open([await hostileReport()]);
    await page.locator('.warnings summary').first().click();
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('main img, main style, [onerror]').count()).toBe(0);
    const name = await page.locator('.map tbody .name').first().textContent();
    expect(name).toContain('<img src=x onerror="document.title=\'taken\'">');
    expect(name).toContain('turned ⟨U+202E⟩gnp.exe⟨U+202C⟩ ⟨U+2066⟩x⟨U+2069⟩\ncut ␀ and ␇ and ␛[31mred');
    expect(await page.content()).not.toMatch(/[\u202e\u2066\0]/);
    expect(await page.locator('.finding .sides').first().textContent()).toContain('</script><script>');
    expect(HOSTILE).toContain('</script>');
    await requireAccessible(page);
  });

  test('sends no requests, and blocks other scripts and forms', async () => {
    await open([await notebook('a string instead of a number')]);
    const rejected: string[] = [];
    await page.exposeFunction('note', (text: string) => rejected.push(text));
    await page.evaluate(`(async () => {
      addEventListener('securitypolicyviolation', (event) => note(event.effectiveDirective));
      document.body.insertAdjacentHTML('beforeend', '<img src="http://127.0.0.1:9/x"><b onclick="document.title=1">x</b><p style="color: red">');
      const script = document.createElement('script'); script.textContent = 'document.title = "taken"'; document.body.append(script);
      await fetch('http://127.0.0.1:9/').catch(() => undefined);
    })()`);
    await expect
      .poll(() => [...new Set(rejected)].toSorted())
      .toEqual(['connect-src', 'img-src', 'script-src-attr', 'script-src-elem', 'style-src-attr']);
    complaints = [];
    requested = [];
  });

  test('separates several documents', async () => {
    const report = await notebook('any token accepted');
    await open([report, { ...report, title: 'Diary' }]);
    expect(await page.locator('h1').textContent()).toBe('Notebook and Diary: 10 findings');
    expect(await page.locator('.map h2').allTextContents()).toEqual([
      'Operations and checks: Notebook',
      'Operations and checks: Diary',
    ]);
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await requireAccessible(page);
  });

  test('filters 1,000 operations and 10,000 findings', async () => {
    const report = await notebook('a string instead of a number');
    const [first] = listFindings([report]);
    if (!first) throw new Error('there is no finding');
    const finding = { ...first.finding, response: { ...first.finding.response, body: 'x'.repeat(4000), bytes: 4000 } };
    const findings = report.checks.slice(0, 10).map((check) => ({ ...finding, check }));
    const operations = Array.from({ length: 1000 }, (_, index) => ({
      ...first.operation,
      operation: `operation${index}`,
      path: `/things/${index}`,
      findings,
    }));
    const text = htmlReport([{ ...report, operations }]);
    expect(text.length).toBeLessThan(20_000_000);
    await open([{ ...report, operations }]);
    // Playwright would inspect the whole page before each step.
    const status = await page.evaluate(`(() => {
      const form = document.querySelector('.filters');
      form.elements.text.value = 'operation77';
      form.elements.check.value = ${JSON.stringify(report.checks[2])};
      form.dispatchEvent(new Event('input'));
      return form.querySelector('[role=status]').textContent;
    })()`);
    expect(status).toBe('Shown: 11 of 1000 operations, 11 findings.');
    const opened = await page.evaluate(`(async () => {
      [...document.querySelectorAll('.map tbody tr:not([hidden])')].at(-1).cells[4].firstChild.click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const target = document.querySelector(':target');
      return [target.parentElement.open, target.parentElement.querySelector('.name').textContent, target.textContent];
    })()`);
    expect(opened).toEqual([
      true,
      'operation779',
      expect.stringContaining('The JSON report has the details of this finding'),
    ]);
  });

  test('on a phone, findings come first: on the first screen, before filters and map', async () => {
    await open([await notebook('a string instead of a number')], { viewport: { width: 390, height: 844 } });
    const [finding, filters, map] = [await topOf('.finding'), await topOf('.filters'), await topOf('.map')];
    expect(finding).toBeLessThan(844);
    expect(finding).toBeLessThan(filters);
    expect(filters).toBeLessThan(map);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  test('known findings are counted and listed, and are no failures', async () => {
    const { operations: tested } = await notebook('a string instead of a number');
    const ids = tested.flatMap(({ findings }) => findings.flatMap((one) => one.ids));
    await open([await notebookReport('a string instead of a number', { knownFindings: new Set(ids) })]);
    expect(await page.locator('h1').textContent()).toMatch(/^Notebook: no findings, \d+ known findings$/);
    const section = page.getByRole('region', { name: 'Known findings' });
    await section.locator('summary').click();
    expect(await section.getByRole('listitem').first().textContent()).toMatch(/^response-body listNotes GET \/notes/);
    expect(await page.locator('.finding').count()).toBe(0);
  });
});
