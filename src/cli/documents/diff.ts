// `understudy diff OLD NEW`: lists changes between two documents and their impact.

import { changesBetween } from '../../diff/changes.ts';
import type { DocumentChange } from '../../diff/document-change.ts';
import { LEVELS, type Level } from '../../diff/level.ts';
import { locateChanges, type PlacedChange } from '../../diff/locate-changes.ts';
import { titleOfRule } from '../../diff/rule-titles.ts';
import { describeDocument } from '../../openapi/describe-document.ts';
import { type DocumentFinding, formatDocumentFinding } from '../../openapi/document-finding.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { FINDING_FORMATS, type FindingFormat, formatOf } from '../../openapi/report/findings/formats.ts';
import { printableLines } from '../../schema/printable.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { DIFF } from '../command-tables/documents.ts';
import type { CommandIO } from '../io.ts';
import { ownVersion } from '../version.ts';
import { givenOrCommitted } from './git-document.ts';

/** The command. @throws UsageError if a document is missing or cannot be read */
export async function diff(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(DIFF, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [oldName = '', newName = ''] = positionals;
  if (oldName === '-' && newName === '-') throw usageError(DIFF, 'Only one document can be standard input (-).');
  const { for: whom, 'fail-on': failOn, least } = values;
  const format = values.json ? 'json' : formatOf(values.format, io.env);
  const skipped = values.skip.split(',').filter((rule) => rule !== '');
  const unknown = skipped.filter((rule) => titleOfRule(rule) === undefined);
  if (unknown.length > 0) throw usageError(DIFF, `--skip: unknown rule ${unknown.join(', ')}`);
  const hosts = parseHosts('--allow-fetch', values['allow-fetch'] ?? '');

  const inputs = [
    await givenOrCommitted(oldName, hosts, io.stdin, newName),
    await givenOrCommitted(newName, hosts, io.stdin),
  ] as const;
  if (inputs[0].isNew)
    io.stderr.write(
      printableLines(`understudy: ${newName} is new: ${oldName} does not exist, so there is nothing to compare.\n`),
    );
  // In sequence: both may have the same path, by which parsed files are cached.
  const old = await openDocument(inputs[0].location, inputs[0].reading);
  const now = await openDocument(inputs[1].location, inputs[1].reading);
  const levelOf = (change: Pick<DocumentChange, 'clients' | 'servers'>): Level =>
    whom === 'both' ? worst(change.clients, change.servers) : change[whom];
  const all = changesBetween(describeDocument(old.bundled), describeDocument(now.bundled)).filter(
    ({ rule }) => !skipped.includes(rule),
  );
  const listed = all.filter((change) => LEVELS.indexOf(levelOf(change)) <= LEVELS.indexOf(least));
  const changes = await locateChanges(listed, old, now);
  io.stdout.write(await formatChanges(changes, levelOf, { format, file: now.path, oldName }));
  const isBad = (level: Level) => failOn !== 'none' && LEVELS.indexOf(level) <= LEVELS.indexOf(failOn);
  return all.some((change) => isBad(levelOf(change))) ? 1 : 0;
}

const SEVERITIES = { breaking: 'error', risky: 'warn', harmless: 'info' } as const;

interface OutputSettings {
  readonly format: FindingFormat;
  /** The new document. */
  readonly file: string;
  /** The old one, as it was named. */
  readonly oldName: string;
}

async function formatChanges(
  changes: readonly PlacedChange[],
  levelOf: (change: PlacedChange) => Level,
  { format, file, oldName }: OutputSettings,
): Promise<string> {
  const version = await ownVersion();
  if (format === 'json') {
    const place = (one: PlacedChange['old']) => (one ? { ...one, file: shownPath(one.file) } : null);
    const results = changes.map((change) => ({
      ...change,
      level: levelOf(change),
      old: place(change.old),
      new: place(change.new),
    }));
    return `${JSON.stringify({ understudy: version, old: oldName, new: shownPath(file), counts: countsOf(changes, levelOf), changes: results }, undefined, 2)}\n`;
  }
  const findings = changes.map((change) => findingOf(change, levelOf(change), file, oldName));
  if (format !== 'text')
    return FINDING_FORMATS[format]({
      ...{ command: 'diff', version, formatPath: shownPath, titleOf: titleOfRule },
      documents: [{ file: shownPath(file), findings }],
    });
  const counts = countsOf(changes, levelOf);
  const sum = LEVELS.map((level) => `${counts[level]} ${level}`).join(', ');
  const lines = findings.map((finding) => formatDocumentFinding(finding, shownPath));
  return `${printableLines([...lines, changes.length === 0 ? `${shownPath(file)}: no changes` : sum].join('\n'))}\n`;
}

function findingOf(change: PlacedChange, level: Level, file: string, oldName: string): DocumentFinding {
  const { rule, message, old, clients, servers } = change;
  const place = change.new ?? { file, line: 1, column: 1, pointer: '' };
  const before = !change.new && old ? ` (at ${oldName}:${old.line})` : '';
  const whom = (['breaking', 'risky'] as const)
    .map((one) => [one, [clients === one ? 'clients' : [], servers === one ? 'servers' : []].flat()] as const)
    .flatMap(([one, some]) => (some.length > 0 ? [`${one} for ${some.join(' and ')}`] : []));
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
