// The pages of the docs: their titles, and their order in each section.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('../', import.meta.url));

export interface Page {
  /** Its path below `docs`, with `.md`. */
  readonly path: string;
  readonly title: string;
  /** The first sentence of its text. */
  readonly summary: string;
}

/** Pages under one heading of the sidebar. */
export interface Group {
  /** Absent for pages before the first heading. */
  readonly title?: string;
  readonly pages: readonly Page[];
}

export interface Section {
  readonly folder: string;
  readonly title: string;
  readonly groups: readonly Group[];
}

const SECTIONS = {
  start: 'Start',
  guides: 'Guides',
  reference: 'Reference',
  explanation: 'Explanation',
  decisions: 'Decisions',
};

/** The sections that have pages. */
export function readSections(): readonly Section[] {
  return Object.entries(SECTIONS)
    .map(([folder, title]) => ({ folder, title, groups: readGroups(folder) }))
    .filter(({ groups }) => groups.length > 0);
}

/**
 * The pages of a section. `index.md` of its folder (or `README.md`) decides on their order and their headings: by its links, below its headings of the second level.
 * Pages that it does not link follow.
 */
function readGroups(folder: string): readonly Group[] {
  const index = ['index.md', 'README.md']
    .map((name) => posix.join(folder, name))
    .find((path) => existsSync(join(DOCS, path)));
  const rest = new Set(
    globSync('**/*.md', { cwd: join(DOCS, folder), exclude: ['typescript/**'] })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => path !== index)
      .sort(),
  );
  const groups: { title?: string; readonly pages: Page[] }[] = [{ pages: [] }];
  for (const line of index ? readFileSync(join(DOCS, index), 'utf8').split('\n') : []) {
    const [, title] = /^## (.*)$/.exec(line) ?? [];
    if (title !== undefined) groups.push({ title, pages: [] });
    for (const [, target = ''] of line.matchAll(/\]\(([^)#:]+\.md)\)/g)) {
      const path = posix.join(folder, target);
      if (rest.delete(path)) groups.at(-1)?.pages.push(readPage(path));
    }
  }
  const last = groups.length > 1 && rest.size > 0 ? { title: 'More', pages: [] as Page[] } : groups[0];
  last?.pages.push(...[...rest].map(readPage));
  const modules = folder === 'reference' ? globSync('reference/typescript/**/*.md', { cwd: DOCS }).sort() : [];
  const api = { title: 'TypeScript API', pages: modules.filter((path) => !path.endsWith('/index.md')).map(readPage) };
  return [...groups, ...(last && !groups.includes(last) ? [last] : []), api].filter(({ pages }) => pages.length > 0);
}

export function readPage(path: string): Page {
  const text = readFileSync(join(DOCS, path), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
  const [, title = path] = /^# (.*)$/m.exec(text) ?? [];
  const paragraph = text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split(/\n{2,}/)
    .find((one) => /^[A-Z`*[]/.test(one.trim()));
  const [summary = ''] = /^.*?[.:](?=\s|$)/s.exec(paragraph?.trim().replaceAll(/\s+/g, ' ') ?? '') ?? [];
  return {
    path,
    title: title.replaceAll('`', ''),
    summary: summary.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/:$/, '.'),
  };
}

/** The folder of the repository that a link of a page leads to, as a path below it. Undefined for links within the docs. */
export function leavesDocs(page: string, target: string): string | undefined {
  const path = posix.join('docs', dirname(page), target);
  return path.startsWith('docs/') ? undefined : path;
}
