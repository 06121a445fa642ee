// Login to the single-page application in the sandbox of the test, through the page server, which is also the issuer's address.

import { expect, test } from 'understudy-api/playwright';

const SUMMIT_CAM = '264062497181404004';
const AT = process.env.SINGLE_PAGE_URL;

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const isInside = (page) => expect(page.getByRole('listitem')).toHaveCount(7);

async function logIn(page, sandbox) {
  const oidc = { redirectUris: [`${AT}/callback`], postLogoutRedirectUris: [`${AT}/`] };
  await sandbox.records('apps').patch(SUMMIT_CAM, { oidc });
  await page.goto('/');
  await press(page, 'Log in');
  await page.getByRole('button', { name: 'Marlene Zürcher' }).click();
  await isInside(page);
}

for (const by of ['header', 'host'])
  test.describe(() => {
    test.use({ understudy: { by } });

    test(`logs in by ${by}, silently in a second window, and out`, async ({ page, context, sandbox, baseURL }) => {
      await logIn(page, sandbox);
      expect(new URL(page.url()).origin).toBe(baseURL);
      const second = await context.newPage();
      await second.goto('/');
      await press(second, 'Log in without asking');
      await isInside(second);
      await press(page, 'Log out');
      await press(page, 'Log in without asking');
      await expect(page.getByRole('alert')).toHaveText('End-User authentication is required');
      expect(await sandbox.requests({ operation: 'searchProjects', status: 200 })).toHaveLength(2);
    });
  });

test.describe('in sandboxes created from one with a login', () => {
  test.describe.configure({ mode: 'serial' });

  test('the login is stored', async ({ page, context, sandbox, server }) => {
    await logIn(page, sandbox);
    await server.createSandbox({ name: 'logged-in', from: sandbox.name });
    await context.storageState({ path: 'logged-in.json' });
  });
  test.describe(() => {
    test.use({ storageState: 'logged-in.json', understudy: { from: 'logged-in' } });
    for (const time of ['once', 'again'])
      test(`no login form is shown, ${time}`, async ({ page }) => {
        await page.goto('/');
        await press(page, 'Log in without asking');
        await isInside(page);
        await press(page, 'Log out');
      });
  });
});

test('calls by gRPC-Web', async ({ page, server, sandbox }) => {
  await page.goto('/');
  const type = await page.evaluate(async (mockServer) => {
    const url = `${mockServer}/identity.management.v1.ManagementService/ListProjects`;
    const headers = {
      authorization: 'Bearer token-owner',
      'content-type': 'application/grpc-web+proto',
      'x-grpc-web': '1',
    };
    const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(5) });
    await answer.arrayBuffer();
    return answer.headers.get('content-type');
  }, server.url);
  expect(type).toBe('application/grpc-web+proto');
  expect(await sandbox.requests()).toMatchObject([{ operation: 'searchProjects', status: 200 }]);
});
