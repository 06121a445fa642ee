// Errors of a database, with advice and without the password.

import { StoreError } from '../store-error.ts';

/**
 * The error of a statement that failed, or got no response.
 *
 * @param where - which database, without the password
 * @param mayBeDone - whether it may have been executed: the connection ended before the response
 */
export function databaseError(cause: Error, where: string, mayBeDone = false): StoreError {
  return new StoreError('database', sentenceOf(cause, where), { cause, mayBeDone, code: codeOf(cause) });
}

/** Whether the server is read-only, as after a fail-over: another connection may lead to another server. */
export function isReadOnly({ code }: StoreError): boolean {
  return code === '25006';
}

/** Whether an immediate repetition may succeed: there was a conflict. */
export function isPassing({ code = '' }: StoreError): boolean {
  return ['40001', '40P01'].includes(code);
}

function codeOf(error: Error): string {
  const { code, errors } = error as Error & { readonly code?: unknown; readonly errors?: readonly Error[] };
  // An address with several machines behind it gives an error for each.
  return typeof code === 'string' ? code : errors?.[0] ? codeOf(errors[0]) : '';
}

/** Whether the server stops, or the connection ended: then the statement may have been executed. */
export function isConnectionLost(error: Error): boolean {
  const code = codeOf(error);
  const isRejection = 'severity' in error && /^[0-9A-Z]{5}$/.test(code);
  return !isRejection || code.startsWith('08') || /^57P0[1-4]$/.test(code);
}

/** The rest after the first comma is for operators only: see `storageUnavailable`. */
function sentenceOf(error: Error, where: string): string {
  const code = codeOf(error);
  const known = SENTENCES[code] ?? SENTENCES[code.slice(0, 2)] ?? sentenceOfLibrary(error.message);
  const [what, advice] = known ?? ['the database reported an error', 'see the log of the database'];
  const message = error.message || codeOf(error);
  return `${what}, ${where}: ${message}. ${advice[0]?.toUpperCase()}${advice.slice(1)}.`;
}

type Sentence = readonly [what: string, advice: string];

const UNREACHED: Sentence = [
  'the database does not respond',
  'start PostgreSQL there, or choose another one with --store',
];
const CHANGED: Sentence = [
  'the tables in the database were changed by another program',
  'restore them from a backup; or drop the schema understudy to reset to the fixtures',
];
const ACCOUNT: Sentence = [
  'the database rejected the user or password',
  'correct the user and password in the URL of --store',
];
const NO_PASSWORD: Sentence = [
  'the database requires a password',
  'set it in the URL of --store, in PGPASSWORD, or in the file of PGPASSFILE (readable by its owner only)',
];
const GOING: Sentence = ['the database is starting or stopping', 'try again later'];

/** By SQLSTATE, by class of these, and by code of the system. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: UNREACHED,
  ECONNRESET: UNREACHED,
  EPIPE: UNREACHED,
  ENOENT: UNREACHED,
  ENOTFOUND: UNREACHED,
  EAI_AGAIN: UNREACHED,
  ETIMEDOUT: UNREACHED,
  EHOSTUNREACH: UNREACHED,
  ENETUNREACH: UNREACHED,
  EACCES: [
    'no permission to open the socket of the database',
    'run understudy as another user, or use another address',
  ],
  '08': UNREACHED,
  // Poolers have no other code.
  '08P01': [
    'the database, or a connection pooler, rejected the connection',
    'correct the user, password and database in the URL of --store',
  ],
  '23': ['rows in the database are inconsistent', 'restore them from a backup, or reset to the fixtures with --fresh'],
  '25006': [
    'the database is read-only',
    'use the primary server, not a standby; after a failover, wait; otherwise check default_transaction_read_only of the server, the database and the user',
  ],
  '28': ACCOUNT,
  '28000': [
    'the database rejected the user',
    'correct the user in the URL of --store; add sslmode=verify-full if the database requires TLS; check its pg_hba.conf',
  ],
  '3D000': ['the database does not exist', 'create it with createdb, or choose another one with --store'],
  '3F': CHANGED,
  '42': CHANGED,
  '42501': [
    'the user lacks permission in the database',
    'allow the user to create a schema (grant create on database), or make it the owner of the schema understudy',
  ],
  '40': ['another transaction changed the same data', 'try again'],
  '53100': ['the disk of the database is full', 'free some space'],
  '53200': ['the database is out of memory', 'give it more memory, or reduce the load'],
  '53300': [
    'the database has no free connections',
    'raise max_connections, or the limit of the user or the database, or run fewer replicas: each takes up to 5',
  ],
  '54': ['the data exceeds a limit of the database', 'store smaller records'],
  '55P03': ['a table of the database is locked by another transaction', 'end that transaction (see pg_stat_activity)'],
  '57014': ['the database timed out', 'see pg_stat_activity for the reason'],
  '57P': GOING,
  '57P01': GOING,
  '57P02': GOING,
  '57P03': GOING,
  '57P04': ['the database no longer exists', 'create it with createdb, or choose another one with --store'],
  XX001: ['the database is damaged', 'restore it from a backup'],
  XX002: ['the database is damaged', 'restore it from a backup'],
};

/** Errors of the library have no code. */
function sentenceOfLibrary(message: string): Sentence | undefined {
  if (/password must be a/i.test(message)) return NO_PASSWORD;
  if (/SASL|SCRAM/i.test(message)) return ACCOUNT;
  if (/\bSSL\b|certificate|TLS/i.test(message))
    return ['the TLS connection to the database failed', 'check sslmode in the URL of --store'];
  if (/terminated|timeout|timed out|not queryable|ended/i.test(message)) return UNREACHED;
  return undefined;
}
