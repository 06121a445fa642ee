// Reads the settings of `understudy serve`: flags, environment variables, config file.

import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Config } from '../../app/config.ts';
import { SETTINGS } from '../../app/settings/settings.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { trackImports } from '../../server/pipeline/api/import-file.ts';
import { readConfigFile } from '../config/config-file.ts';
import { equivalentFlag } from '../equivalent-flags.ts';
import { FLAG_SETTINGS, flagOf, parseSetting, VARIABLE_PREFIX, variableOf } from './setting-as-flag.ts';

/** The settings of one start. */
export interface Settings {
  readonly config: Config;
  /** The settings of the config file alone. */
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
 * @param isTerminal - whether the output is a terminal; then files are watched by default
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
  // Before the config and its imports are loaded.
  if (isTrue(String(watch))) trackImports();
  const { path: configFile, config: configured } = await readConfigFile(folder);
  const config: Record<string, unknown> = { ...configured };
  // The first two are for other commands and test runs.
  const variables = new Set([
    'UNDERSTUDY_URL',
    'UNDERSTUDY_COVERAGE',
    ...FLAG_SETTINGS.map(([name]) => variableOf(name)),
  ]);
  const names = [...variables].map((one) => one.slice(VARIABLE_PREFIX.length));
  for (const name of Object.keys(environment)) {
    if (name.startsWith(VARIABLE_PREFIX) && !variables.has(name))
      problems.push(
        `Unknown variable ${name}${suggestion(name.slice(VARIABLE_PREFIX.length), VARIABLE_PREFIX, names)}`,
      );
  }
  for (const [name, setting] of FLAG_SETTINGS) {
    const [flag, variable] = [flagOf(name), variableOf(name)];
    const given = flags[flag] ?? environment[variable];
    if (given === undefined) continue;
    const parsed = parseSetting(setting, String(given));
    if ('value' in parsed) config[name] = parsed.value;
    else
      problems.push(
        `${flags[flag] === undefined ? variable : `--${flag}`} must be ${parsed.requirement}${setting.isSecret ? '' : `, not "${given}"`}`,
      );
  }
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined))
    problems.push('--tls-cert and --tls-key must be given together');
  if (problems.length > 0)
    throw new UsageError('These settings cannot be used:', [...problems, 'See understudy serve --help.']);
  return { help: flags.help === true, documents, configFile, config, configured };
}

/**
 * Notices about settings of the config that changed since the start and need a restart. A reload applies its APIs only:
 * listeners and stores stay. Settings that a flag or a variable overrides are omitted.
 *
 * @throws UsageError if the config is invalid
 */
export async function restartNotices(
  { config, configured, documents }: Pick<Settings, 'config' | 'configured' | 'documents'>,
  folder: string,
): Promise<readonly string[]> {
  const { path, config: saved } = await readConfigFile(folder);
  const names = [...new Set([...Object.keys(configured), ...Object.keys(saved)])] as (keyof Config)[];
  const changed = names.filter((name) => {
    // Only other commands use it.
    if (name === 'skipOperations') return false;
    if (name === 'apis') return documents.length === 0 && configured.apis === undefined;
    return !isDeepStrictEqual(configured[name], saved[name]) && isDeepStrictEqual(config[name], configured[name]);
  });
  if (changed.length === 0) return [];
  const where = path === undefined ? 'the deleted config' : shownPath(path);
  return [`Restart to apply changed settings of ${where}: ${changed.join(', ')}.`];
}

interface Flags {
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly documents: readonly string[];
}

function readFlags(args: readonly string[], problems: string[]): Flags {
  const options = Object.fromEntries(
    FLAG_SETTINGS.map(([name, { takes, short }]) => [
      flagOf(name),
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

/** The problem of an unknown flag, which may be one of another mock server. */
function unknownFlag(rawName: string, name: string, names: readonly string[]): string {
  const instead = equivalentFlag(name);
  return instead === undefined
    ? `Unknown flag ${rawName}${suggestion(name, '--', names)}`
    : `Unknown flag ${rawName}; use instead: ${instead}`;
}

function suggestion(name: string, prefix: string, names: readonly string[]): string {
  const nearest = findNearestName(name, names);
  return nearest === undefined ? '' : `; did you mean ${prefix}${nearest}?`;
}

function isTrue(given: string): boolean {
  const parsed = parseSetting(SETTINGS.watch, given);
  return 'value' in parsed && parsed.value === true;
}
