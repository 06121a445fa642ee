// What each request of Dredd must be like to earn the status that the document promises. Loaded by Dredd, started by contracts/judges/dredd.ts.

const { readFileSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:http');
const hooks = require('hooks');

/**
 * Changes of Dredd's request: `token` (null for none), further `headers`, the `path`, and the `body` (a text goes as it is, a function gives it); `first` is
 * posted before it, with a token if there is a third element, and `locate` gives the path after that.
 */
const NO_TOKEN = { token: null };
const UNKNOWN_ORGANIZATION = { headers: { 'x-service-orgid': '1' } };
const NO_MEMBERSHIP = { token: 'token-no-role' };
const TOO_LARGE = { body: { filler: 'x'.repeat(70_000) } };
const FOREIGN_HOST = { headers: { Host: 'stand-in.example' } };
const IMPOSSIBLE_SANDBOX = { headers: { 'x-understudy-sandbox': 'No Name' } };
const WITH_SNAPSHOT = { first: ['/_understudy/snapshots', { name: 'before-checkout' }] };
const WITH_FAULT = { first: ['/_understudy/faults', { steps: [{ delay: 1 }] }] };
const WITH_TOKEN = { first: ['/_understudy/tokens', { user: 'marlene.zuercher' }] };
/** A change of the identity API. */
const GRANT = ['/management/v1/users/268072256888900452/grants', { projectId: '257810824104530633' }, 'token-owner'];
/** One record with another name. */
const RENAMED = { changes: [{ collection: 'projects', id: '253727421948252873', patch: { name: 'Huts' } }] };
const XML = { headers: { 'Content-Type': 'text/xml' }, body: '<name/>' };

/** Receives a webhook: none goes to the mock server itself. */
const receiver = createServer((_, response) => response.writeHead(204).end())
  .listen(0, '127.0.0.1')
  .unref();

const ROWS = {
  'listLoginPolicyIdps 200': {},
  'listLoginPolicyIdps 400': { body: { query: { limit: 1001 } } },
  'listLoginPolicyIdps 401': NO_TOKEN,
  'listLoginPolicyIdps 403': UNKNOWN_ORGANIZATION,
  'listLoginPolicyIdps 404': NO_MEMBERSHIP,
  'listLoginPolicyIdps 413': TOO_LARGE,
  'listLoginPolicyIdps 415': XML,

  'searchProjects 200': {},
  'searchProjects 400': { body: { queries: [{}] } },
  'searchProjects 401': { token: 'token-expired' },
  'searchProjects 403': UNKNOWN_ORGANIZATION,
  'searchProjects 404': NO_MEMBERSHIP,
  'searchProjects 413': TOO_LARGE,
  'searchProjects 415': XML,

  'getAppById 200': {},
  'getAppById 400': { path: `/management/v1/projects/257810824104530633/apps/${'x'.repeat(201)}` },
  'getAppById 401': NO_TOKEN,
  'getAppById 403': { token: 'token-machine' },
  'getAppById 404': { path: '/management/v1/projects/268949799993103049/apps/269104010407989961' },

  'updateApp 200': {},
  'updateApp 400': { body: { name: 'Storefront' } },
  'updateApp 401': NO_TOKEN,
  'updateApp 403': { token: 'token-viewer' },
  'updateApp 404': { path: '/management/v1/projects/257810824104530633/apps/1' },
  'updateApp 409': { body: { name: 'Shop API' } },
  'updateApp 413': TOO_LARGE,
  'updateApp 415': XML,

  'listUserGrants 200': {},
  'listUserGrants 400': { body: { queries: [{}] } },
  'listUserGrants 401': NO_TOKEN,
  'listUserGrants 403': UNKNOWN_ORGANIZATION,
  'listUserGrants 404': NO_MEMBERSHIP,
  'listUserGrants 413': TOO_LARGE,
  'listUserGrants 415': XML,

  'addUserGrant 200': {},
  'addUserGrant 400': { body: { projectId: '257810824104530633', roleKeys: ['nobody has this one'] } },
  'addUserGrant 401': NO_TOKEN,
  'addUserGrant 403': { token: 'token-viewer' },
  'addUserGrant 404': NO_MEMBERSHIP,
  'addUserGrant 409': { path: '/management/v1/users/257785285541104484/grants' },
  'addUserGrant 413': TOO_LARGE,
  'addUserGrant 415': XML,

  'healthz 200': NO_TOKEN,
  'healthz 400': IMPOSSIBLE_SANDBOX,

  'ready 200': NO_TOKEN,
  'showReady 200': NO_TOKEN,

  'showMetrics 200': {},
  'showMetrics 403': FOREIGN_HOST,

  'showControl 200': {},
  'showControl 400': IMPOSSIBLE_SANDBOX,
  'showControl 403': FOREIGN_HOST,

  'showDocument 200': {},
  'showDocument 403': FOREIGN_HOST,

  'listOperations 200': { path: '/_understudy/operations?q=app' },
  'listOperations 400': { path: '/_understudy/operations?limit=0' },
  'listOperations 403': FOREIGN_HOST,

  'resetSandbox 200': {},
  'resetSandbox 400': IMPOSSIBLE_SANDBOX,
  'resetSandbox 403': FOREIGN_HOST,
  'resetSandbox 404': { body: { fixtures: 'never-saved' } },

  'undoChanges 200': {},
  'undoChanges 400': { body: { changes: 0 } },
  'undoChanges 403': FOREIGN_HOST,

  'listChanges 200': {},
  'listChanges 400': IMPOSSIBLE_SANDBOX,
  'listChanges 403': FOREIGN_HOST,

  'showChange 200': { first: GRANT, locate: newestChange },
  'showChange 400': { path: '/_understudy/changes/0' },
  'showChange 403': FOREIGN_HOST,
  'showChange 404': { path: '/_understudy/changes/1000000' },

  'showDifference 200': {},
  'showDifference 400': { path: '/_understudy/difference?from=yesterday' },
  'showDifference 403': FOREIGN_HOST,
  'showDifference 404': { path: '/_understudy/difference?from=snapshot:never-taken' },

  'showClock 200': {},
  'showClock 400': IMPOSSIBLE_SANDBOX,
  'showClock 403': FOREIGN_HOST,

  'setClock 200': {},
  'setClock 400': { body: { advance: 'soon' } },
  'setClock 403': FOREIGN_HOST,

  'resetClock 200': {},
  'resetClock 400': IMPOSSIBLE_SANDBOX,
  'resetClock 403': FOREIGN_HOST,

  'showSeed 200': {},
  'showSeed 400': IMPOSSIBLE_SANDBOX,
  'showSeed 403': FOREIGN_HOST,

  'setSeed 200': {},
  'setSeed 400': { body: { seed: '' } },
  'setSeed 403': FOREIGN_HOST,

  'listFaults 200': WITH_FAULT,
  'listFaults 400': IMPOSSIBLE_SANDBOX,
  'listFaults 403': FOREIGN_HOST,

  'addFault 201': { body: { steps: [{ delay: 1 }] } },
  'addFault 400': { body: { steps: [] } },
  'addFault 403': FOREIGN_HOST,

  'removeFaults 204': WITH_FAULT,
  'removeFaults 400': IMPOSSIBLE_SANDBOX,
  'removeFaults 403': FOREIGN_HOST,

  'updateFault 200': WITH_FAULT,
  'updateFault 400': { body: {} },
  'updateFault 403': FOREIGN_HOST,
  'updateFault 404': {},

  'removeFault 204': WITH_FAULT,
  'removeFault 400': IMPOSSIBLE_SANDBOX,
  'removeFault 403': FOREIGN_HOST,
  'removeFault 404': {},

  'clearRequests 204': {},
  'clearRequests 400': IMPOSSIBLE_SANDBOX,
  'clearRequests 403': FOREIGN_HOST,

  'findRequests 200': {},
  'findRequests 400': { body: { timeout: -1 } },
  'findRequests 403': FOREIGN_HOST,

  'readEvents 200': {},
  'readEvents 400': IMPOSSIBLE_SANDBOX,
  'readEvents 403': { headers: { Host: 'stand-in.example', Accept: '*/*' } },

  'exportRequests 200': {},
  'exportRequests 400': IMPOSSIBLE_SANDBOX,
  'exportRequests 403': FOREIGN_HOST,

  'showCoverage 200': {},
  'showCoverage 400': { path: '/_understudy/coverage?sandboxes=' },
  'showCoverage 403': FOREIGN_HOST,
  'showCoverage 404': { path: '/_understudy/coverage?sandboxes=main,nowhere' },

  'clearCoverage 204': {},
  'clearCoverage 400': { path: '/_understudy/coverage?sandboxes=' },
  'clearCoverage 403': FOREIGN_HOST,
  'clearCoverage 404': { path: '/_understudy/coverage?sandboxes=main,nowhere' },

  'showCoverageTable 200': {},
  'showCoverageTable 400': { path: '/_understudy/coverage/table?missing=perhaps' },
  'showCoverageTable 403': FOREIGN_HOST,
  'showCoverageTable 404': { path: '/_understudy/coverage/table?sandboxes=main,nowhere' },

  'listCollections 200': {},
  'listCollections 400': IMPOSSIBLE_SANDBOX,
  'listCollections 403': FOREIGN_HOST,

  'describeCollection 200': { path: '/_understudy/collections/projects' },
  'describeCollection 400': IMPOSSIBLE_SANDBOX,
  'describeCollection 403': FOREIGN_HOST,
  'describeCollection 404': { path: '/_understudy/collections/never' },

  'changeRecords 200': { body: RENAMED },
  'changeRecords 400': { body: { changes: [{ collection: 'projects', add: { name: 'unfinished' } }] } },
  'changeRecords 403': FOREIGN_HOST,
  'changeRecords 404': { body: { changes: [{ collection: 'projects', remove: 'never-there' }] } },
  'changeRecords 409': { body: { changes: [{ ...RENAMED.changes[0], version: 'an older one' }] } },

  'listRecords 200': { path: '/_understudy/records/projects' },
  'listRecords 400': { path: '/_understudy/records/projects?limit=0' },
  'listRecords 403': FOREIGN_HOST,
  'listRecords 404': { path: '/_understudy/records/never' },

  'getRecord 200': { path: '/_understudy/records/projects/253727421948252873' },
  'getRecord 400': IMPOSSIBLE_SANDBOX,
  'getRecord 403': FOREIGN_HOST,
  'getRecord 404': { path: '/_understudy/records/projects/never-there' },

  'listLogins 200': { locate: () => logIn() },
  'listLogins 400': IMPOSSIBLE_SANDBOX,
  'listLogins 403': FOREIGN_HOST,

  'endLogin 200': { locate: newestLogin },
  'endLogin 400': IMPOSSIBLE_SANDBOX,
  'endLogin 403': FOREIGN_HOST,
  'endLogin 404': {},

  'listTokens 200': WITH_TOKEN,
  'listTokens 400': { path: '/_understudy/tokens?limit=0' },
  'listTokens 403': FOREIGN_HOST,

  'revokeToken 204': { ...WITH_TOKEN, locate: newestToken },
  'revokeToken 400': IMPOSSIBLE_SANDBOX,
  'revokeToken 403': FOREIGN_HOST,
  'revokeToken 404': {},

  'issueToken 201': {},
  'issueToken 400': { body: { user: '' } },
  'issueToken 403': FOREIGN_HOST,
  'issueToken 404': { body: { user: 'nobody' } },

  'listSandboxes 200': {},
  'listSandboxes 403': FOREIGN_HOST,

  'createSandbox 201': {},
  'createSandbox 400': { body: { name: 'No Name' } },
  'createSandbox 403': FOREIGN_HOST,
  'createSandbox 404': { body: { name: 'other', from: 'nowhere' } },
  'createSandbox 409': { body: { name: 'main' } },

  'removeSandbox 204': {
    first: ['/_understudy/sandboxes', { name: 'unwanted' }],
    path: '/_understudy/sandboxes/unwanted',
  },
  'removeSandbox 400': { path: '/_understudy/sandboxes/main' },
  'removeSandbox 403': FOREIGN_HOST,
  'removeSandbox 404': { path: '/_understudy/sandboxes/nowhere' },

  'listSnapshots 200': WITH_SNAPSHOT,
  'listSnapshots 403': FOREIGN_HOST,

  'createSnapshot 201': {},
  'createSnapshot 400': { body: { name: '' } },
  'createSnapshot 403': FOREIGN_HOST,

  'removeSnapshot 204': WITH_SNAPSHOT,
  'removeSnapshot 403': FOREIGN_HOST,
  'removeSnapshot 404': { path: '/_understudy/snapshots/never-taken' },

  'restoreSnapshot 200': WITH_SNAPSHOT,
  'restoreSnapshot 403': FOREIGN_HOST,
  'restoreSnapshot 404': { path: '/_understudy/snapshots/never-taken/restore' },

  'getState 200': {},
  'getState 400': IMPOSSIBLE_SANDBOX,
  'getState 403': FOREIGN_HOST,

  'listDocuments 200': {},
  'listDocuments 400': IMPOSSIBLE_SANDBOX,
  'listDocuments 403': FOREIGN_HOST,

  'sendWebhook 200': { body: () => ({ url: `http://127.0.0.1:${receiver.address().port}/` }) },
  'sendWebhook 400': IMPOSSIBLE_SANDBOX,
  'sendWebhook 403': FOREIGN_HOST,
  'sendWebhook 404': { path: '/_understudy/webhooks/never-described' },

  'listRequests 200': {},
  'listRequests 400': IMPOSSIBLE_SANDBOX,
  'listRequests 403': FOREIGN_HOST,
};

const { url, pairs } = JSON.parse(readFileSync(process.env.UNDERSTUDY_PAIRS, 'utf8'));
const schemas = new Map(pairs.map(({ name, schema }) => [name, schema]));
const prepared = [];

hooks.beforeEach((transaction, done) => {
  const { first, locate } = prepare(transaction);
  post('/_understudy/reset')
    .then(() => first && post(...first))
    .then(() => locate?.())
    .then((path) => {
      if (path !== undefined) transaction.fullPath = path;
    })
    .catch((error) => {
      transaction.fail = `the state could not be prepared: ${error.message}`;
    })
    // Not within the promise: it would catch what Dredd throws later.
    .finally(() => setImmediate(done));
});

async function post(path, body, token) {
  const authorization = token && { authorization: `Bearer ${token}` };
  const sent = body && {
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  };
  const { ok, status } = await fetch(url + path, { method: 'POST', ...sent });
  if (!ok) throw new Error(`${path} was answered with ${status}`);
}

async function newestChange() {
  const { changes } = await (await fetch(`${url}/_understudy/changes`)).json();
  return `/_understudy/changes/${changes.at(-1).number}`;
}

async function newestToken() {
  const { tokens } = await (await fetch(`${url}/_understudy/tokens`)).json();
  return `/_understudy/tokens/${tokens.at(-1).id}`;
}

async function newestLogin() {
  await logIn();
  const { logins } = await (await fetch(`${url}/_understudy/logins`)).json();
  return `/_understudy/logins/${logins.at(-1).id}`;
}

/** Somebody logs in with Summit Cam, as far as its redirect URI. */
async function logIn() {
  const cookies = new Map();
  const go = async (target, body) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const init = { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) };
    const { headers } = await fetch(new URL(target, url), init);
    for (const field of headers.getSetCookie()) cookies.set(...field.split(';', 1)[0].split(/=(.*)/s));
    return headers.get('location');
  };
  const query = new URLSearchParams({
    client_id: '264062497181469540',
    redirect_uri: 'http://localhost:5173/callback',
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const page = await go(`/oauth/v2/authorize?${query}`);
  const resumed = await go(page, new URLSearchParams({ user: '249814560662377161' }));
  await go(resumed);
}

hooks.afterAll((_transactions) => {
  writeFileSync(process.env.UNDERSTUDY_PREPARED, JSON.stringify(prepared));
});

function prepare(transaction) {
  const { request, expected, origin } = transaction;
  const name = `${origin.actionName} ${expected.statusCode}`;
  const row = ROWS[name];
  transaction.skip = false;
  if (!row) {
    transaction.fail = `contracts/dredd-hooks.cjs has no row "${name}"`;
    return {};
  }
  const { token = 'token-owner', headers = {}, path, body } = row;
  if (token !== null) request.headers.Authorization = `Bearer ${token}`;
  Object.assign(request.headers, headers);
  if (path !== undefined) transaction.fullPath = path;
  const sent = typeof body === 'function' ? body() : body;
  if (sent !== undefined) request.body = typeof sent === 'string' ? sent : JSON.stringify(sent);
  // With an example to compare with, Dredd looks only at which keys there are; with a schema it looks at their values.
  delete expected.body;
  if (schemas.get(name)) expected.bodySchema = schemas.get(name);
  prepared.push(name);
  return row;
}
