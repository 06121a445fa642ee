// Additions to the Markdown of VitePress: file names above listings, and links to the repository.

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { DOCS, leavesDocs } from './pages.ts';

/** @param repository - the address of the sources, such as `https://github.com/owner/name`. Without it, links to them are plain text. */
export function extendMarkdown(md: MarkdownRenderer, repository: string | undefined): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = fence?.(tokens, index, options, env, self) ?? '';
    const token = tokens[index];
    const [, name] = /\[([^\]]+)\]/.exec(token?.info ?? '') ?? [];
    const isTab = tokens.slice(0, index).findLast(({ type }) => /^container_code-group/.test(type))?.nesting === 1;
    return name === undefined || isTab ? html : `<div class="file-name">${md.utils.escapeHtml(name)}</div>${html}`;
  };
  const inline = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const html = inline?.(tokens, index, options, env, self) ?? '';
    const path = tokens[index]?.content ?? '';
    const isLinked = repository !== undefined && tokens[index - 1]?.type !== 'link_open';
    const isFile = /^(test|spec|examples|src|bench)\/[\w./-]+$/.test(path) && existsSync(join(DOCS, '..', path));
    return isLinked && isFile ? `<a href="${repository}/tree/main/${path}">${html}</a>` : html;
  };
  md.core.ruler.push('links-to-sources', ({ tokens, env }) => {
    for (const { children } of tokens) {
      for (const [index, token] of children?.entries() ?? []) {
        if (token.type !== 'link_open') continue;
        const [target = '', anchor] = (token.attrGet('href') ?? '').split('#');
        if (target === '' || /^([a-z]+:|\/)/.test(target)) continue;
        const path =
          leavesDocs(env.relativePath ?? '', target) ??
          (isSource(env.relativePath, target) ? `docs/${target}` : undefined);
        if (path === undefined) continue;
        if (repository) token.attrSet('href', `${repository}/tree/main/${path}${anchor ? `#${anchor}` : ''}`);
        else {
          token.type = 'text';
          const close = children?.slice(index).find(({ type }) => type === 'link_close');
          if (close) close.type = 'text';
        }
      }
    }
  });
}

/** Whether a link leads to a folder or file of the docs that is not a page. */
function isSource(page: string | undefined, target: string): boolean {
  const path = join(DOCS, page ?? '', '..', target);
  return !target.endsWith('.md') && existsSync(path) && statSync(path).isFile();
}
