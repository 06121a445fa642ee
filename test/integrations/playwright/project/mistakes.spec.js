// Tests that fail, and tests that pass in spite of findings.

import { expect, test } from 'understudy-api/playwright';

const add = async (page, pet) => {
  await page.goto('/');
  return page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/pets', { method: 'POST', headers, body })).status;
  }, JSON.stringify(pet));
};
const fish = { name: 'Wanda', kind: 'fish' };
const steps = [{ code: 'unavailable' }];

test('sends an invalid request', async ({ page }) => {
  expect(await add(page, fish)).toBe(400);
});
test('expects an invalid request', async ({ page, sandbox }) => {
  sandbox.expectFindings({ operation: 'addPet' });
  expect(await add(page, fish)).toBe(400);
});
test.describe(() => {
  test.use({ understudy: { expectFindings: [{ body: { kind: 'fish' } }] } });
  test('expects invalid requests by default', async ({ page }) => {
    expect(await add(page, fish)).toBe(400);
  });
});
test('has an unused fault', async ({ page, sandbox }) => {
  await sandbox.fault({ on: { operation: 'listVisits' }, steps });
  await add(page, { name: 'Resi', kind: 'hen' });
});
test('adds a fault that may stay unused', async ({ sandbox }) => {
  sandbox.allowUnusedFaults(await sandbox.fault({ on: { operation: 'listVisits' }, steps }));
});
test('fails an assertion', async ({ page, sandbox }) => {
  await sandbox.fault({ on: { operation: 'listVisits' }, steps });
  await sandbox.fault({ on: { operation: 'addPet' }, steps });
  expect(await add(page, { name: 'Resi', kind: 'hen' })).toBe(201);
});
test.describe(() => {
  test.use({ understudy: { fixture: 'empty' } });
  test('has an unknown option', async ({ sandbox }) => {
    await sandbox.report();
  });
});
test('is expected to fail', async ({ page }) => {
  test.fail();
  expect(await add(page, { name: 'Resi', kind: 'hen' })).toBe(400);
});
