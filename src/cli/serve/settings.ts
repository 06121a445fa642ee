// Reads the settings of `understudy serve`: flags, environment variables, config file.

import { parseArgs } from 'node:util';
import type { Config } from '../../app/config.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { trackImports } from '../../server/pipeline/api/import-file.ts';
import { readConfigFile } from '../config/config-file.ts';
import { equivalentFlag } from '../equivalent-flags.ts';
import { SETTINGS } from '../table/serve.ts';
import { parseBoolean, type Setting, VARIABLE_PREFIX, variableOf } from './setting.ts';

const ENTRIES = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting][];

/** The settings of one start. */
export interface Settings {
  readonly config: Config;
  /** The settings of the config file. */
  readonly configured: Config;
  /** The path of the config file, if there is one. */
  readonly configFile: string | undefined;
  /** Documents to serve: paths, URLs, `-`. */
  readonly documents: readonly string[];
  readonly help: boolean;
}

/**
 * The settings in force.
 *
 * @param isTerminal - whether a person reads the output: then files are watched by default
 * @throws UsageError with every flag and variable that is unknown or has no usable value
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
  if (watch === true || isTrue(watch)) trackImports();
  const { path: configFile, config: configured } = await readConfigFile(folder, configProblem);
  const config: Record<string, unknown> = { ...configured };
  // Two variables belong to other commands and to test runs.
  const variables = new Set([
    'UNDERSTUDY_URL',
    'UNDERSTUDY_COVERAGE',
    ...ENTRIES.map(([, { flag }]) => variableOf(flag)),
  ]);
  const names = [...variables].map((one) => one.slice(VARIABLE_PREFIX.length));
  for (const name of Object.keys(environment)) {
    if (name.startsWith(VARIABLE_PREFIX) && !variables.has(name))
      problems.push(
        `Unknown variable ${name}${suggestion(name.slice(VARIABLE_PREFIX.length), VARIABLE_PREFIX, names)}`,
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
    throw new UsageError('These settings cannot be used:', [...problems, 'See understudy serve --help.']);
  return { help: flags.help === true, documents, configFile, config, configured };
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
    else if (!known) problems.push(unknownFlag(token.rawName, token.name, Object.keys(options)));
    else if (
      options[token.name]?.type === 'string' &&
      (token.value === undefined || (!token.inlineValue && token.value.startsWith('--')))
    )
      problems.push(`${token.rawName} needs a value`);
    else flags[token.name] = token.value ?? true;
  }
  return { flags, documents };
}

/** An unknown flag may be one of another mock server. */
function unknownFlag(rawName: string, name: string, names: readonly string[]): string {
  const instead = equivalentFlag(name);
  return instead === undefined
    ? `Unknown flag ${rawName}${suggestion(name, '--', names)}`
    : `Unknown flag ${rawName}; use instead: ${instead}`;
}

function suggestion(name: string, prefix: string, names: readonly string[]): string {
  const meant = findNearestName(name, names);
  return meant === undefined ? '' : `; did you mean ${prefix}${meant}?`;
}

/** What is wrong with a setting of the config; undefined if nothing is. */
export function configProblem(name: string, value: unknown): string | undefined {
  const setting: Setting | undefined = Object.hasOwn(SETTINGS, name)
    ? SETTINGS[name as keyof typeof SETTINGS]
    : undefined;
  if (!setting)
    return `Unknown setting ${name}${suggestion(name, '', [...Object.keys(SETTINGS), 'apis', 'credentials', 'seed', 'skipOperations'])}`;
  const reading = setting.read(String(value));
  const wanted =
    'wanted' in reading
      ? reading.wanted
      : typeof reading.value === typeof value
        ? undefined
        : `a ${typeof reading.value}`;
  return wanted && `${name} must be ${wanted}${setting.isSecret ? '' : `, not ${JSON.stringify(value)}`}`;
}

function isTrue(given: unknown): boolean {
  const reading = parseBoolean(`${given}`);
  return 'value' in reading && reading.value === true;
}
