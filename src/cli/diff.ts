// `understudy diff OLD NEW`: lists changes between two documents and their impact.

import { parseArgs } from 'node:util';
import type { Change } from '../changes/change.ts';
import { changesBetween } from '../changes/changes.ts';
import { LEVELS, type Level } from '../changes/level.ts';
import { type PlacedChange, placed } from '../changes/places.ts';
import { titleOfRule } from '../changes/titles.ts';
import { hostsIn } from '../engine/hosts.ts';
import { printableLines } from '../engine/printable.ts';
import { shownPath } from '../front/shown-path.ts';
import { describe } from '../openapi/description.ts';
import { type DocumentFinding, lineOf } from '../openapi/document-finding.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { FINDING_FORMATS, type FindingFormat, findingFormat } from '../report/findings/formats.ts';
import { Problems } from '../schema/problems.ts';
import { givenOrCommitted } from './git-document.ts';
import { READING_HELP } from './given-document.ts';
import type { CommandIO } from './io.ts';
import { ownVersion } from './version.ts';

const USAGE = `understudy diff [--for WHOM] [--fail-on LEVEL] [--least LEVEL] [--skip RULES] [--format FORMAT] [--allow-fetch HOSTS] OLD NEW

Says what has changed from one OpenAPI document to another, and what each change is to those who were made for the old one:
breaking, risky or harmless, to clients and to servers. A line for each change:

  file:line:column  severity  rule  operation: message (JSON pointer)

The severity is error for what is breaking, warn for what is risky, info for what is harmless.

  --for WHOM          clients, servers or both: whose changes are judged (default clients). Clients were made for the old document and
                      meet a server that keeps the new one; servers the other way round
  --fail-on LEVEL     breaking, risky or none: ends with 1 when there is such a change, or a worse one (default breaking)
  --least LEVEL       tells only changes of this level and above (default harmless: all)
  --skip RULES        passes over these rules, such as answer-enum-value-added,operation-id-changed
  --format FORMAT     text, json, junit, sarif or github (default text); --json is --format json

OLD and NEW may also be documents of commits: git:REF:PATH, or REF:PATH such as origin/main:openapi.yaml.
${READING_HELP}
Ends with 0, with 1 as --fail-on says, and with 2 when a document cannot be read.
`;

/** The command. @throws Problems if two documents are not named, or one cannot be read */
export async function diff(args: readonly string[], io: CommandIO): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const [oldName, newName, ...others] = positionals;
  if (oldName === undefined || newName === undefined || others.length > 0)
    throw unusable(`Name two documents, the old one and the new one, not ${positionals.length}.`);
  if (oldName === '-' && newName === '-') throw unusable('Only one document can come by standard input.');
  const whom = oneOf('--for', values.for, ['clients', 'servers', 'both']);
  const failOn = oneOf('--fail-on', values['fail-on'], ['breaking', 'risky', 'none']);
  const least = oneOf('--least', values.least, LEVELS);
  const format = values.json ? 'json' : findingFormat(values.format);
  if (!format) throw unusable(`--format must be text, json, junit, sarif or github, not "${values.format}"`);
  const skipped = values.skip.split(',').filter((rule) => rule !== '');
  const unknown = skipped.filter((rule) => titleOfRule(rule) === undefined);
  if (unknown.length > 0) throw unusable(`--skip: there is no rule ${unknown.join(', ')}`);
  const hosts = hostsIn('--allow-fetch', values['allow-fetch']);

  const given = [
    await givenOrCommitted(oldName, hosts, io.stdin),
    await givenOrCommitted(newName, hosts, io.stdin),
  ] as const;
  // One after the other: both may have the same path, and what was read of it is kept by that.
  const old = await openDocument(given[0].location, given[0].reading);
  const now = await openDocument(given[1].location, given[1].reading);
  const levelOf = (change: Pick<Change, 'clients' | 'servers'>): Level =>
    whom === 'both' ? worst(change.clients, change.servers) : change[whom];
  const all = changesBetween(describe(old.bundled), describe(now.bundled)).filter(
    ({ rule }) => !skipped.includes(rule),
  );
  const told = all.filter((change) => LEVELS.indexOf(levelOf(change)) <= LEVELS.indexOf(least));
  const changes = await placed(told, old, now);
  io.stdout.write(await written(changes, levelOf, { format, file: now.path, oldName }));
  const isBad = (level: Level) => failOn !== 'none' && LEVELS.indexOf(level) <= LEVELS.indexOf(failOn);
  return all.some((change) => isBad(levelOf(change))) ? 1 : 0;
}

const SEVERITIES = { breaking: 'error', risky: 'warn', harmless: 'info' } as const;

interface Told {
  readonly format: FindingFormat;
  /** The new document. */
  readonly file: string;
  /** The old one, as it was named. */
  readonly oldName: string;
}

async function written(
  changes: readonly PlacedChange[],
  levelOf: (change: PlacedChange) => Level,
  { format, file, oldName }: Told,
): Promise<string> {
  const version = await ownVersion();
  const shown = shownPath;
  if (format === 'json') {
    const place = (one: PlacedChange['old']) => (one ? { ...one, file: shown(one.file) } : null);
    const told = changes.map((change) => ({
      ...change,
      level: levelOf(change),
      old: place(change.old),
      new: place(change.new),
    }));
    return `${JSON.stringify({ understudy: version, old: oldName, new: shown(file), counts: countsOf(changes, levelOf), changes: told }, undefined, 2)}\n`;
  }
  const findings = changes.map((change) => findingOf(change, levelOf(change), file, oldName));
  if (format !== 'text')
    return FINDING_FORMATS[format]({
      ...{ command: 'diff', version, shown, titleOf: titleOfRule },
      documents: [{ file: shown(file), findings }],
    });
  const counts = countsOf(changes, levelOf);
  const sum = LEVELS.map((level) => `${counts[level]} ${level}`).join(', ');
  const lines = findings.map((finding) => lineOf(finding, shown));
  return `${printableLines([...lines, changes.length === 0 ? `${shown(file)}: no changes` : sum].join('\n'))}\n`;
}

function findingOf(change: PlacedChange, level: Level, file: string, oldName: string): DocumentFinding {
  const { rule, message, old, clients, servers } = change;
  const place = change.new ?? { file, line: 1, column: 1, pointer: '' };
  const before = !change.new && old ? `, at ${oldName}:${old.line}` : '';
  const whom = (['breaking', 'risky'] as const)
    .map((one) => [one, [clients === one ? 'clients' : [], servers === one ? 'servers' : []].flat()] as const)
    .flatMap(([one, some]) => (some.length > 0 ? [`${one} to ${some.join(' and ')}`] : []));
  return {
    ...place,
    severity: SEVERITIES[level],
    rule,
    message: `${message}${before} [${whom.join(', ') || 'harmless'}]`,
  };
}

function countsOf(
  changes: readonly PlacedChange[],
  levelOf: (change: PlacedChange) => Level,
): Readonly<Record<Level, number>> {
  const counts = { breaking: 0, risky: 0, harmless: 0 };
  for (const change of changes) counts[levelOf(change)] += 1;
  return counts;
}

function worst(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) < LEVELS.indexOf(other) ? one : other;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        for: { type: 'string', default: 'clients' },
        'fail-on': { type: 'string', default: 'breaking' },
        least: { type: 'string', default: 'harmless' },
        skip: { type: 'string', default: '' },
        format: { type: 'string', default: 'text' },
        json: { type: 'boolean', default: false },
        'allow-fetch': { type: 'string', default: '' },
      },
    });
  } catch (error) {
    throw unusable((error as Error).message);
  }
}

function oneOf<T extends string>(flag: string, given: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === given);
  if (found) return found;
  throw unusable(`${flag} must be ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}, not "${given}"`);
}

function unusable(problem: string): Problems {
  return new Problems('These arguments cannot be used:', [problem, 'See understudy diff --help.']);
}
