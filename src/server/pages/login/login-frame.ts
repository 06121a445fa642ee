// The frame of the login pages: heading, error and headers.

import { createHash } from 'node:crypto';
import type { LoginTarget } from '../../oidc/login/login-view-types.ts';
import { type Fragment, type Html, html, styleElement } from '../html.ts';
import { frame, ICON_DATA } from '../page.ts';
import { LOGIN_STYLE } from './login-style.ts';

/**
 * The headers of every login page. A page includes its style and loads nothing, so that it works behind a proxy that
 * forwards the login's own paths only.
 *
 * There is no `form-action`: browsers apply it to redirects after a form, too, and the redirect to the client may
 * continue anywhere.
 */
export const loginPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(LOGIN_STYLE).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** The variable parts of a login page. */
interface LoginPage {
  /** In the title bar; the heading as text. */
  readonly title: string;
  readonly heading: Html;
  /** Below the heading. */
  readonly about?: Html;
  /** An error of the previous step. It gets the focus, so `body` must not. */
  readonly problem?: string | undefined;
  /** For one question: a narrow page. Default false. */
  readonly isSmall?: boolean;
  readonly body: Fragment;
}

/** A page of the login. */
export function loginPage({ title, heading, about, problem, isSmall = false, body }: LoginPage): string {
  const column = isSmall ? 'column small' : 'column';
  const head = html`<link rel="icon" type="image/svg+xml" href="${ICON_DATA}">
${styleElement(LOGIN_STYLE)}`;
  const content = html`<header class="curtain">
<div class="${column}">
<p class="mark"><img src="${ICON_DATA}" alt="" width="28" height="28"> Understudy</p>
<h1>${heading}</h1>
${about && html`<p class="about">${about}</p>`}
</div>
</header>
<main class="${column}">
${problem === undefined ? undefined : html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>`}
${body}
</main>
`;
  return frame(problem === undefined ? title : `Problem: ${title}`, head, content);
}

/** A name in any script, isolated so that its direction does not affect the sentence. */
export function isolatedName(name: string): Html {
  return html`<bdi>${name}</bdi>`;
}

/** The project of an application, if it has a name of its own. */
export function ofProject({ project }: LoginTarget): Html | undefined {
  return project === undefined ? undefined : html` of the project ${isolatedName(project)}`;
}

/** Fields of a form that are sent as they are. */
export function hiddenFields(fields: Readonly<Record<string, string>>): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`);
}
