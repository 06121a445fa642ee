// Control commands for requests, faults, time and logins of a running server.

import { defineCommand } from '../command.ts';
import { PAGE_FLAGS } from './control-data.ts';
import { CONTROL_FLAGS, TOKEN_NOTE } from './control-flags.ts';

const GROUP = 'Control a running server';
const notes = [TOKEN_NOTE];

export const READY = defineCommand({
  name: 'ready',
  group: GROUP,
  arguments: '[URL]',
  summary: 'check whether a server accepts requests, for health checks',
  about: [
    'Checks whether a mock server accepts requests (GET /_understudy/ready), for health checks of containers and for scripts.',
    'Without URL it uses UNDERSTUDY_URL, else this machine with UNDERSTUDY_PORT or PORT, else http://127.0.0.1:8080; https where UNDERSTUDY_TLS_CERT is set. On this machine any certificate is accepted.',
  ],
  flags: {
    wait: { short: 'w', takes: 'SECONDS', help: 'retry for this long', default: '0' },
    json: { help: 'print the result as JSON' },
  },
  exitCodes: { 0: 'ready', 1: 'not ready' },
});

export const REQUESTS = defineCommand({
  name: 'requests',
  group: GROUP,
  arguments: '',
  usage: ['requests', 'requests --wait COUNT', 'requests --har', 'requests --clear'],
  summary: 'list recorded requests, or wait for them',
  about: ['Lists recorded requests, the oldest first. It can also wait for requests, export them, or clear the list.'],
  flags: {
    operation: { takes: 'ID', help: 'only this operation' },
    method: { takes: 'METHOD', help: 'only this method' },
    path: { takes: 'PATH', help: 'only this path; * matches one segment, ** at the end any number' },
    status: { takes: 'STATUS', help: 'only this status, or this class, such as 4XX' },
    caller: { takes: 'NAME', help: 'only this caller' },
    since: { takes: 'TIME', help: 'only requests since this time, such as 2027-01-01T00:00:00Z' },
    findings: { help: 'only requests with violations of the document' },
    limit: { takes: 'NUMBER', help: 'maximum number of requests, the newest', default: '100' },
    wait: {
      takes: 'COUNT',
      help: 'wait until this many requests have arrived; otherwise list the most similar ones and exit with 2',
    },
    timeout: { takes: 'TIME', help: 'how long to wait, in milliseconds', default: '5000' },
    har: { help: 'export all as an HTTP Archive (HAR), which browsers open in their network panel' },
    clear: { help: 'clear the list' },
    ...CONTROL_FLAGS,
  },
  notes,
});

export const COVERAGE = defineCommand({
  name: 'coverage',
  group: GROUP,
  arguments: '[FILE…]',
  usage: ['coverage', 'coverage --all --fail-under 80', 'coverage FILE…', 'coverage --clear'],
  summary: 'show which parts of the documents requests have covered',
  about: [
    'Shows which operations, statuses, parameters, properties and values requests have covered, in a sandbox or in all. FILE… merges results that --json has printed.',
  ],
  flags: {
    all: { help: 'of all sandboxes, including removed ones' },
    missing: { help: 'list everything that is missing in the operations that were called' },
    'fail-under': {
      takes: 'PERCENT',
      help: 'exit with 1 if less is covered: 80, or operations=100,statuses=70',
    },
    clear: { help: 'start counting again' },
    ...CONTROL_FLAGS,
  },
  notes,
  exitCodes: { 0: 'success', 1: 'less is covered than --fail-under requires' },
});

export const FAULT = defineCommand({
  name: 'fault',
  group: GROUP,
  arguments: '[PLAN…]',
  usage: ["fault 'addPet: status=500, times=2'", 'fault', 'fault --remove ID|all'],
  summary: 'make operations fail or slow: add, list or remove faults',
  about: [
    'Adds, lists and removes faults: errors, delays and lost connections. PLAN is WHERE: WHAT, as in serve --fault.',
    "WHERE is an operationId, a path (/pets/*), or a method and a path ('DELETE /pets/*'); without it, all operations.",
    'WHAT is separated by commas: status=500, delay=250 or delay=100-500 (milliseconds), slow=1000 (bytes per second), cut=100 (bytes), reset, hang, broken, code=unavailable, example=NAME; times=2, every=3 and rate=0.1 select requests.',
  ],
  flags: { remove: { takes: 'ID', help: 'remove this fault; all removes every fault' }, ...CONTROL_FLAGS },
  notes,
});

export const CLOCK = defineCommand({
  name: 'clock',
  group: GROUP,
  arguments: '[ACTION VALUE…]',
  actions: ['set', 'advance', 'freeze', 'resume', 'speed', 'reset'],
  usage: [
    'clock',
    'clock set TIME',
    'clock advance DURATION',
    'clock freeze [TIME]',
    'clock resume',
    'clock speed FACTOR',
    'clock reset',
  ],
  summary: 'show, set, advance or freeze the time',
  about: [
    'Shows the time of a sandbox, sets it (2027-01-01T00:00:00Z), advances it (2h 30m), freezes and resumes it, changes its speed, or resets it to the system time.',
  ],
  flags: CONTROL_FLAGS,
  notes,
});

export const TOKEN = defineCommand({
  name: 'token',
  group: GROUP,
  arguments: 'USER',
  summary: 'issue an access token for a user, without a login',
  about: ['Prints an access token of a user, as after a login. USER is an id or a login name.'],
  flags: {
    scopes: { takes: 'LIST', help: 'scopes, separated by commas', defaultNote: 'those that the API requires' },
    'expires-in': { takes: 'SECONDS', help: 'lifetime', defaultNote: 'as after a login' },
    client: {
      takes: 'ID',
      help: 'the application that the token is for; userinfo requires one',
      defaultNote: 'the only one, if there is one',
    },
    ...CONTROL_FLAGS,
  },
  notes,
});

export const TOKENS = defineCommand({
  name: 'tokens',
  group: GROUP,
  arguments: '',
  usage: ['tokens', 'tokens --revoke ID'],
  summary: 'list valid tokens, or revoke one',
  about: ['Lists the valid tokens without their secrets, the oldest first, or revokes one.'],
  flags: {
    revoke: { takes: 'ID', help: 'revoke this token; with a refresh token also the tokens issued with it' },
    user: { takes: 'NAME', help: 'only tokens of this user' },
    client: { takes: 'ID', help: 'only tokens of this application' },
    ...PAGE_FLAGS,
    ...CONTROL_FLAGS,
  },
  notes,
});

export const LOGINS = defineCommand({
  name: 'logins',
  group: GROUP,
  arguments: '',
  usage: ['logins', 'logins --end ID'],
  summary: 'list browser logins, or end one',
  about: [
    'Lists the users who are logged in with a browser, the oldest login first, or ends a login, as if the user had logged out elsewhere.',
  ],
  flags: {
    end: { takes: 'ID', help: 'end this login and revoke its tokens' },
    'keep-offline': { help: 'keep the tokens of applications with offline_access' },
    ...PAGE_FLAGS,
    ...CONTROL_FLAGS,
  },
  notes,
});
