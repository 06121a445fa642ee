// The settings of `understudy serve`: from flags, else the environment, else understudy.config.ts, else a default.

import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { tokenWanted } from '../control/access.ts';
import { followImports } from '../engine/import-file.ts';
import { nearest } from '../schema/nearest.ts';
import { Problems } from '../schema/problems.ts';
import { readConfigFile } from './config-file.ts';
import { insteadOf } from './other-tools.ts';

type Reading = { readonly value: string | number | boolean } | { readonly wanted: string };

const text = (given: string): Reading => (given === '' ? { wanted: 'a text that is not empty' } : { value: given });
const secretToken = (given: string): Reading => {
  const wanted = tokenWanted(given);
  return wanted === undefined ? { value: given } : { wanted };
};
const yes = (given: string): Reading => {
  if (['true', '1', 'yes'].includes(given)) return { value: true };
  return ['false', '0', 'no', ''].includes(given) ? { value: false } : { wanted: 'true or false' };
};
const isYes = (given: unknown): boolean => Object.is((yes(`${given}`) as { readonly value?: unknown }).value, true);
const wholeNumber =
  (maximum: number) =>
  (given: string): Reading =>
    /^\d{1,15}$/.test(given) && Number(given) <= maximum
      ? { value: Number(given) }
      : { wanted: `a whole number from 0 to ${maximum}` };
const oneOf =
  (...choices: readonly string[]) =>
  (given: string): Reading =>
    choices.includes(given) ? { value: given } : { wanted: `one of ${choices.join(', ')}` };

interface Setting {
  /** Whether what was given is repeated nowhere. */
  readonly isSecret?: boolean;
  readonly flag: string;
  /** A letter that stands for the flag. Default: there is none. */
  readonly short?: string;
  readonly takes?: string;
  readonly read: (given: string) => Reading;
  readonly help: string;
}

/** Every setting that has a flag. `flag` in capitals with UNDERSTUDY_ before it is its environment variable. */
const SETTINGS = {
  port: {
    flag: 'port',
    short: 'p',
    takes: 'NUMBER',
    read: wholeNumber(65_535),
    help: 'port; 0 picks a free one (default: PORT, else 8080; in a terminal the next free one)',
  },
  host: { flag: 'host', takes: 'ADDRESS', read: text, help: 'address to listen on (default 127.0.0.1)' },
  base: {
    flag: 'base',
    takes: 'PATH',
    read: text,
    help: "path below which the document is served (default: its servers'); of several apis pets=/v2,shop=/v3",
  },
  tlsCert: { flag: 'tls-cert', takes: 'FILE', read: text, help: 'speak TLS only, with this certificate (PEM)' },
  tlsKey: { flag: 'tls-key', takes: 'FILE', read: text, help: 'the private key of that certificate (PEM)' },
  data: { flag: 'data', takes: 'DIR', read: text, help: 'folder of the state files (default data)' },
  durability: {
    flag: 'durability',
    takes: 'MODE',
    read: oneOf('group', 'relaxed', 'memory'),
    help: 'group, relaxed or memory: a change survives a power cut, a crash, nothing (default group)',
  },
  store: {
    flag: 'store',
    takes: 'URL',
    read: text,
    help: 'a PostgreSQL to keep state in, that several processes share: postgres://user@host/database',
    isSecret: true,
  },
  consistency: {
    flag: 'consistency',
    takes: 'MODE',
    read: oneOf('strong', 'local'),
    help: 'strong or local: answers know all that other processes acknowledged, or what was heard of it (default strong)',
  },
  memory: { flag: 'memory', read: yes, help: 'keep state in memory only; short for --durability memory' },
  fresh: { flag: 'fresh', read: yes, help: 'forget the kept state, start from the fixtures' },
  records: {
    flag: 'records',
    takes: 'NUMBER',
    read: wholeNumber(10_000),
    help: 'items of each kind at the start, of documents without handlers (default 3)',
  },
  empty: { flag: 'empty', read: yes, help: 'no items at the start; short for --records 0' },
  sandboxes: {
    flag: 'sandboxes',
    takes: 'NUMBER',
    read: wholeNumber(100_000),
    help: 'how many beside main (default 100)',
  },
  sandboxIdle: {
    flag: 'sandbox-idle',
    takes: 'MINUTES',
    read: wholeNumber(10_000_000),
    help: 'after how long without a request a sandbox ends (default 60)',
  },
  bodyLimit: {
    flag: 'body-limit',
    takes: 'BYTES',
    read: wholeNumber(2 ** 30),
    help: 'longest request body (default 4194304)',
  },
  stateLimit: {
    flag: 'state-limit',
    takes: 'BYTES',
    read: wholeNumber(2 ** 40),
    help: 'largest state of each api and sandbox, as JSON (default 1073741824)',
  },
  requestLogLimit: {
    flag: 'request-log-limit',
    takes: 'BYTES',
    read: wholeNumber(2 ** 32),
    help: 'memory for recorded exchanges, of all sandboxes together (default 67108864)',
  },
  requestLogAll: {
    flag: 'request-log-all',
    read: yes,
    help: 'also record pages, preflights and what is refused before an api is asked',
  },
  omitDefaults: { flag: 'omit-defaults', read: yes, help: 'leave fields with their default value out of answers' },
  inputCheck: {
    flag: 'input-check',
    takes: 'MODE',
    read: oneOf('enforce', 'report', 'off'),
    help: 'enforce, report or off: what becomes of requests that the document does not allow (default enforce)',
  },
  outputCheck: {
    flag: 'output-check',
    takes: 'MODE',
    read: oneOf('enforce', 'report'),
    help: 'enforce or report: what becomes of answers that the document does not allow (default enforce)',
  },
  strict: {
    flag: 'strict',
    read: yes,
    help: 'refuse documents that are not right, or ask for what cannot be enforced',
  },
  fault: {
    flag: 'fault',
    takes: 'PLANS',
    read: text,
    help: "what goes wrong from the beginning: 'updateApp: status=503, rate=0.1; /pets/*: reset' (default: nothing)",
  },
  delay: {
    flag: 'delay',
    takes: 'TIME',
    read: text,
    help: 'milliseconds that every answer takes, such as 250 or 100-500 (default: none)',
  },
  locale: {
    flag: 'locale',
    takes: 'LOCALE',
    read: text,
    help: 'language of the names and words in samples, such as de, fr or pt_BR (default en)',
  },
  preferInQuery: {
    flag: 'prefer-in-query',
    read: yes,
    help: 'also read from the query what an answer is to be like: __code, __example, __dynamic, __wait',
  },
  handlers: {
    flag: 'handlers',
    takes: 'DIR',
    read: text,
    help: 'folder of handlers for a document: <operationId>.ts, .mjs or .js',
  },
  watch: {
    flag: 'watch',
    short: 'w',
    read: yes,
    help: 'load again what is saved: documents, handlers, fixtures, apis (default: in a terminal; --no-watch does not)',
  },
  overlay: {
    flag: 'overlay',
    takes: 'FILE',
    read: text,
    help: 'an OpenAPI Overlay by which the document is changed before it is served',
  },
  allowFetch: {
    flag: 'allow-fetch',
    takes: 'HOSTS',
    read: text,
    help: 'hosts that documents may refer to, such as api.example.com,localhost:3000 (default: that of the document)',
  },
  allowCallbacks: {
    flag: 'allow-callbacks',
    takes: 'HOSTS',
    read: text,
    help: 'hosts beside this machine that callbacks and webhooks may be sent to (default: none)',
  },
  issuer: {
    flag: 'issuer',
    takes: 'URL',
    read: text,
    help: 'address that tokens name, behind a proxy or in a container (default: the one that the client used)',
  },
  autoLogin: { flag: 'auto-login', read: yes, help: 'log in without a page whoever a login_hint names' },
  oneClickLogin: {
    flag: 'one-click-login',
    read: yes,
    help: 'pick users without their passwords (default: yes for browsers on this machine)',
  },
  strictAssertions: {
    flag: 'strict-assertions',
    read: yes,
    help: 'take what a client signs only with a jti, and once',
  },
  controlAccess: {
    flag: 'control-access',
    takes: 'WHOM',
    read: oneOf('loopback', 'all', 'none'),
    help: 'loopback, anybody or nobody: who may use /_understudy without a token (default loopback; nobody with a token)',
  },
  controlToken: {
    flag: 'control-token',
    takes: 'TOKEN',
    read: secretToken,
    help: 'lets in to /_understudy, from wherever, whoever sends it as a bearer token; better told by UNDERSTUDY_CONTROL_TOKEN',
    isSecret: true,
  },
  trustedHosts: {
    flag: 'trusted-hosts',
    takes: 'HOSTS',
    read: text,
    help: "hosts that count as this machine's, such as app.test,login.test:8443: pages, and proxies of /_understudy",
  },
  log: {
    flag: 'log',
    takes: 'FORMAT',
    read: oneOf('text', 'json'),
    help: 'text or json: sentences for people, or a line of JSON for each request, refusal and mistake (default text)',
  },
  quiet: { flag: 'quiet', short: 'q', read: yes, help: 'print no line for each request' },
  metrics: {
    flag: 'metrics',
    read: yes,
    help: 'count requests for /_understudy/metrics from the beginning (default: when first asked)',
  },
  drain: {
    flag: 'drain',
    takes: 'SECONDS',
    read: wholeNumber(3600),
    help: 'how long it still answers, no longer ready, once it is told to stop (default 0)',
  },
  trustedProxy: {
    flag: 'trusted-proxy',
    takes: 'ADDRESSES',
    read: text,
    help: 'proxies whose X-Forwarded-For, -Host and -Proto are believed, such as 10.0.0.0/8,fd00::7 (default: none)',
  },
} as const satisfies Partial<Record<keyof Config, Setting>>;

const ENTRIES = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting][];

/** The flags with their meaning, a line each. */
export function settingsHelp(): string {
  const lines = ENTRIES.map(
    ([, { flag, short, takes, help }]) =>
      `  ${`${short ? `-${short}, ` : ''}--${flag}${takes ? ` ${takes}` : ''}`.padEnd(28)}${help}`,
  );
  return `${lines.join('\n')}\n\nEach is also read from the environment (--body-limit as UNDERSTUDY_BODY_LIMIT) and from understudy.config.ts.\n`;
}

/** What `understudy serve` is told. */
export interface Settings {
  readonly config: Config;
  /** What of it stands in the config. */
  readonly configured: Config;
  /** The file that some of it stands in, if there is one. */
  readonly configFile: string | undefined;
  /** Documents to serve: paths, URLs, `-`. */
  readonly documents: readonly string[];
  readonly help: boolean;
}

/**
 * The settings in force.
 *
 * @param isTerminal - whether a person reads the output: then files are watched by default
 * @throws Problems with every flag and variable that is unknown or has no usable value
 */
export async function readSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  isTerminal = false,
): Promise<Settings> {
  const problems: string[] = [];
  const { flags, documents } = readFlags(args, problems);
  const { watch = environment[variableOf('watch')] ?? isTerminal } = flags;
  // Before anything is imported.
  if (watch === true || isYes(watch)) followImports();
  const { path: configFile, config: configured } = await readConfigFile(folder, configProblem);
  const config: Record<string, unknown> = { ...configured };
  // Where a stand-in answers is a setting of those who ask it, where coverage is written one of tests.
  const variables = new Set([
    'UNDERSTUDY_URL',
    'UNDERSTUDY_COVERAGE',
    ...ENTRIES.map(([, { flag }]) => variableOf(flag)),
  ]);
  for (const name of Object.keys(environment)) {
    if (name.startsWith(VARIABLE) && !variables.has(name))
      problems.push(
        notASetting(
          name,
          VARIABLE,
          [...variables].map((one) => one.slice(VARIABLE.length)),
        ),
      );
  }
  for (const [name, { flag, read, isSecret }] of ENTRIES) {
    const variable = variableOf(flag);
    const given = flags[flag] ?? environment[variable];
    if (given === undefined) continue;
    const reading = read(String(given));
    if ('value' in reading) config[name] = reading.value;
    else
      problems.push(
        `${flags[flag] === undefined ? variable : `--${flag}`} must be ${reading.wanted}${isSecret ? '' : `, not "${given}"`}`,
      );
  }
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined))
    problems.push('--tls-cert and --tls-key must be given together');
  if (problems.length > 0)
    throw new Problems('These settings cannot be used:', [...problems, 'See understudy serve --help.']);
  return { help: flags.help === true, documents, configFile, config, configured };
}

/** What the names of all variables begin with. */
const VARIABLE = 'UNDERSTUDY_';

/** `--body-limit` as `UNDERSTUDY_BODY_LIMIT`. */
function variableOf(flag: string): string {
  return `${VARIABLE}${flag.toUpperCase().replaceAll('-', '_')}`;
}

interface Flags {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly documents: readonly string[];
}

function readFlags(args: readonly string[], problems: string[]): Flags {
  const options = Object.fromEntries(
    ENTRIES.map(([, { flag, takes, short }]) => [
      flag,
      { type: takes ? ('string' as const) : ('boolean' as const), ...(short && { short }) },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const flags: Record<string, string | boolean | undefined> = {};
  const documents: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') documents.push(token.value);
    if (token.kind !== 'option') continue;
    const known = token.name === 'help' || Object.hasOwn(options, token.name);
    const negated = token.name.replace(/^no-/, '');
    if (!known && options[negated]?.type === 'boolean') flags[negated] = 'false';
    else if (!known) problems.push(notAFlag(token.rawName, token.name, Object.keys(options)));
    else if (
      options[token.name]?.type === 'string' &&
      (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
    )
      problems.push(`${token.rawName} needs a value`);
    else flags[token.name] = token.value ?? true;
  }
  return { flags, documents };
}

/** What is not a flag here may be one of another mock server. */
function notAFlag(rawName: string, name: string, names: readonly string[]): string {
  const instead = insteadOf(name);
  return instead === undefined ? notASetting(rawName, '--', names) : `${rawName} is not a setting: ${instead}`;
}

/** @param prefix - what stands before all names: it makes none of them more like another one */
function notASetting(name: string, prefix: string, names: readonly string[]): string {
  const meant = nearest(name.slice(prefix.length), names);
  return `${name} is not a setting${meant === undefined ? '' : `; did you mean ${prefix}${meant}?`}`;
}

/** A setting of the config, held against the same table as flags; a sentence when it cannot be used. */
export function configProblem(name: string, value: unknown): string | undefined {
  const setting: Setting | undefined = Object.hasOwn(SETTINGS, name)
    ? SETTINGS[name as keyof typeof SETTINGS]
    : undefined;
  if (!setting)
    return notASetting(name, '', [...Object.keys(SETTINGS), 'apis', 'credentials', 'seed', 'skipOperations']);
  const reading = setting.read(String(value));
  const wanted =
    'wanted' in reading
      ? reading.wanted
      : typeof reading.value === typeof value
        ? undefined
        : `a ${typeof reading.value}`;
  return wanted && `${name} must be ${wanted}${setting.isSecret ? '' : `, not ${JSON.stringify(value)}`}`;
}
