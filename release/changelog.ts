// Versions in CHANGELOG.md: their dates and their notes.

/** What the heading of a version says until its release. */
const NOT_RELEASED = '(not released yet)';

/**
 * Writes the date of a version into its heading.
 *
 * @param date - such as 2026-12-01
 * @throws Error if the first version is another one, or has a date
 */
export function setDate(changelog: string, version: string, date: string): string {
  const [heading = ''] = /^## .*$/m.exec(changelog) ?? [];
  if (heading !== `## ${version} ${NOT_RELEASED}`)
    throw new Error(
      `CHANGELOG.md starts with "${heading}"; write "## ${version} ${NOT_RELEASED}" and its changes first`,
    );
  return changelog.replace(heading, `## ${version} (${date})`);
}

/** The changes of a version, without its heading. @throws Error if there are none */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`${version} `));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no changes of ${version}`);
  return `${notes}\n`;
}
