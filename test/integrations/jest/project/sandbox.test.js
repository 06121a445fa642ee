// Tests of Jest in CommonJS: right ones, and mistakes that must be reported.

const { createTest, test: sandboxTest } = require('understudy-api/jest');

const post = ({ url }, body) =>
  fetch(`${url}/pets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

for (const name of ['Berta', 'Resi'])
  sandboxTest(`adds ${name}`, async ({ sandbox }) => {
    expect(await (await post(sandbox, { name, kind: 'dog' })).json()).toEqual({ id: 4, name, kind: 'dog' });
    expect(await sandbox.requests({ operation: 'addPet' })).toMatchObject([{ status: 201 }]);
  });

sandboxTest.each([1, 2])('reads pet %s', async (id, { sandbox }) => {
  expect((await fetch(`${sandbox.url}/pets/${id}`)).status).toBe(200);
});

sandboxTest.each([
  ['GET', 200],
  ['DELETE', 204],
])('%s has the status %s', async ([method, status], { sandbox }) => {
  expect((await fetch(`${sandbox.url}/pets/1`, { method })).status).toBe(status);
});

sandboxTest('has one server for all files', async ({ server }) => {
  expect(server.url).toBe(process.env.UNDERSTUDY_URL);
});

createTest({ expectFindings: [{ operation: 'addPet' }] })('may send invalid requests', async ({ sandbox }) => {
  expect((await post(sandbox, { kind: 'fish' })).status).toBe(400);
});

sandboxTest.failing('fails as expected', async ({ sandbox }) => {
  expect(sandbox.name).toBe('main');
});

sandboxTest.skip('is skipped', () => {
  throw new Error('not skipped');
});

sandboxTest.todo('is written later');

sandboxTest('MISTAKE: sends an invalid request', async ({ sandbox }) => {
  await post(sandbox, { kind: 'fish' });
});

sandboxTest('MISTAKE: expects another status', async ({ sandbox }) => {
  expect((await fetch(`${sandbox.url}/pets/77`)).status).toBe(200);
});

sandboxTest('MISTAKE: does not use its fault', async ({ sandbox }) => {
  await sandbox.fault('addPet: status=503');
});
