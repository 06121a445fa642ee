// The docs site: navigation and sidebar are made from the files.

import { globSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { llmsText } from './llms.ts';
import { extendMarkdown } from './markdown.ts';
import { DOCS, type Page, readSections } from './pages.ts';

const { DOCS_BASE: base = '/', GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
const repository = GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;
const sections = readSections();

const link = ({ path }: Page) => `/${path.replace(/(index|README)?\.md$/, '')}`;
const items = (pages: readonly Page[]): DefaultTheme.SidebarItem[] =>
  pages.map((page) => ({ text: page.title, link: link(page) }));

export default defineConfig({
  title: 'Understudy',
  description: 'A stateful mock server and contract-testing tool for any OpenAPI document',
  lang: 'en',
  base,
  cleanUrls: true,
  rewrites: {
    ':section/README.md': ':section/index.md',
    ':section/:folder/README.md': ':section/:folder/index.md',
  },
  // Pages that do not belong to a section yet.
  srcExclude: globSync('*.md', { cwd: DOCS, exclude: ['index.md'] }),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  markdown: { config: (md) => extendMarkdown(md, repository) },
  vite: { publicDir: join(DOCS, 'public'), build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: sections.map(({ folder, title }) => ({
      text: title,
      link: `/${folder}/`,
      activeMatch: `^/${folder}/`,
    })),
    sidebar: Object.fromEntries(
      sections.map(({ folder, title, groups }) => [
        `/${folder}/`,
        groups.map((group) => ({ text: group.title ?? title, items: items(group.pages) })),
      ]),
    ),
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
  },
  /** Puts `llms.txt` and the Markdown of each page beside the HTML. */
  async buildEnd({ outDir, pages }) {
    for (const page of pages) {
      const copy = join(outDir, page.replace(/README\.md$/, 'index.md'));
      await mkdir(dirname(copy), { recursive: true });
      await copyFile(join(DOCS, page), copy);
    }
    await writeFile(join(outDir, 'llms.txt'), llmsText(base, true).replaceAll('/README.md)', '/index.md)'));
  },
});
