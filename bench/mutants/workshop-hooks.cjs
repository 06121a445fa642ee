// Hooks that change Dredd's requests so that they provoke the declared statuses, as `contracts/dredd-hooks.cjs` does for the identity API.
// Loaded by Dredd, started by contracts/judges/dredd.ts.

const { readFileSync, writeFileSync } = require('node:fs');
const hooks = require('hooks');

const NO_TOKEN = { token: false };
const XML = { headers: { 'Content-Type': 'text/xml' }, body: '<name/>' };
const MERGE_PATCH = { headers: { 'Content-Type': 'application/merge-patch+json' } };
const NO_MACHINE = { path: '/machines/999999' };
const NO_BOOKINGS = { path: '/machines/999999/bookings' };

const ROWS = {
  'listMachines 200': {},
  'listMachines 400': { path: '/machines?limit=51' },
  'listMachines 401': NO_TOKEN,

  'addMachine 201': {},
  'addMachine 400': { body: '{"name":""}' },
  'addMachine 401': NO_TOKEN,
  'addMachine 415': XML,

  'getMachine 200': {},
  'getMachine 400': { path: '/machines/0' },
  'getMachine 401': NO_TOKEN,
  'getMachine 404': NO_MACHINE,

  'replaceMachine 200': {},
  'replaceMachine 400': { body: '{"name":""}' },
  'replaceMachine 401': NO_TOKEN,
  'replaceMachine 404': NO_MACHINE,
  'replaceMachine 415': XML,

  'changeMachine 200': { ...MERGE_PATCH, body: '{"price":900}' },
  'changeMachine 400': { ...MERGE_PATCH, body: '{"price":-1}' },
  'changeMachine 401': { ...NO_TOKEN, ...MERGE_PATCH, body: '{"price":900}' },
  'changeMachine 404': { ...NO_MACHINE, ...MERGE_PATCH, body: '{"price":900}' },
  'changeMachine 415': XML,

  'removeMachine 204': {},
  'removeMachine 400': { path: '/machines/0' },
  'removeMachine 401': NO_TOKEN,
  'removeMachine 404': NO_MACHINE,

  'listBookings 200': {},
  'listBookings 400': { path: '/machines/1/bookings?limit=51' },
  'listBookings 401': NO_TOKEN,
  'listBookings 404': NO_BOOKINGS,

  'addBooking 201': {},
  'addBooking 400': { body: '{"hours":13}' },
  'addBooking 401': NO_TOKEN,
  'addBooking 404': NO_BOOKINGS,
  'addBooking 415': XML,
};

const { url, pairs } = JSON.parse(readFileSync(process.env.UNDERSTUDY_PAIRS, 'utf8'));
const schemas = new Map(pairs.map(({ name, schema }) => [name, schema]));
const prepared = [];

hooks.beforeEach((transaction, done) => {
  prepare(transaction);
  fetch(`${url}/_understudy/reset`, { method: 'POST' })
    .then(({ ok, status }) => {
      if (!ok) transaction.fail = `the state was not reset: ${status}`;
    })
    // Not within the promise: it would catch later errors of Dredd.
    .finally(() => setImmediate(done));
});

// Dredd waits for a hook that has two parameters or none.
hooks.afterAll((_transactions) => writeFileSync(process.env.UNDERSTUDY_PREPARED, JSON.stringify(prepared)));

function prepare(transaction) {
  const { request, expected, origin } = transaction;
  const name = `${origin.actionName} ${expected.statusCode}`;
  const row = ROWS[name];
  transaction.skip = false;
  if (!row) {
    transaction.fail = `no row "${name}"`;
    return;
  }
  const { token = true, headers = {}, path, body } = row;
  if (token) request.headers.Authorization = 'Bearer token';
  else delete request.headers.Authorization;
  Object.assign(request.headers, headers);
  if (path !== undefined) transaction.fullPath = path;
  if (body !== undefined) request.body = body;
  // With an example, Dredd only compares keys; with a schema, it checks values.
  delete expected.body;
  if (schemas.get(name)) expected.bodySchema = schemas.get(name);
  prepared.push(name);
}
