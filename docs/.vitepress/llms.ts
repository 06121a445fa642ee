// `llms.txt`: the list of pages for language models.

import { readSections } from './pages.ts';

const HEAD = `# Understudy

> A stateful mock server and contract-testing tool for any OpenAPI document. Start it with \`npx understudy-api openapi.yaml\`.
`;

/** @param prefix - what stands before the path of each page */
export function llmsText(prefix: string): string {
  const sections = readSections().map(({ title, groups }) => {
    const pages = groups.flatMap((group) => group.pages);
    const lines = pages.map((page) => `- [${page.title}](${prefix}${page.path})${page.summary && `: ${page.summary}`}`);
    return `\n## ${title}\n\n${lines.join('\n')}\n`;
  });
  return HEAD + sections.join('');
}
