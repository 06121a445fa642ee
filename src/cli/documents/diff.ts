// `understudy diff OLD NEW`: lists changes between two documents and their impact.

import { changesBetween } from '../../diff/changes.ts';
import type { DocumentChange } from '../../diff/document-change.ts';
import { LEVELS, type Level } from '../../diff/level.ts';
import { locateChanges } from '../../diff/locate-changes.ts';
import { titleOfRule } from '../../diff/rule-titles.ts';
import { describeDocument } from '../../openapi/describe-document.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { printableLines } from '../../schema/printable.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { DIFF } from '../command-tables/documents.ts';
import { countedNoun } from '../counted-noun.ts';
import type { CommandIO } from '../io.ts';
import { describeErrors } from '../verify/document-errors.ts';
import { readApprovals, writeApprovals } from './diff-approvals.ts';
import { diffFormatOf, formatChanges, type JudgedChange } from './diff-output.ts';
import { givenOrCommitted } from './git-document.ts';

/** The command. @throws UsageError if a document is missing or cannot be read */
export async function diff(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(DIFF, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [oldName = '', newName = ''] = positionals;
  if (oldName === '-' && newName === '-') throw usageError(DIFF, 'Only one document can be standard input (-).');
  const { for: whom, 'fail-on': failOn, least } = values;
  const format = values.json ? 'json' : diffFormatOf(values.format, io.env);
  const skipped = values.skip.split(',').filter((rule) => rule !== '');
  const unknown = skipped.filter((rule) => titleOfRule(rule) === undefined);
  if (unknown.length > 0) throw usageError(DIFF, `--skip: unknown rule ${unknown.join(', ')}`);
  const severities = parseSeverities(values.severity ?? []);
  const approvals = await readApprovals(values.approvals);
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
  for (const text of describeErrors(
    now,
    'correct them first, because wrong parts are compared only as far as they can be read',
  ))
    io.stderr.write(printableLines(`understudy: ${text}\n`));
  const judge = <Change extends DocumentChange>(change: Change): Change & JudgedChange => {
    const level =
      severities.get(change.rule) ?? (whom === 'both' ? worst(change.clients, change.servers) : change[whom]);
    return { ...change, level, isOverridden: severities.has(change.rule), approval: approvals.reasonOf(change) };
  };
  const [before, after] = [describeDocument(old.bundled), describeDocument(now.bundled)];
  const all = changesBetween(before, after)
    .filter(({ rule }) => !skipped.includes(rule))
    .map(judge);
  const listed = all.filter(({ level }) => LEVELS.indexOf(level) <= LEVELS.indexOf(least));
  const changes = await locateChanges(listed, old, now);
  io.stdout.write(await formatChanges(changes, { format, file: now.path, oldName, document: now.bundled }));
  const isBad = ({ level }: JudgedChange) => failOn !== 'none' && LEVELS.indexOf(level) <= LEVELS.indexOf(failOn);
  const bad = all.filter(isBad);
  for (const line of approvals.listUnused())
    io.stderr.write(printableLines(`understudy: an accepted change was not met: ${line}\n`));
  const file = values['write-approvals'];
  if (file === undefined) return bad.some(({ approval }) => approval === undefined) ? 1 : 0;
  await writeApprovals(file, bad, approvals);
  const written = countedNoun(bad.length, 'accepted change');
  io.stderr.write(printableLines(`understudy: wrote ${written} to ${file}; add a reason to each\n`));
  return 0;
}

/** `--severity RULE=level`. @throws UsageError for unknown rules and levels */
function parseSeverities(texts: readonly string[]): ReadonlyMap<string, Level> {
  return new Map(
    texts.map((text) => {
      const [rule = '', name = ''] = text.split('=', 2);
      const level = LEVELS.find((one) => one === name);
      if (titleOfRule(rule) === undefined) throw usageError(DIFF, `--severity: unknown rule ${rule}`);
      if (!level) throw usageError(DIFF, `--severity ${rule}: ${name || 'a level'} must be ${LEVELS.join(', ')}`);
      return [rule, level] as const;
    }),
  );
}

function worst(one: Level, other: Level): Level {
  return LEVELS.indexOf(one) < LEVELS.indexOf(other) ? one : other;
}
