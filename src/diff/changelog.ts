// A changelog of a document, as Markdown or as one HTML page.

import { escapeHtml } from '../openapi/report/escape-html.ts';
import { printable } from '../schema/printable.ts';
import { LEVELS, type Level } from './level.ts';

/** A change to be listed. */
interface ChangelogEntry {
  readonly level: Level;
  readonly rule: string;
  readonly message: string;
  /** Why it was accepted; undefined if it was not. */
  readonly approval: string | undefined;
}

interface Changelog {
  /** The title of the new document, with its version. */
  readonly title: string;
  /** The names of both documents. */
  readonly old: string;
  readonly new: string;
  readonly entries: readonly ChangelogEntry[];
}

const HEADINGS: Readonly<Record<Level, string>> = {
  breaking: 'Breaking changes',
  risky: 'Risky changes',
  harmless: 'Other changes',
};

/** A section for each level; without changes, a sentence. */
export function changelogMarkdown(changelog: Changelog): string {
  const sections = sectionsOf(changelog).flatMap(([heading, entries]) => [
    `## ${heading}`,
    '',
    ...entries.map(
      ({ message, rule, approval }) => `- ${inMarkdown(message)} (\`${rule}\`${inMarkdown(noteOf(approval))})`,
    ),
    '',
  ]);
  const about = inMarkdown(`Changes from ${changelog.old} to ${changelog.new}`);
  const body = sections.length === 0 ? ['No changes.', ''] : sections;
  return [`# ${inMarkdown(changelog.title)}`, '', `${about}.`, '', ...body].join('\n');
}

/** One page without scripts and references. */
export function changelogHtml(changelog: Changelog): string {
  const sections = sectionsOf(changelog).map(([heading, entries]) => {
    const items = entries.map(
      ({ message, rule, approval }) =>
        `<li>${inHtml(message)} <code>${escapeHtml(rule)}</code>${inHtml(noteOf(approval))}</li>`,
    );
    return `<h2>${heading} (${entries.length})</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  const title = inHtml(changelog.title);
  const about = inHtml(`Changes from ${changelog.old} to ${changelog.new}.`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<h1>${title}</h1>
<p>${about}</p>
${sections.length === 0 ? '<p>No changes.</p>' : sections.join('\n')}
</html>
`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}li{margin:.4rem 0;overflow-wrap:anywhere}code{color:#666}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}code{color:#aaa}}';

function sectionsOf({
  entries,
}: Changelog): readonly (readonly [heading: string, entries: readonly ChangelogEntry[]])[] {
  return LEVELS.map((level) => [HEADINGS[level], entries.filter((one) => one.level === level)] as const).filter(
    ([, some]) => some.length > 0,
  );
}

function noteOf(approval: string | undefined): string {
  if (approval === undefined) return '';
  return approval === '' ? ', accepted' : `, accepted: ${approval}`;
}

/** A text of the document as plain text, in one line. */
function inMarkdown(text: string): string {
  return printable(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|#~&]/g, '\\$&');
}

function inHtml(text: string): string {
  return escapeHtml(printable(text));
}
