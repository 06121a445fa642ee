// The last page of a login, or its error page with details for developers.

import type { NoticeView } from '../../oidc/login/login-view-types.ts';
import { html } from '../html.ts';
import { loginPage } from './login-frame.ts';

/** Details for developers are in a section of their own. */
export function notice({ title, text, error, detail }: NoticeView): string {
  const isTechnical = error !== undefined || detail !== undefined;
  return loginPage({
    title,
    heading: html`${title}`,
    isSmall: true,
    body: html`<p class="text">${text}</p>
${
  isTechnical
    ? html`<section class="technical">
<h2>For developers</h2>
${error === undefined ? undefined : html`<p><code>${error}</code></p>`}
${detail === undefined ? undefined : html`<p>${detail}</p>`}
</section>`
    : undefined
}`,
  });
}
