// The API reference: Swagger UI, with test tokens one click away.

import type { Document } from '../../../openapi/document.ts';
import type { DocumentObject } from '../../../openapi/objects.ts';
import { assetUrl, textAsset } from '../asset.ts';
import { type Html, html } from '../html.ts';
import { applicationToTry } from '../login-instructions.ts';
import { type HtmlPage, icon } from '../page.ts';
import { type ShownApi, titleInText } from '../page-data.ts';
import { LOGIN_RETURN } from '../page-paths.ts';
import { REFERENCE_SCRIPT } from './reference-script.ts';
import { REFERENCE_STYLE } from './reference-style.ts';
import { loggingInAt, withAcceptedCredentials, withoutSuggestions, withServer } from './served-document.ts';
import { swaggerUi } from './swagger-ui.ts';

const style = textAsset('/_understudy/reference.css', 'text/css', REFERENCE_STYLE);
const script = textAsset('/_understudy/reference.js', 'text/javascript', REFERENCE_SCRIPT);

/** The files of this page that are not Swagger UI's. */
export const referenceAssets = [style, script];

/** The reference of one api, with the way to the others, below the path `at`. */
export function reference(api: ShownApi, apis: readonly ShownApi[], at = ''): HtmlPage {
  const { title, paths, bearer, oauth, now } = api;
  const { introduction, applications } = now();
  const callers = bearer === undefined ? [] : (introduction?.callers ?? []);
  const client = oauth && applicationToTry(applications)?.id;
  const body = html`<header class="bar">
<div class="row">
<a class="mark" href="${at}/"><img src="${assetUrl(icon, at)}" alt="" width="24" height="24"> Understudy</a>
${apis.length > 1 ? html`<nav aria-label="APIs">${apis.map((other) => choice(other, api, at))}</nav>` : undefined}
${callers.length === 0 ? undefined : html`<p role="status" class="who"></p>`}
<a class="document" href="${at}${paths.json}">${paths.json.slice(1)}</a>
</div>
${callers.length === 0 ? undefined : tokens(callers)}
</header>
<main tabindex="-1">
<div id="reference" data-document="${at}${paths.tried}" data-scheme="${bearer}" data-oauth="${oauth?.name}"
 data-client="${client}" data-scopes="${oauth?.scopes.join(' ')}" data-return="${at}${LOGIN_RETURN}"></div>
<noscript><p class="plain">The reference of ${titleInText(title)} needs JavaScript. The document: <a href="${at}${paths.json}">${at}${paths.json}</a>.</p></noscript>
</main>
`;
  return {
    title: `${title}: reference`,
    styles: [swaggerUi('swagger-ui.css'), style],
    scripts: [swaggerUi('swagger-ui-bundle.js'), script],
    inlineStyles: true,
    body,
    at,
  };
}

/** Passes the result of a login to the reference, and closes itself. */
export const loginReturn: HtmlPage = {
  title: 'Logged in',
  styles: [style],
  scripts: [swaggerUi('oauth2-redirect.js')],
  body: html`<main><p class="plain">Logged in. Continue in the window with the API reference; this one can be closed.</p></main>`,
};

/** How the reference shows a document. */
interface TryItAddress {
  /** The URL of the issuer, if it is another server. */
  readonly issuer?: string | undefined;
  /** The path of the sandbox. Default: the root. */
  readonly at?: string;
  /** The accepted credentials, for the dialog *Authorize*. Default: not shown. */
  readonly accepted?: string | undefined;
}

/** The document for Swagger UI: this server is the only one, whatever its host, port and sandbox. */
export function tryItAddress(
  { source, baseOverride: givenBase }: Document,
  { issuer = '', at = '', accepted }: TryItAddress,
): DocumentObject {
  const here = withServer(withAcceptedCredentials(withoutSuggestions(source.bundled), accepted), { at, givenBase });
  return issuer + at === '' ? here : loggingInAt(issuer + at, here);
}

function choice(other: ShownApi, current: ShownApi, at: string): Html {
  const mark = other === current ? html` aria-current="page"` : undefined;
  return html`<a href="${at}${other.paths.reference}"${mark}>${other.title}</a>`;
}

function tokens(callers: readonly { readonly token: string; readonly who: string }[]): Html {
  return html`<div class="tokens" role="group" aria-label="Call with the token">
${callers.map(({ token, who }) => html`<button type="button" aria-pressed="false" data-token="${token}" data-who="${who}">${token}</button>\n`)}
<button type="button" aria-pressed="false" data-token="" data-who="anonymous (no token)">no token</button>
</div>`;
}
