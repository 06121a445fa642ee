// The output of `understudy diff`: text, formats for programs, and changelogs for people.

import { changelogHtml, changelogMarkdown } from '../../diff/changelog.ts';
import { LEVELS, type Level } from '../../diff/level.ts';
import type { PlacedChange } from '../../diff/locate-changes.ts';
import { titleOfRule } from '../../diff/rule-titles.ts';
import { type DocumentFinding, formatDocumentFinding } from '../../openapi/document-finding.ts';
import type { DocumentObject } from '../../openapi/objects.ts';
import { FINDING_FORMATS, type FindingFormat, formatOf } from '../../openapi/report/findings.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { printableLines } from '../../schema/printable.ts';
import { ownVersion } from '../version.ts';

type DiffFormat = FindingFormat | 'markdown' | 'html';

/** The chosen format; in GitHub workflows annotations by default. */
export function diffFormatOf(
  chosen: DiffFormat | undefined,
  env: Readonly<Record<string, string | undefined>>,
): DiffFormat {
  return chosen === 'markdown' || chosen === 'html' ? chosen : formatOf(chosen, env);
}

/** The level of a change for the side that is checked. */
export interface JudgedChange {
  readonly level: Level;
  /** Whether `--severity` has set the level. */
  readonly isOverridden: boolean;
  /** Why the change was accepted; undefined if it was not. */
  readonly approval: string | undefined;
}

type LocatedChange = PlacedChange & JudgedChange;

const SEVERITIES = { breaking: 'error', risky: 'warn', harmless: 'info' } as const;

interface OutputSettings {
  readonly format: DiffFormat;
  /** The new document. */
  readonly file: string;
  /** The old one, as it was named. */
  readonly oldName: string;
  /** The content of the new document. */
  readonly document: DocumentObject;
}

export async function formatChanges(
  changes: readonly LocatedChange[],
  { format, file, oldName, document }: OutputSettings,
): Promise<string> {
  const version = ownVersion();
  if (format === 'json') {
    const place = (one: PlacedChange['old']) => (one ? { ...one, file: shownPath(one.file) } : null);
    const results = changes.map(({ isOverridden: _, ...change }) => ({
      ...change,
      old: place(change.old),
      new: place(change.new),
    }));
    return `${JSON.stringify({ understudy: version, old: oldName, new: shownPath(file), counts: countsOf(changes), changes: results }, undefined, 2)}\n`;
  }
  if (format === 'markdown' || format === 'html') {
    const { title, version: number } = document.info;
    const changelog = { title: `${title} ${number}`, old: oldName, new: shownPath(file), entries: changes };
    return format === 'html' ? changelogHtml(changelog) : changelogMarkdown(changelog);
  }
  const findings = changes.map((change) => findingOf(change, file, oldName));
  if (format !== 'text')
    return FINDING_FORMATS[format]({
      ...{ command: 'diff', version, formatPath: shownPath, titleOf: titleOfRule },
      documents: [{ file: shownPath(file), findings }],
    });
  const counts = countsOf(changes);
  const kinds = counts.accepted > 0 ? ([...LEVELS, 'accepted'] as const) : LEVELS;
  const sum = kinds.map((kind) => `${counts[kind]} ${kind}`).join(', ');
  const lines = findings.map((finding) => formatDocumentFinding(finding, shownPath));
  return `${printableLines([...lines, changes.length === 0 ? `${shownPath(file)}: no changes` : sum].join('\n'))}\n`;
}

function findingOf(change: LocatedChange, file: string, oldName: string): DocumentFinding {
  const { rule, message, old, clients, servers, level, isOverridden, approval } = change;
  const place = change.new ?? { file, line: 1, column: 1, pointer: '' };
  const before = !change.new && old ? ` (at ${oldName}:${old.line})` : '';
  const whom = (['breaking', 'risky'] as const)
    .map((one) => [one, [clients === one ? 'clients' : [], servers === one ? 'servers' : []].flat()] as const)
    .flatMap(([one, some]) => (some.length > 0 ? [`${one} for ${some.join(' and ')}`] : []));
  const impact = isOverridden ? `${level} by --severity` : whom.join(', ') || 'harmless';
  const accepted = approval === undefined ? '' : ` [accepted${approval === '' ? '' : `: ${approval}`}]`;
  return {
    ...place,
    severity: approval === undefined ? SEVERITIES[level] : 'info',
    rule,
    message: `${message}${before} [${impact}]${accepted}`,
  };
}

/** Accepted changes have no level. */
function countsOf(changes: readonly JudgedChange[]): Readonly<Record<Level | 'accepted', number>> {
  const counts = { breaking: 0, risky: 0, harmless: 0, accepted: 0 };
  for (const { level, approval } of changes) counts[approval === undefined ? level : 'accepted'] += 1;
  return counts;
}
