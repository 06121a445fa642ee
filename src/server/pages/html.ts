// Safe HTML templates: inserted values are text, unless they are HTML.

import { escapeHtml } from '../../openapi/report/escape-html.ts';

/** Values of a template. Lists are concatenated, `undefined` is empty. */
export type Fragment = string | number | Html | undefined | readonly Fragment[];

/** Text that a browser may read as HTML. Only `html` and the functions below make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A template of HTML. Values are inert in text and in quoted attribute values; nowhere else may one stand.
 *
 * @example html`<a href="${path}">${title}</a>`
 */
export function html(pieces: TemplateStringsArray, ...fragments: readonly Fragment[]): Html {
  return new Html(pieces.map((piece, index) => piece + write(fragments[index])).join(''));
}

/**
 * A style sheet of ours in a page. It is not escaped, so it must not contain external text.
 *
 * @throws Error if it contains its end tag
 */
export function styleElement(sheet: string): Html {
  if (sheet.includes('</')) throw new Error('A style sheet inside a page cannot hold "</".');
  return new Html(`<style>${sheet}</style>`);
}

/**
 * A classic script of ours in a page. It is not escaped, so it must not contain external text.
 *
 * @throws Error if it contains its end tag
 */
export function scriptElement(script: string): Html {
  if (/<\/|<!--/.test(script)) throw new Error('A script inside a page cannot hold "</" or "<!--".');
  return new Html(`<script>${script}</script>`);
}

/** The import map of a page, as JSON. It is not escaped. @throws Error if it contains its end tag */
export function importMap(json: string): Html {
  if (json.includes('<')) throw new Error('An import map inside a page cannot hold "<".');
  return new Html(`<script type="importmap">${json}</script>`);
}

function write(fragment: Fragment): string {
  if (fragment === undefined) return '';
  if (fragment instanceof Html) return fragment.text;
  if (typeof fragment === 'object') return fragment.map(write).join('');
  return escapeHtml(String(fragment));
}
