// What can go wrong with a database: whether what was asked may have been done, and what to do, in a sentence without the password.

/** Something was asked of the database, and there is no answer, or a refusal. */
export class Trouble extends Error {
  /** SQLSTATE (PostgreSQL, Appendix A), or a code of the system; empty where there is none. */
  readonly code: string;
  /** Whether it may have been done all the same: the connection ended between question and answer. */
  readonly mayBeDone: boolean;

  /** @param where - which database, without the password */
  constructor(cause: Error, where: string, { mayBeDone = false }: { readonly mayBeDone?: boolean } = {}) {
    super(sentenceOf(cause, where), { cause });
    this.name = 'Trouble';
    this.code = codeOf(cause);
    this.mayBeDone = mayBeDone;
  }

  /** Whether the connection leads to a server that takes no changes, as after a fail-over: another connection may lead to another one. */
  get isReadOnly(): boolean {
    return this.code === '25006';
  }

  /** Whether the same may succeed if it is asked again at once: others were in the way. */
  get isPassing(): boolean {
    return ['40001', '40P01'].includes(this.code);
  }
}

function codeOf(error: Error): string {
  const { code, errors } = error as Error & { readonly code?: unknown; readonly errors?: readonly Error[] };
  // An address with several machines behind it gives an error for each.
  return typeof code === 'string' ? code : errors?.[0] ? codeOf(errors[0]) : '';
}

/** Whether the server is going, or the connection is: then what was asked may or may not have been done. */
export function isLost(error: Error): boolean {
  const code = codeOf(error);
  const isRefusal = 'severity' in error && /^[0-9A-Z]{5}$/.test(code);
  return !isRefusal || code.startsWith('08') || /^57P0[1-4]$/.test(code);
}

/** What comes after the first comma is not told to clients: see `PersistenceError`. */
function sentenceOf(error: Error, where: string): string {
  const code = codeOf(error);
  const known = SENTENCES[code] ?? SENTENCES[code.slice(0, 2)] ?? sentenceOfLibrary(error.message);
  const [what, advice] = known ?? ['the database could not do it', 'see its log'];
  const message = error.message || codeOf(error);
  return `${what}, ${where}: ${message}. ${advice[0]?.toUpperCase()}${advice.slice(1)}.`;
}

type Sentence = readonly [what: string, advice: string];

const UNREACHED: Sentence = [
  'the database does not answer',
  'start PostgreSQL there, or name another one with --store',
];
const CHANGED: Sentence = [
  'the tables in the database are not as understudy made them',
  'bring them back from a copy; or drop the schema understudy to start over from the fixtures',
];
const ACCOUNT: Sentence = ['the database refuses the user', 'put the right user and password into the URL of --store'];
const NO_PASSWORD: Sentence = [
  'the database wants a password, and none was found',
  'put it into the URL of --store, into PGPASSWORD, or into a file as PGPASSFILE names it, which only its owner may read',
];
const GOING: Sentence = ['the database is starting or stopping', 'try again when it is there'];

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
  EACCES: ['the socket of the database may not be opened', 'run understudy as a user who may, or use another address'],
  '08': UNREACHED,
  // Poolers have no other code.
  '08P01': [
    'the database, or a pooler in front of it, refuses the connection',
    'put the right user, password and database into the URL of --store',
  ],
  '23': ['rows in the database contradict each other', 'bring them back from a copy, or start over with --fresh'],
  '25006': [
    'the database takes no changes',
    'name the server that does, not its standby; after a fail-over, wait; if it is none, see default_transaction_read_only of the server, the database and the user',
  ],
  '28': ACCOUNT,
  '28000': [
    'the database lets the user not in',
    'put the right user into the URL of --store, and sslmode=verify-full if it wants TLS; who may come in, and how, is in its pg_hba.conf',
  ],
  '3D000': ['there is no such database', 'make it with createdb, or name another one with --store'],
  '3F': CHANGED,
  '42': CHANGED,
  '42501': [
    'the user may not do that in the database',
    'let it create a schema (grant create on database), or make it the owner of the schema understudy',
  ],
  '40': ['others changed the same', 'try again'],
  '53100': ['the disk of the database is full', 'make room there'],
  '53200': ['the database has no memory left', 'give it more, or ask less of it'],
  '53300': [
    'the database has no connection left',
    'raise max_connections, or the limit of the user or the database, or run fewer replicas: each takes up to 5',
  ],
  '54': ['it is more than the database can take', 'keep smaller records'],
  '55P03': ['a table of the database is locked by somebody else', 'end their transaction: see pg_stat_activity'],
  '57014': ['the database took too long', 'see in pg_stat_activity what it waits for'],
  '57P': GOING,
  '57P01': GOING,
  '57P02': GOING,
  '57P03': GOING,
  '57P04': ['there is no such database any more', 'make it with createdb, or name another one with --store'],
  XX001: ['the database is damaged', 'bring it back from a copy'],
  XX002: ['the database is damaged', 'bring it back from a copy'],
};

/** Errors of the library have no code. */
function sentenceOfLibrary(message: string): Sentence | undefined {
  if (/password must be a/i.test(message)) return NO_PASSWORD;
  if (/SASL|SCRAM/i.test(message)) return ACCOUNT;
  if (/\bSSL\b|certificate|TLS/i.test(message))
    return ['the connection to the database is not as safe as asked for', 'see sslmode in the URL of --store'];
  if (/terminated|timeout|timed out|not queryable|ended/i.test(message)) return UNREACHED;
  return undefined;
}
