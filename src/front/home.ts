// The first page: what this is, who may call, where people log in, a request that works, and where to look.

import { linesOf } from '../engine/document-report.ts';
import type { LoginClient } from '../issuer/login.ts';
import type { DocumentFinding } from '../openapi/document-finding.ts';
import { addressOf, textAsset } from './asset.ts';
import { CONTINUED, curlLine } from './curl-line.ts';
import { HOME_SCRIPT } from './home-script.ts';
import { HOME_STYLE } from './home-style.ts';
import { type Html, html } from './html.ts';
import { INSPECTOR } from './inspector-paths.ts';
import { icon, type Page } from './page.ts';
import { respondersSentence } from './responders-sentence.ts';
import type { ShownApi } from './shown-api.ts';
import { shortPath } from './shown-path.ts';
import { DISCOVERY, describeApplication, hostOf, issuerAt } from './ways-in.ts';

const style = textAsset('/_understudy/home.css', 'text/css', HOME_STYLE);
const script = textAsset('/_understudy/home.js', 'text/javascript', HOME_SCRIPT);

/** The files of this page. */
export const homeAssets = [style, script];

/** Where the stand-in itself can be looked into, whatever its apis. */
export const CONTROL_LINKS = [
  { label: 'Inspector', path: INSPECTOR, note: 'See requests as they come' },
  {
    label: 'Exchanges',
    path: '/_understudy/requests',
    note: 'Requests and their answers',
  },
  { label: 'State', path: '/_understudy/state', note: 'Every record, as it is now' },
  { label: 'Documents', path: '/_understudy/documents', note: 'Where they came from, and what is wrong with them' },
  { label: 'Ready', path: '/debug/ready', note: 'Whether requests are welcome' },
] as const;

/** What this is, in one sentence. */
export function sentence(apis: readonly ShownApi[]): string {
  const titles = apis.map(({ title }) => (/\bAPI$/i.test(title) ? `the ${title}` : title));
  const promise = apis.length === 1 ? 'its document promises' : 'their documents promise';
  const many = new Intl.ListFormat('en').format(titles);
  return `Understudy stands in for ${many}: it answers as ${promise} and remembers what it is told.`;
}

/** Where the first page was found, and what it has to say beside the apis. */
export interface HomeFound {
  /** The address that its reader uses. */
  readonly base: string;
  /** The path that `base` ends with. */
  readonly at: string;
  /** Where people log in, if that is not the base. */
  readonly issuer: string | undefined;
  /** Why what was saved last is not served. */
  readonly failure: string | undefined;
}

/** What is said of something that was saved and cannot be served. */
export const UNSERVED = 'What was saved last cannot be served, and what was served before goes on:';

/** The page for a browser. */
export function home(apis: readonly ShownApi[], { base, at, issuer, failure }: HomeFound): Page {
  const body = html`<header class="curtain">
<div class="column">
<p class="mark"><img src="${addressOf(icon, at)}" alt="" width="28" height="28"> Understudy</p>
<h1>${sentence(apis)}</h1>
<p class="address"><span class="lamp"></span> Answering at <code>${base}</code></p>
</div>
</header>
<main class="column">
${failure === undefined ? undefined : html`<section role="alert"><h2>Not served</h2><p>${UNSERVED}</p><pre>${failure}</pre></section>`}
${apis.map((api, index) => section(api, index + 1, { base, at, issuer: issuerAt(base, issuer) }))}
<section aria-labelledby="backstage">
<h2 id="backstage">Backstage</h2>
<ul class="links">
${CONTROL_LINKS.map(({ label, path, note }) => link(label, at + path, note))}
</ul>
<details class="reset">
<summary>Start over…</summary>
<form method="post" action="${at}/_understudy/reset">
<p>Every record goes back to the fixtures, and the recorded exchanges are forgotten.</p>
<button type="submit">Start over</button>
</form>
</details>
<p role="status" class="status"></p>
</section>
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

/** Where the page was found, and where people log in. */
interface Found {
  readonly base: string;
  readonly at: string;
  readonly issuer: string;
}

function section({ title, version, summary, document, paths, now }: ShownApi, number: number, found: Found): Html {
  const { base, at } = found;
  const { introduction, services, applications, loginPath, responders } = now();
  const { callers = [], example, after } = introduction ?? {};
  return html`<section aria-labelledby="api-${number}">
<h2 id="api-${number}">${title} <small>${version}</small></h2>
${summary === '' ? undefined : html`<p>${summary}</p>`}
${responders ? html`<p>${respondersSentence(responders)}</p>` : undefined}
<ul class="links">
${link('API reference', at + paths.reference, 'Read it, and try every operation')}
${link('OpenAPI, JSON', at + paths.json, 'The document, in one piece')}
${link('OpenAPI, YAML', at + paths.yaml, 'The same, in YAML')}
</ul>
${document.source.findings.length === 0 ? undefined : findings(document.source.findings, at)}
${example ? html`<h3>A request that works</h3>${command(curlLine(base, example, CONTINUED))}` : undefined}
${after ? html`<p>What it has done:</p>${command(curlLine(base, after, CONTINUED))}` : undefined}
${callers.length === 0 ? undefined : html`<h3>Who may call</h3><ul class="callers">${callers.map(caller)}</ul>`}
${applications.length === 0 ? undefined : login(applications, loginPath, found)}
${services.length === 0 ? undefined : grpc(services, base)}
</section>
`;
}

/** How many findings of a document are shown. */
const SHOWN = 5;

function findings(all: readonly DocumentFinding[], at: string): Html {
  return html`<h3>What is wrong with the document</h3>
<ul class="findings">
${linesOf(all, SHOWN, shortPath).map((line) => html`<li><code>${line}</code></li>\n`)}
</ul>
<p><a href="${at}/_understudy/documents">All of it</a>, with line and JSON pointer.</p>`;
}

/** The address of discovery is relative where it can be, as all others here. */
function login(applications: readonly LoginClient[], path: string, { base, at, issuer }: Found): Html {
  return html`<h3>Who logs people in</h3>
<p>OpenID Connect, from the issuer <code>${issuer + path}</code> (<a href="${issuer === base ? at : issuer}${path}${DISCOVERY}">discovery</a>).
These applications are known, by their client ids:</p>
<ul class="callers">${applications.map(application)}</ul>`;
}

function application(client: LoginClient): Html {
  const { id, secret, redirectUris } = client;
  return html`<li><code>${id}</code><span>${describeApplication(client)}${
    secret === undefined ? undefined : html`, with the secret <code>${secret}</code>`
  }${redirectUris.map((uri) => html`<code class="at">${uri}</code>`)}</span>${copy(id, id)}</li>\n`;
}

function grpc(services: readonly string[], base: string): Html {
  return html`<h3>gRPC, gRPC-Web and Connect</h3>
<p>At <code>${hostOf(base)}</code>, with server reflection and health:</p>
<ul class="services">${services.map((name) => html`<li><code>${name}</code></li>`)}</ul>`;
}

function link(label: string, path: string, note: string): Html {
  return html`<li><a href="${path}">${label}</a><span>${note}</span></li>`;
}

function command(line: string): Html {
  return html`<div class="command"><pre tabindex="0"><code>${line}</code></pre>${copy(line, 'the request')}</div>`;
}

function caller({ token, who }: { readonly token: string; readonly who: string }): Html {
  return html`<li><code>${token}</code><span>${who}</span>${copy(token, token)}</li>\n`;
}

/** Shown by the script, which it needs. */
function copy(text: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="Copy ${what}" hidden>Copy</button>`;
}
