// Tests of Project Desk. Each test has its own sandbox, so all of them run at once.

import type { Page } from '@playwright/test';
import { expect, test } from 'understudy-api/playwright';

const [SUMMIT_CAM, STOREFRONT, THEO] = ['264062497181404004', '257928641298565988', '252704730189400932'];

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const projects = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('button');

async function logIn(page: Page) {
  await press(page, 'Log in');
  await press(page, 'Marlene Zürcher');
  await expect(projects(page)).toHaveCount(7);
}

async function rename(page: Page, name: string) {
  await press(page, 'Gear Shop');
  await page.getByLabel('Application').fill(STOREFRONT);
  await page.getByLabel('New name').fill(name);
  await press(page, 'Rename');
}

test.beforeEach(async ({ page, sandbox, baseURL }) => {
  await sandbox.records('apps').patch(SUMMIT_CAM, { oidc: { redirectUris: [`${baseURL}/callback`] } });
  await page.goto('/');
  await logIn(page);
});

for (const name of ['Shop Window', 'Ladenfenster', 'Vitrine', 'ショーウィンドウ'])
  test(`renames the one application to ${name}`, async ({ page, sandbox }) => {
    await rename(page, name);
    await expect(page.getByRole('status')).toHaveText(`It is called ${name} now.`);
    expect(await sandbox.records('apps').get(STOREFRONT)).toMatchObject({ record: { name } });
  });

test('grants a role once', async ({ page, sandbox }) => {
  await press(page, 'Gear Shop');
  await page.getByLabel('User').fill(THEO);
  await page.getByLabel('Roles').fill('support');
  await press(page, 'Grant');
  await expect(page.getByRole('status')).toHaveText('Granted.');
  await press(page, 'Grant');
  await expect(page.getByRole('alert')).toContainText('existiert bereits');
  expect(await sandbox.requests({ operation: 'addUserGrant' })).toMatchObject([{ status: 200 }, { status: 409 }]);
});

test('finds 500 projects, and shows a hundred at a time', async ({ page, sandbox }) => {
  await sandbox.records('projects').make(500, { name: 'Peak {n}', resourceOwner: '249661328644377444' });
  await page.getByRole('searchbox').fill('peak ');
  await expect(page.getByText('100 of 500')).toBeVisible();
  await press(page, 'More');
  await expect(projects(page)).toHaveCount(200);
});

test('repeats a search while the service is unavailable', async ({ page, sandbox }) => {
  await sandbox.fault({ on: { operation: 'searchProjects' }, times: 2, steps: [{ code: 'unavailable' }] });
  await page.reload();
  await expect(projects(page)).toHaveCount(7);
  expect(await sandbox.requests({ operation: 'searchProjects', status: 503 })).toHaveLength(2);
});

test('waits for a slow response, and shows a lost connection', async ({ page, sandbox }) => {
  await sandbox.fault({ on: { operation: 'updateApp' }, times: 1, steps: [{ delay: 1000 }] });
  await rename(page, 'Shop Window');
  await expect(page.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await expect(page.getByRole('status')).toHaveText('It is called Shop Window now.');
  await sandbox.fault({ on: { operation: 'updateApp' }, steps: [{ connection: 'reset' }] });
  await rename(page, 'Vitrine');
  await expect(page.getByRole('alert')).toHaveText('There is no connection.');
});

test('requests a new login when the token has expired, after twelve hours', async ({ page, sandbox }) => {
  await sandbox.clock.advance('13h');
  await rename(page, 'Shop Window');
  await expect(page.getByRole('alert')).toHaveText('The session has ended.');
  await press(page, 'Log in');
  await expect(projects(page)).toHaveCount(7);
});
