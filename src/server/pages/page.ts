// The frame of every page: head, security headers.

import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { type Asset, assetUrl, textAsset, type VersionedFile } from './asset.ts';
import { type Html, html, importMap } from './html.ts';

/** The variable parts of a page. */
export interface HtmlPage {
  readonly title: string;
  readonly styles: readonly VersionedFile[];
  /** Run in this order when the page is read. */
  readonly scripts: readonly VersionedFile[];
  /** Modules that are run when the page is read. Default: none. */
  readonly modules?: PageModules;
  /** Whether scripts of the page may style elements themselves. Default false. */
  readonly inlineStyles?: boolean;
  readonly body: Html;
  /** The path below which all of it is. Default: the root. */
  readonly at?: string;
}

/** Modules of a page, by their addresses. */
interface PageModules {
  /** The one that is run. */
  readonly entry: string;
  /** All that it needs: they are loaded at once, and not each when another one names it. */
  readonly others: readonly string[];
  /** Where the libraries are that they name, as JSON (HTML Standard, section 8.1.5.9, "Import maps"). */
  readonly map: string;
}

/** Two circles, one behind the other. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#7d1628"/>
<circle cx="19.5" cy="16" r="7" fill="none" stroke="#f3c9a5" stroke-width="2"/><circle cx="12.5" cy="16" r="7" fill="#fff6ec"/></svg>
`;

export const icon: Asset = textAsset('/_understudy/icon.svg', 'image/svg+xml', ICON);

/** The icon as a data URL. */
export const ICON_DATA = `data:image/svg+xml,${encodeURIComponent(ICON)}`;

/** Sends a page. It may load from this server only, and no other page may frame it. */
export function sendPage(
  response: Response,
  { title, styles, scripts, modules, inlineStyles = false, body, at = '' }: HtmlPage,
): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self'${modules ? ` 'sha256-${createHash('sha256').update(modules.map).digest('base64')}'` : ''}`,
    `style-src 'self'${inlineStyles ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const head = html`<link rel="icon" type="image/svg+xml" href="${assetUrl(icon, at)}">
${styles.map((asset) => html`<link rel="stylesheet" href="${assetUrl(asset, at)}">\n`)}
${scripts.map((asset) => html`<script src="${assetUrl(asset, at)}" defer></script>\n`)}
${modules && modulesElements(modules)}`;
  response.set({ 'content-security-policy': policy.join('; '), 'referrer-policy': 'same-origin' });
  response.send(frame(title, head, body));
}

/** The map must precede the scripts that use it. */
function modulesElements({ entry, others, map }: PageModules): Html {
  return html`${importMap(map)}
${others.map((address) => html`<link rel="modulepreload" href="${address}">\n`)}<script type="module" src="${entry}"></script>`;
}

/** A whole page. `head` is added to the elements that every page has in its head. */
export function frame(title: string, head: Html, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.text;
}
