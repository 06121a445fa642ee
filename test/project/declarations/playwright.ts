// A test of Playwright.

import { expect, test } from 'understudy-api/playwright';

test.use({ understudy: { clock: '2027-01-01T00:00:00Z' } });
test('the page reports that the API is unavailable', async ({ page, sandbox }) => {
  await sandbox.fault('addPet: status=503, times=1');
  await expect(page.getByRole('alert')).toHaveText('Try again later.');
  // @ts-expect-error: a fault is text or a plan
  await sandbox.fault(503);
});
