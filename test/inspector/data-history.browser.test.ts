// The Data and History tabs of the inspector, in a browser.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxClient, type UnderstudyClient, understudy } from '../../src/client/client.ts';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, defineApi, type MockServer } from '../../src/index.ts';
import { APP, ORGANIZATION, PROJECT, USER } from '../support/identity-records.ts';
import { listenForComplaints, requireAccessible } from '../support/page-checks.ts';
import { describeWithBrowser, openBrowser } from '../support/shared-browser.ts';

const HOSTILE = '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
/** Without slashes, which ids encode. */
const HOSTILE_ID = HOSTILE.replaceAll('/', '');
/** The browser logs error responses, too. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;
const DESK = { width: 1280, height: 800 };

/** Items that may have any property. */
const THINGS = `openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things:
    get: { operationId: listThings, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } } }
    post: { operationId: addThing, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } } }
  /things/{thingId}/parts/{partId}:
    parameters: [{ name: thingId, in: path, required: true, schema: { type: string } }, { name: partId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getPart, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '404': { description: none } } }
    put: { operationId: putPart, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getThing, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '404': { description: none } } }
components:
  schemas:
    Thing: { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }
`;

describeWithBrowser('the inspector', () => {
  let browser: Browser;
  let server: MockServer;
  let url: string;
  let client: UnderstudyClient;
  /** A new sandbox for each test, so that change numbers start at 1. */
  let sandbox: SandboxClient;
  /** One page for all tests: a new context takes five times as long. */
  let page: Page;
  /** Errors and warnings of the browser. */
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    const things = defineApi({
      name: 'things',
      document: { location: '/things.yaml', text: THINGS },
      infer: true,
      base: '/free',
    });
    server = await createMockServer({ apis: [identity, things], onNotice: () => undefined });
    ({ url } = await server.listen());
    client = understudy(url);
    page = await newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    complaints = [];
    sandbox = await client.createSandbox();
    await page.setViewportSize(DESK);
  });
  afterEach(async () => {
    const title = await page.title();
    await page.goto('about:blank');
    await sandbox.close();
    expect(complaints).toEqual([]);
    expect(title).not.toBe('taken');
  });

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: DESK });
    context.setDefaultTimeout(0);
    const made = await context.newPage();
    listenForComplaints(made, (complaint) => {
      if (!REFUSED.test(complaint)) complaints.push(complaint);
    });
    return made;
  }
  async function open(place: string, on = page): Promise<void> {
    await on.goto(`${url}/inspector#/${sandbox.name}/${place}`);
    await on.locator('.connection[data-is=live]').waitFor();
  }
  const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: true });
  const field = (name: string, on = page) => on.getByLabel(name, { exact: true });
  /** A field of the opened record. */
  const property = (name: string, on = page) => on.locator('.record').getByLabel(new RegExp(`^${name}\\*?$`));
  /** Polls until the expectation holds. */
  const soon = <T>(ask: () => T) => expect.poll(ask);
  const dialog = () => page.getByRole('dialog');
  const record = async (collection: string, id: string) =>
    (await sandbox.records(collection, 'identity').get(id)).record as Readonly<Record<string, unknown>>;
  const patchUser = (patch: object) => sandbox.records('users', 'identity').patch(USER.marlene, { human: patch });
  const human = async () => (await record('users', USER.marlene)).human as Readonly<Record<string, unknown>>;
  const headings = () => page.getByRole('columnheader').allTextContents();
  /** The description of a field. */
  const describedBy = async (name: string) =>
    page.locator(`[id="${await property(name).getAttribute('aria-describedby')}"]`).textContent();

  describe('shows records', () => {
    test('by collection, with live counts, in a table, with links to referenced records', async () => {
      await open('data');
      const roles = page.getByRole('link', { name: /^roles/ });
      await roles.filter({ hasText: '27' }).waitFor();
      await page.getByRole('heading', { name: 'things' }).waitFor();
      const { id } = await sandbox
        .records('roles', 'identity')
        .make(1, { projectId: PROJECT.peaks })
        .then(([made]) => made ?? { id: '' });
      await roles.filter({ hasText: '28' }).waitFor();
      await requireAccessible(page);
      await field('Filter collections').fill('app');
      expect(await page.locator('.kinds li').allTextContents()).toEqual(['apps 19']);
      await page.getByRole('link', { name: /^apps/ }).click();
      await page.getByText('19 records').waitFor();
      expect((await headings()).slice(0, 4)).toEqual(['id', 'name', 'projectId', 'state']);
      await page.getByRole('gridcell', { name: APP.storefront }).click();
      await requireAccessible(page);
      expect(new URL(page.url()).hash).toBe(`#/${sandbox.name}/data/identity/apps/${APP.storefront}`);
      await page.getByRole('link', { name: `→ projects ${PROJECT.gearShop}` }).click();
      expect(await property('name').inputValue()).toBe('Gear Shop');
      await page.goBack();
      await page.getByRole('article', { name: `Record ${APP.storefront} of apps` }).waitFor();
      await field('Collection').selectOption({ label: 'roles (28)' });
      await page.getByRole('gridcell', { name: id, exact: true }).waitFor();
      await page.reload();
      await page.getByRole('grid', { name: 'roles' }).waitFor();
    });

    test('in large tables, searched, and updated live', async () => {
      for (let n = 0; n < 2; n += 1) await sandbox.records('things', 'things').make(3000, { name: `Thing ${n} {n}` });
      await open('data/things/things');
      await page.getByText(/^6,0\d\d records$/).waitFor();
      const grid = page.getByRole('grid', { name: 'things' });
      expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(6000);
      expect(await page.getByRole('row').count()).toBeLessThan(60);
      await grid.focus();
      await page.keyboard.press('End');
      await page.getByRole('gridcell', { name: 'Thing 1 3000', exact: true }).waitFor();
      expect(await page.getByRole('row').count()).toBeLessThan(60);
      await sandbox.records('things', 'things').add({ id: 'newest', name: 'The newest' });
      await page.keyboard.press('End');
      await page.getByRole('gridcell', { name: 'The newest' }).waitFor();
      await sandbox.records('things', 'things').patch('newest', { name: 'The newest of all' });
      await page.getByRole('gridcell', { name: 'The newest of all' }).waitFor();
      await sandbox.records('things', 'things').remove('newest');
      await page.getByRole('gridcell', { name: 'The newest of all' }).waitFor({ state: 'detached' });
      await page.keyboard.press('/');
      await page.keyboard.type('thing 0 2999');
      await page.getByText(/^1 of 6,0\d\d$/).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Escape');
      await page.getByText(/^6,0\d\d records$/).waitFor();
    });

    test('with ids as the API shows them, and parents as breadcrumbs', async () => {
      const send = (path: string, method: string, body: object) =>
        fetch(`${url}/free${path}`, {
          method,
          headers: { 'content-type': 'application/json', 'x-understudy-sandbox': sandbox.name },
          body: JSON.stringify(body),
        }).then(({ status }) => status);
      expect(await send('/things', 'POST', { id: 'box', name: 'Box' })).toBe(201);
      expect(await send('/things/box/parts/lid', 'PUT', { id: 'lid', name: 'Lid' })).toBeLessThan(300);
      await open('data/things/parts');
      await page
        .getByRole('row')
        .filter({ hasText: 'box' })
        .getByRole('gridcell', { name: 'lid', exact: true })
        .click();
      await page.getByRole('article', { name: 'Record lid of parts' }).waitFor();
      const crumbs = page.getByRole('navigation', { name: 'Parents' });
      await expect
        .poll(() => crumbs.getByRole('listitem').allTextContents())
        .toEqual(['Data', 'things', 'box', 'parts']);
      expect(await property('id').getAttribute('readonly')).not.toBeNull();
      await requireAccessible(page);
      await property('name').fill('Cover');
      await button('Save').click();
      await page.getByText('Record saved.').waitFor();
      await crumbs.getByRole('link', { name: 'box' }).click();
      await page.getByRole('article', { name: 'Record box of things' }).waitFor();
    });

    test('by keyboard', async () => {
      await open('data/identity/users');
      const grid = page.getByRole('grid', { name: 'users' });
      await page.getByRole('gridcell', { name: USER.marlene }).waitFor();
      await grid.focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('article', { name: `Record ${USER.marlene} of users` }).waitFor();
      const chosen = `[id="${await grid.getAttribute('aria-activedescendant')}"]`;
      expect(await page.locator(chosen).textContent()).toContain('marlene.zuercher');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('article', { name: `Record ${USER.theo} of users` }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('article').waitFor({ state: 'detached' });
      await soon(() => grid.evaluate('document.activeElement.getAttribute("role")')).toBe('grid');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.keyboard.press('Enter');
      await page.locator('.record h2:focus').waitFor();
    });
  });

  describe('edits records', () => {
    test('in a form, with violations beside the fields', async () => {
      await open(`data/identity/users/${USER.marlene}`);
      expect(await button('Save').isDisabled()).toBe(true);
      expect(await property('id').getAttribute('readonly')).not.toBeNull();
      await property('email').fill('nobody');
      await property('sequence').fill('many');
      await property('state').selectOption('USER_STATE_LOCKED');
      await page.keyboard.press('Control+Enter');
      await page.locator('.finding').first().waitFor();
      expect(await describedBy('email')).toBe('must match the format "email"');
      expect(await describedBy('sequence')).toBe('must be an integer');
      await page.locator('input[aria-invalid=true]:focus').waitFor();
      expect(await property('firstName').getAttribute('aria-invalid')).toBeNull();
      await requireAccessible(page);
      await property('email').fill('marlene@murmeltal.example');
      await property('sequence').fill('77');
      await field('Add property to human').fill('phone');
      await field('Add property to human').press('Enter');
      await property('phone').fill('+41 44 123 45 67');
      await button('Save').click();
      await page.getByText('Record saved.').waitFor();
      expect(await record('users', USER.marlene)).toMatchObject({
        state: 'USER_STATE_LOCKED',
        sequence: 77,
        human: { email: 'marlene@murmeltal.example', phone: '+41 44 123 45 67' },
      });
      await button('Remove property phone').click();
      await button('Save').click();
      await soon(human).not.toHaveProperty('phone');
      expect(await page.locator('.finding').count()).toBe(0);
    });

    test('as JSON, once it is valid', async () => {
      await open(`data/identity/projects/${PROJECT.peaks}`);
      await button('JSON').click();
      const json = field('Record as JSON');
      const text = await json.inputValue();
      await json.fill(`${text},`);
      await page.getByText(/^Invalid JSON/).waitFor();
      expect(await button('Save').isDisabled()).toBe(true);
      await json.fill(text.replace('"100 Peaks"', '7'));
      await button('Save').click();
      await page.getByText('/name must be a string').first().waitFor();
      await requireAccessible(page);
      await json.fill(text.replace('100 Peaks', '101 Peaks'));
      await button('Save').click();
      await soon(async () => (await record('projects', PROJECT.peaks)).name).toBe('101 Peaks');
      await button('Form').click();
      expect(await property('name').inputValue()).toBe('101 Peaks');
    });

    test('and preserves unsaved edits during navigation', async () => {
      await open(`data/identity/projects/${PROJECT.peaks}`);
      await property('name').fill('102 Peaks');
      await page.getByRole('gridcell', { name: PROJECT.wool }).click();
      await page.getByRole('article', { name: `Record ${PROJECT.wool} of projects` }).waitFor();
      await page.goBack();
      await page.getByText('Unsaved changes').waitFor();
      expect(await property('name').inputValue()).toBe('102 Peaks');
      await button('Discard changes').click();
      expect(await property('name').inputValue()).toBe('100 Peaks');
    });

    test('and shows a conflict to the second of two users', async () => {
      const place = `data/identity/users/${USER.marlene}`;
      const other = await newPage();
      onTestFinished(() => other.context().close());
      await open(place);
      await open(place, other);
      await property('firstName').fill('Magda');
      await property('lastName', other).fill('Zurbriggen');
      await property('firstName', other).fill('Martha');
      await button('Save').click();
      await page.getByText('Record saved.').waitFor();
      const conflict = other.getByRole('region', { name: 'Edit conflict' });
      await conflict.getByText('This record was changed').waitFor();
      expect(await conflict.locator('.differences').first().textContent()).toMatch(/human›firstName.*Marlene.*Magda/);
      expect(await conflict.locator('.differences').last().textContent()).toMatch(/Martha.*Zurbriggen/);
      expect(await button('Save', other).isDisabled()).toBe(true);
      await button('Use the other version', other).click();
      expect(await property('firstName', other).inputValue()).toBe('Magda');
      expect(await property('lastName', other).inputValue()).toBe('Zürcher');
      await property('lastName', other).fill('Zumstein');
      await button('Save', other).click();
      await other.getByText('Record saved.').waitFor();
      // A page without edits shows the change at once.
      await soon(() => property('lastName').inputValue()).toBe('Zumstein');
      expect(await human()).toMatchObject({ firstName: 'Magda', lastName: 'Zumstein' });
    });

    test('and applies edits to a newer version, or creates a deleted record again', async () => {
      await open(`data/identity/users/${USER.marlene}`);
      await property('firstName').fill('Magda');
      await patchUser({ lastName: 'Zurbriggen' });
      await page.getByText('This record was changed').waitFor();
      await requireAccessible(page);
      await button('Save my changes').click();
      await page.getByText('Record saved.').waitFor();
      expect(await human()).toMatchObject({ firstName: 'Magda', lastName: 'Zurbriggen' });
      await open('data/things/things');
      await sandbox.records('things', 'things').add({ id: 'short-lived', name: 'Short' });
      await open('data/things/things/short-lived');
      await property('name').fill('Long');
      await sandbox.records('things', 'things').remove('short-lived');
      await page.getByText('This record was deleted').waitFor();
      await button('Create it again').click();
      await soon(
        async () =>
          (
            await sandbox
              .records('things', 'things')
              .get('short-lived')
              .catch(() => undefined)
          )?.record,
      ).toEqual({ id: 'short-lived', name: 'Long' });
    });

    test('and handles a version conflict of the server', async () => {
      await open(`data/identity/users/${USER.marlene}`);
      await property('firstName').fill('Magda');
      // The page cannot load the new version.
      await page.route('**/_understudy/records/users/*', (route) => route.abort());
      await patchUser({ lastName: 'Zurbriggen' });
      await page.getByText('Cannot connect to the mock server').first().waitFor();
      await page.unroute('**/_understudy/records/users/*');
      await button('Save').click();
      await page.getByText('This record was changed').waitFor();
      expect(await human()).toMatchObject({ firstName: 'Marlene', lastName: 'Zurbriggen' });
      complaints = complaints.filter((text) => !text.includes('net::ERR_FAILED'));
    });

    test('creates one, generates many from a template, deletes unreferenced ones', async () => {
      await open('data/identity/projects');
      await page.getByText('12 records').waitFor();
      await button('Create…').click();
      await property('name').fill('Night Train');
      await button('Create').click();
      await page.locator('.finding').first().waitFor();
      expect(await describedBy('resourceOwner')).toMatch(/^must be the id of an item in organizations/);
      await property('resourceOwner').fill(ORGANIZATION.murmeltal);
      const dates = page.locator('.record').getByLabel(/Date\*?$/);
      for (const one of await dates.all()) await one.fill('2026-01-01T00:00:00Z');
      for (const name of ['sequence', 'aggregateSequence'])
        if ((await property(name).count()) > 0) await property(name).fill('1');
      await button('Create').click();
      const notice = page.getByText('Record created.');
      await notice.waitFor();
      // A click on the message reaches the element below.
      expect(
        await notice.evaluate((text) => {
          const { x, y, width, height } = text.getBoundingClientRect();
          return text.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)?.closest('.notices') ?? null;
        }),
      ).toBeNull();
      await page.getByText('13 records').waitFor();
      const id = new URL(page.url()).hash.split('/').at(-1) ?? '';
      expect(await record('projects', id)).toMatchObject({ id, name: 'Night Train' });
      await button('Generate…').click();
      await field('Number').fill('5');
      await dialog()
        .getByLabel(/^Template/)
        .fill('[]');
      await button('Generate').click();
      await dialog().getByRole('alert').getByText('The template must be an object').waitFor();
      await dialog()
        .getByLabel(/^Template/)
        .fill('{"name": "Made {n}"}');
      await requireAccessible(page);
      await button('Generate').click();
      await page.getByText('18 records').waitFor();
      expect(await sandbox.records('projects', 'identity').list({ q: 'made 5' })).toHaveLength(1);
      await button('Delete…').click();
      await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('17 records').waitFor();
      await page.getByRole('gridcell', { name: PROJECT.gearShop }).click();
      await button('Delete…').click();
      await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
      const app = dialog().getByRole('link', { name: `apps ${APP.storefront}` });
      await app.waitFor();
      await requireAccessible(page);
      await app.click();
      await page.getByRole('article', { name: `Record ${APP.storefront} of apps` }).waitFor();
      expect(await dialog().count()).toBe(0);
    });

    test('resets to named fixtures, and shows the command that saves fixtures', async () => {
      await open('data');
      await button('Fixtures…').click();
      await dialog().getByLabel(/^Name/).fill('crowded');
      expect(await dialog().locator('pre').textContent()).toBe(
        `understudy fixtures save crowded --url ${url} --sandbox ${sandbox.name}`,
      );
      await requireAccessible(page);
      await dialog().getByRole('combobox').selectOption('empty');
      await button('Reset to these fixtures').click();
      await page
        .getByRole('link', { name: /^users/ })
        .filter({ hasText: /\b0$/ })
        .waitFor();
      expect(await sandbox.records('users', 'identity').list()).toEqual([]);
    });
  });

  test('shows hostile and large content as text', async () => {
    const deep = Array.from({ length: 90 }).reduce<unknown>((inner) => ({ deeper: inner }), HOSTILE);
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`property ${n}`, n]));
    const hostile: object = JSON.parse(`{"__proto__": ${JSON.stringify(HOSTILE)}, "constructor": {"prototype": 1}}`);
    const things = sandbox.records('things', 'things');
    await things.add({
      id: HOSTILE_ID,
      name: HOSTILE,
      [HOSTILE]: HOSTILE,
      ...hostile,
      nested: { [HOSTILE]: [HOSTILE] },
    });
    await things.add({ id: 'deep', deep, list: [deep] });
    await things.add({ id: 'wide', ...wide });
    await things.add({ id: 'long', name: 'x'.repeat(1024 * 1024) });
    await open('data/things/things');
    const shown = page.getByRole('gridcell', { name: HOSTILE_ID, exact: true });
    await shown.click();
    await page.getByRole('article', { name: `Record ${HOSTILE_ID} of things` }).waitFor();
    expect(await property('__proto__').inputValue()).toBe(HOSTILE);
    await property('__proto__').fill('harmless');
    await button('Save').click();
    await page.getByText('Record saved.').waitFor();
    expect(Object.entries((await things.get(HOSTILE_ID)).record as object)).toContainEqual(['__proto__', 'harmless']);
    await requireAccessible(page);
    await page.getByRole('gridcell', { name: 'deep', exact: true }).click();
    await page.locator('.record textarea').first().waitFor();
    await button('JSON').click();
    expect(await field('Record as JSON').inputValue()).toContain(JSON.stringify(HOSTILE));
    await page.getByRole('gridcell', { name: 'wide', exact: true }).click();
    await property('property 299').fill('300');
    await button('Save').click();
    await soon(async () => (await things.get('wide')).record).toMatchObject({ 'property 299': 300 });
    await page.getByRole('gridcell', { name: 'long', exact: true }).click();
    await button('Edit all 1,048,576 characters').click();
    await property('name').fill('short now');
    await button('Save').click();
    await soon(async () => (await things.get('long')).record).toEqual({ id: 'long', name: 'short now' });
    await sandbox.snapshot(HOSTILE);
    await open('history/things');
    await page.locator('.list [role=option]').first().click();
    await page.locator('.differences').getByText('short now').waitFor();
    for (const one of await page.locator('.list [role=option]').all()) await one.click();
    await page.locator('.side h2').getByText('Change').waitFor();
    await button('Snapshots').click();
    await page.locator('.snapshots').getByText(HOSTILE).waitFor();
    await requireAccessible(page);
  });

  describe('shows changes', () => {
    const times = (count: number) => page.getByText(`${count} ${count === 1 ? 'change' : 'changes'}`, { exact: true });

    test('live, with values before and after, and undoes them after a confirmation', async () => {
      await open('history');
      await page.getByText('No changes yet').waitFor();
      await patchUser({ lastName: 'Zurbriggen', phone: '+41 44 123 45 67' });
      await sandbox.records('projects', 'identity').make(3, { name: 'Made {n}' });
      await sandbox.changeRecords(
        [{ collection: 'projects', id: PROJECT.peaks, patch: { name: '101 Peaks' } }],
        'identity',
      );
      await times(3).waitFor();
      expect(await page.locator('[role=option] .summary').allTextContents()).toEqual([
        `projects ${PROJECT.peaks} changed`,
        '3 added in projects',
        `users ${USER.marlene} changed`,
      ]);
      await page.getByRole('listbox', { name: 'Changes' }).focus();
      for (const key of ['End', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('article', { name: 'Change 1' }).waitFor();
      await page.locator('.differences').waitFor();
      expect(await page.locator('.differences').textContent()).toMatch(
        /human›lastName\s*before: "Zürcher"\s*after: "Zurbriggen".*human›phone\s*after: "\+41/s,
      );
      await requireAccessible(page);
      await button('Undo later changes…').click();
      await dialog().getByText('This undoes 2 changes').waitFor();
      await requireAccessible(page);
      await button('Cancel').click();
      await times(3).waitFor();
      await button('Undo later changes…').click();
      await button('Undo 2 changes').click();
      await times(1).waitFor();
      expect((await record('projects', PROJECT.peaks)).name).toBe('100 Peaks');
      expect(await human()).toMatchObject({ lastName: 'Zurbriggen' });
      expect(await button('Undo later changes…').isDisabled()).toBe(true);
      await button('Undo this and later changes…').click();
      await button('Undo 1 change').click();
      await page.getByText('This change was undone').waitFor();
      expect(await human()).toMatchObject({ lastName: 'Zürcher' });
    });

    test('and creates a sandbox from one of them', async () => {
      for (const name of ['101 Peaks', '102 Peaks', '103 Peaks'])
        await sandbox.records('projects', 'identity').patch(PROJECT.peaks, { name });
      await open('history/identity/2');
      await button('New sandbox from here…').click();
      await dialog().getByLabel(/^Name/).fill('main');
      await button('Create').click();
      await dialog().getByText('sandbox "main" already exists').waitFor();
      await dialog().getByLabel(/^Name/).fill('blue');
      await button('Create').click();
      await page.locator('.sandboxes [aria-current]', { hasText: 'blue' }).waitFor();
      const blue = await client.sandbox('blue');
      expect((await blue.records('projects', 'identity').get(PROJECT.peaks)).record).toMatchObject({
        name: '102 Peaks',
      });
      expect((await record('projects', PROJECT.peaks)).name).toBe('103 Peaks');
    });

    test('and takes, compares, restores and deletes snapshots', async () => {
      await open('history/identity/snapshots');
      await page.getByText('No snapshots.').waitFor();
      await field('Name of a new snapshot').fill('before the fair');
      await button('Take snapshot').click();
      await page.locator('.snapshots').getByText('before the fair').waitFor();
      await sandbox.snapshot('by somebody else');
      await page.locator('.snapshots').getByText('by somebody else').waitFor();
      await sandbox.records('projects', 'identity').patch(PROJECT.peaks, { name: '101 Peaks' });
      await page.getByRole('link', { name: 'Compare before the fair with the current data' }).click();
      await page.getByText('1 record differs.').waitFor();
      expect(await page.locator('.differences').textContent()).toMatch(/name.*100 Peaks.*101 Peaks/s);
      await requireAccessible(page);
      await button('Swap').click();
      await soon(() => page.locator('.differences').textContent()).toMatch(/name.*101 Peaks.*100 Peaks/s);
      await sandbox.records('projects', 'identity').patch(PROJECT.peaks, { name: '102 Peaks' });
      await soon(() => page.locator('.differences').textContent()).toContain('102 Peaks');
      await page.getByRole('combobox', { name: 'To' }).selectOption('fixtures');
      await page.getByRole('combobox', { name: 'From' }).selectOption('snapshot:before the fair');
      await page.getByText('No differences.').waitFor();
      await button('Snapshots').click();
      await requireAccessible(page);
      await button('Restore before the fair').click();
      await button('Restore').click();
      await soon(async () => (await record('projects', PROJECT.peaks)).name).toBe('100 Peaks');
      await button('Delete before the fair').click();
      await button('Delete').click();
      await page.locator('.snapshots').getByText('before the fair').waitFor({ state: 'detached' });
      expect(await sandbox.snapshots()).toEqual(['by somebody else']);
    });
  });
});
