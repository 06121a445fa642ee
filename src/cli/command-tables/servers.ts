// Commands that test servers against documents.

import { PHASES } from '../../verify/cases/test-case.ts';
import { defineCommand, type FlagTable } from '../command.ts';
import { ALLOW_FETCH, CHECK_FLAGS, DOCUMENT_NOTE, FAIL_ON, REPORTS, TLS } from './shared-flags.ts';

/** Values that requests contain. */
export const REQUESTS = {
  auth: {
    takes: 'NAME=VALUE',
    isRepeatable: true,
    isCommon: true,
    help: 'credentials for the security scheme NAME: a token, a key, or user:password. env:NAME reads it from the environment, file:PATH from a file (also in --client, --header)',
  },
  'allow-writes': {
    isCommon: true,
    help: 'also send requests that change data of the server. Without it, only reading operations are tested. A mock server does not need it: there every request has its own sandbox',
  },
  client: {
    takes: 'NAME.KEY=VALUE',
    isRepeatable: true,
    group: 'Requests',
    help: 'OAuth client that gets tokens for the security scheme NAME. Keys: id, secret, token-url (if the document has none), and parameters such as scope and audience',
  },
  value: {
    takes: 'NAME=VALUE',
    isRepeatable: true,
    group: 'Requests',
    help: 'value for parameters and body properties of this name; operationId.NAME for one operation only',
  },
  header: { takes: "'NAME: TEXT'", isRepeatable: true, group: 'Requests', help: 'add a header to every request' },
  contracts: {
    takes: 'DIR',
    group: 'Requests',
    help: 'your own test data and cases: DIR/<operationId>.ts',
  },
  seed: {
    takes: 'TEXT',
    group: 'Requests',
    help: 'random seed; the same seed generates the same requests',
    defaultNote: 'understudy',
  },
} as const satisfies FlagTable;

/** Other callers of a server, which tests of access control need. */
const CALLERS = {
  'auth-other': {
    takes: 'NAME=VALUE',
    isRepeatable: true,
    group: 'Access control',
    help: '--auth of a second caller, who must not reach the items that the first one creates',
  },
  'client-other': {
    takes: 'NAME.KEY=VALUE',
    isRepeatable: true,
    group: 'Access control',
    help: '--client of the second caller',
  },
  'auth-unscoped': {
    takes: 'NAME=VALUE',
    isRepeatable: true,
    group: 'Access control',
    help: 'a valid token without the scopes of the operations, which must be rejected with 403',
  },
  'client-unscoped': {
    takes: 'NAME.KEY=VALUE',
    isRepeatable: true,
    group: 'Access control',
    help: 'scope of such a token, such as oauth.scope=profile; other keys default to those of --client',
  },
  'auth-expired': {
    takes: 'NAME=VALUE',
    isRepeatable: true,
    group: 'Access control',
    help: 'an expired or revoked token, which must be rejected with 401',
  },
} as const satisfies FlagTable;

const SELECTION = {
  operations: { takes: 'IDS', group: 'Selection', help: 'test only these operations' },
  'skip-operations': {
    takes: 'LIST',
    group: 'Selection',
    help: "never send these operations: operationIds, or 'METHOD /path' as in the document, with * for any text; also skipOperations in the config",
  },
  'allow-unsafe': {
    takes: 'LIST',
    group: 'Selection',
    help: 'also send these operations, after all others, although they can change data that the run did not create; written as in --skip-operations. Other such operations are skipped',
  },
  phases: {
    takes: 'NAMES',
    group: 'Selection',
    help: `run only these phases: ${PHASES.join(', ')}`,
  },
} as const satisfies FlagTable;

const PACE = {
  rate: {
    takes: 'COUNT',
    group: 'Connection',
    defaultNote: 'unlimited',
    help: 'maximum requests per second; Retry-After is always respected',
  },
  timeout: { takes: 'SECONDS', group: 'Connection', default: '10', help: 'time limit for a response' },
  concurrency: { takes: 'COUNT', group: 'Connection', default: '10', help: 'operations tested in parallel' },
  ...TLS,
} as const satisfies FlagTable;

/** The server that a command starts. */
export const WAITING = {
  wait: {
    takes: 'SECONDS',
    group: 'Connection',
    default: '60',
    help: 'time limit for the server of COMMAND until URL responds',
  },
  'server-output': {
    group: 'Connection',
    help: 'print what COMMAND prints; otherwise its last lines are shown if it ends early, or does not respond',
  },
} as const satisfies FlagTable;

const VERIFY_FAIL_ON = {
  ...FAIL_ON,
  default: 'error',
  group: 'Result',
  help: `${FAIL_ON.help}. With warn, warnings are listed`,
} as const;

export const VERIFY = defineCommand({
  name: 'verify',
  group: 'Test servers',
  isCommon: true,
  arguments: '[DOCUMENT [URL]]',
  usage: ['verify [FLAGS] [DOCUMENT [URL [-- COMMAND]]]', 'verify --replay REPORT [ID] [URL]'],
  summary: 'test a server against its OpenAPI document',
  about: [
    'Tests the server at URL against an OpenAPI document: valid and invalid requests for every operation, values at the limits of their schemas, and CRUD scenarios (create, read, list, update, delete). Every response is validated.',
    'Without URL it starts a mock server of the document. Without DOCUMENT it tests what `understudy serve` would serve here.',
    'With -- COMMAND, such as -- npm start, it starts the server, waits until URL responds, and stops it after the run.',
  ],
  flags: {
    ...REQUESTS,
    'no-contracts': { group: 'Requests', help: 'do not run them' },
    values: {
      takes: 'FILE',
      group: 'Requests',
      help: 'such values as JSON or YAML, by NAME, by operationId.NAME, or grouped by operationId',
    },
    random: { takes: 'COUNT', group: 'Requests', default: '40', help: 'random requests per operation' },
    ...CALLERS,
    ...SELECTION,
    ...CHECK_FLAGS,
    ...PACE,
    ...WAITING,
    'max-time': { takes: 'SECONDS', group: 'Limits', help: 'stop after this time' },
    'max-requests': { takes: 'COUNT', group: 'Limits', help: 'stop after so many requests' },
    'max-findings': { takes: 'COUNT', group: 'Limits', help: 'stop after so many findings' },
    replay: {
      takes: 'REPORT',
      group: 'Selection',
      help: 'send the requests of the findings in a report of --json again, or of one: --replay REPORT [ID] [URL]. Give --auth and --allow-writes again, too. Exits with 1 if a finding still happens, with 2 if one could not be replayed',
    },
    'require-tested': {
      group: 'Result',
      help: 'also exit with 1 if an operation was not tested, unless --skip-operations excludes it',
    },
    baseline: {
      takes: 'FILE',
      group: 'Result',
      help: 'findings that this file lists do not fail the run; those that are gone are reported',
    },
    'write-baseline': {
      group: 'Result',
      help: 'write the findings of this run to the --baseline file; they do not fail this run',
    },
    'fail-under': {
      takes: 'PERCENT',
      group: 'Result',
      help: 'also exit with 1 if less of the document was covered: 80, or per dimension, such as operations=100,keywords=90',
    },
    'fail-on': VERIFY_FAIL_ON,
    quiet: { group: 'Reports', help: 'do not show progress; with --json it is shown in a terminal only' },
    ...REPORTS,
    json: { ...REPORTS.json, isCommon: true },
    ...ALLOW_FETCH,
  },
  exitCodes: {
    0: 'the server matches the document; also if a limit, such as --max-time, ended the run, and if --baseline lists all findings',
    1: 'there are findings (also a request that ends the server), or --require-tested or --fail-under is not met',
    2: 'nothing could be tested, or nothing that needs credentials although some were given; or the server starts to return 401, 429, 502, 503 or 504 to all requests, or ends without a finding',
    130: 'stopped by Ctrl-C (SIGINT) without findings; the report shows what was tested',
    143: 'stopped by SIGTERM without findings; the report shows what was tested',
  },
  notes: [DOCUMENT_NOTE],
});

export const PARITY = defineCommand({
  name: 'parity',
  group: 'Test servers',
  arguments: 'DOCUMENT REFERENCE [CANDIDATE]',
  summary: 'compare two servers of one OpenAPI document',
  about: [
    'Sends the same requests to two servers of one OpenAPI document, at the URLs REFERENCE and CANDIDATE. It shows for each operation how many responses match, and which fields differ. Ids, times and tags such as ETags are matched by their meaning.',
    'Without CANDIDATE it compares with a mock server of the document.',
  ],
  flags: {
    ...REQUESTS,
    'reference-auth': {
      takes: 'NAME=VALUE',
      isRepeatable: true,
      group: 'Requests',
      help: '--auth for the reference only',
    },
    'reference-client': {
      takes: 'NAME.KEY=VALUE',
      isRepeatable: true,
      group: 'Requests',
      help: '--client for the reference only',
    },
    'candidate-auth': {
      takes: 'NAME=VALUE',
      isRepeatable: true,
      group: 'Requests',
      help: '--auth for the candidate only',
    },
    'candidate-client': {
      takes: 'NAME.KEY=VALUE',
      isRepeatable: true,
      group: 'Requests',
      help: '--client for the candidate only',
    },
    recording: {
      takes: 'FILE',
      group: 'Requests',
      help: 'send recorded requests instead: a HAR file, or one of its entries per line',
    },
    ...SELECTION,
    'different-data': {
      group: 'Result',
      help: 'the servers hold different data: compare the form of values that were not sent',
    },
    'error-texts': {
      group: 'Result',
      help: 'also compare the texts of error responses, such as title, detail and message; otherwise they are warnings',
    },
    ignore: {
      takes: 'FIELD',
      isRepeatable: true,
      isCommon: true,
      help: "ignore a known difference, such as 'listPets /body/total' or '* /headers/location'",
    },
    'fail-under': {
      takes: 'PERCENT',
      group: 'Result',
      help: 'exit with 1 if the score is lower',
      defaultNote: 'if anything differs',
    },
    'require-tested': {
      group: 'Result',
      help: 'also exit with 1 if an operation was not compared, or only with rejected requests',
    },
    warnings: { group: 'Reports', help: 'also show differences that the document leaves open' },
    ...PACE,
    json: { isCommon: true, help: 'print the report as JSON' },
    junit: { takes: 'FILE', group: 'Reports', help: 'also write a JUnit XML report' },
    ...ALLOW_FETCH,
  },
  exitCodes: {
    0: 'both servers behave the same',
    1: 'they differ',
    2: 'nothing could be compared, or the reference starts to return 401, 429, 502, 503 or 504 to all requests, or accepts no connections',
    130: 'stopped by Ctrl-C (SIGINT) before a difference was found',
    143: 'stopped by SIGTERM before a difference was found',
  },
  notes: [DOCUMENT_NOTE],
});

export const PROXY = defineCommand({
  name: 'proxy',
  group: 'Test servers',
  arguments: 'DOCUMENT UPSTREAM',
  usage: ['proxy [FLAGS] DOCUMENT UPSTREAM [-- COMMAND]'],
  summary: 'validate traffic between clients and a server',
  about: [
    'Validating reverse proxy: forwards requests to the server at UPSTREAM, and checks requests and responses against an OpenAPI document. Ctrl-C or SIGTERM stops it and prints a report.',
    'With -- COMMAND, such as -- npm test, it starts the command with the URL of the proxy in UNDERSTUDY_URL, stops when the command ends, and passes its exit code on if that is not 0.',
  ],
  flags: {
    port: {
      short: 'p',
      takes: 'NUMBER',
      isCommon: true,
      default: '8081',
      help: 'port to listen on; 0 for any free port',
    },
    host: { takes: 'ADDRESS', default: '127.0.0.1', group: 'Connection', help: 'address to listen on' },
    'mock-missing': { isCommon: true, help: 'mock operations that the server does not have yet' },
    'mock-operations': { takes: 'IDS', default: '', group: 'Requests', help: 'always mock these operations' },
    enforce: {
      isCommon: true,
      help: 'reject invalid requests, and replace invalid responses with 502',
    },
    record: {
      takes: 'FILE',
      isCommon: true,
      help: 'record requests and responses as an HTTP Archive (HAR), without secrets',
    },
    'record-limit': { takes: 'BYTES', default: '268435456', group: 'Requests', help: 'largest size of that file' },
    'body-limit': {
      takes: 'BYTES',
      default: '1048576',
      group: 'Requests',
      help: 'larger bodies are forwarded without a check',
    },
    'keep-host': { group: 'Connection', help: 'forward the Host header of the client instead of that of the server' },
    timeout: {
      takes: 'SECONDS',
      default: '60',
      group: 'Connection',
      help: 'time until the server must begin its response',
    },
    connections: { takes: 'COUNT', default: '1000', group: 'Connection', help: 'maximum client connections' },
    ...TLS,
    ...CHECK_FLAGS,
    'fail-on': VERIFY_FAIL_ON,
    ...REPORTS,
    json: { ...REPORTS.json, isCommon: true },
    ...ALLOW_FETCH,
  },
  exitCodes: {
    0: 'traffic matches the document',
    1: 'there are findings',
    2: 'the upstream or the document is unusable, no request reached the upstream, or no client sent a request of the document',
  },
  notes: [DOCUMENT_NOTE],
});
