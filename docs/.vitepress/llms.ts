// `llms.txt`: the list of pages for language models.

import { readSections } from './pages.ts';

const HEAD = `# Understudy

> A stateful mock server and contract-testing tool for any OpenAPI document. Start it with \`npx understudy-api openapi.yaml\`.
`;

/**
 * @param prefix - what stands before the path of each page
 * @param isSite - whether it has the pages of the TypeScript API, which only the site has
 */
export function llmsText(prefix: string, isSite: boolean): string {
  // Decisions are for people who change Understudy.
  const sections = readSections().filter(({ folder }) => folder !== 'decisions');
  const texts = sections.map(({ title, groups }) => {
    const pages = groups
      .flatMap((group) => group.pages)
      .filter(({ path }) => isSite || !path.startsWith('reference/typescript/'));
    const lines = pages.map((page) => `- [${page.title}](${prefix}${page.path})${page.summary && `: ${page.summary}`}`);
    return `\n## ${title}\n\n${lines.join('\n')}\n`;
  });
  return HEAD + texts.join('');
}
