// The overview page: operations, data, last requests, tokens, and first commands.

import { assetUrl, textAsset } from '../asset.ts';
import { type Html, html } from '../html.ts';
import { issuerAt } from '../login-instructions.ts';
import { type HtmlPage, icon } from '../page.ts';
import { type ShownApi, titleInText } from '../page-data.ts';
import { INSPECTOR } from '../page-paths.ts';
import { accessSection, apiSection, type PageAddress } from './home-api.ts';
import { HOME_SCRIPT } from './home-script.ts';
import { HOME_STYLE } from './home-style.ts';

const style = textAsset('/_understudy/home.css', 'text/css', HOME_STYLE);
const script = textAsset('/_understudy/home.js', 'text/javascript', HOME_SCRIPT);

/** The files of this page. */
export const homeAssets = [style, script];

/** Pages and files of the server itself, whatever its APIs. */
export const CONTROL_LINKS = [
  { label: 'Inspector', path: INSPECTOR },
  { label: 'Document problems', path: '/_understudy/documents' },
  { label: 'Health', path: '/debug/ready' },
] as const;

/** `Stateful mock of the Pets API`. */
export function headline(apis: readonly ShownApi[]): string {
  return `Stateful mock of ${new Intl.ListFormat('en').format(apis.map(({ title }) => titleInText(title)))}`;
}

/** The reader's address, and notices beside the APIs. */
export interface HomeFound {
  /** The URL before the paths of operations. */
  readonly base: string;
  /** The URL before the paths of pages. */
  readonly pages: string;
  /** The path of `pages`, such as `/_sandbox/blue`. */
  readonly at: string;
  /** The URL of the issuer, if it differs from the base. */
  readonly issuer: string | undefined;
  /** Why the last saved version is not served. */
  readonly failure: string | undefined;
}

/** Heading for the reason why a saved version is not served. */
export const RELOAD_FAILED = 'Reload failed, still serving the previous version:';

/** The page for browsers. */
export function home(apis: readonly ShownApi[], { base, at, issuer, failure }: HomeFound): HtmlPage {
  const address: PageAddress = { base, at, issuer: issuerAt(base, issuer) };
  const body = html`<header class="bar">
<div class="column">
<p class="mark"><img src="${assetUrl(icon, at)}" alt="" width="24" height="24"> Understudy</p>
<nav aria-label="Pages">${CONTROL_LINKS.map(({ label, path }) => html`<a href="${at + path}">${label}</a>\n`)}</nav>
</div>
</header>
<main class="column" data-at="${at}" data-inspector="${at + INSPECTOR}">
<h1>${headline(apis)}</h1>
<p class="address"><span class="lamp"></span> Running at <code>${base}</code></p>
${failure === undefined ? undefined : html`<section role="alert"><h2>Not served</h2><p>${RELOAD_FAILED}</p><pre tabindex="0">${failure}</pre></section>`}
${apis.map((api, index) => apiSection(api, index + 1, at))}
<div class="live" hidden>
<section aria-labelledby="data"><h2 id="data">Data</h2><table class="data"><tbody></tbody></table></section>
<section aria-labelledby="requests"><h2 id="requests">Last requests</h2><table class="requests"><tbody></tbody></table>
<p class="none">No requests yet.</p></section>
</div>
${apis.map((api, index) => accessSection(api, index + 1, address))}
${resetForm(at)}
<p role="status" class="status"></p>
</main>
`;
  return {
    title: `Understudy: ${apis.map(({ title }) => title).join(', ')}`,
    styles: [style],
    scripts: [script],
    body,
    at,
  };
}

function resetForm(at: string): Html {
  return html`<section aria-labelledby="reset">
<h2 id="reset">Reset</h2>
<details class="reset">
<summary>Reset data…</summary>
<form method="post" action="${at}/_understudy/reset">
<p>All records return to the fixtures, and the request log is cleared.</p>
<button type="submit">Reset</button>
</form>
</details>
</section>`;
}
