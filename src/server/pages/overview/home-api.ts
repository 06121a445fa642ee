// One API on the overview page: operations, problems, commands, tokens, logins.

import type { Operation } from '../../../openapi/document.ts';
import type { DocumentFinding } from '../../../openapi/document-finding.ts';
import { shortPath } from '../../../openapi/report/shown-path.ts';
import { groupByTags, joinTitles } from '../../../openapi/tag-groups.ts';
import type { LoginClient } from '../../oidc/login/login-types.ts';
import { formatFindings } from '../../pipeline/api/document-report.ts';
import { CONTINUED, curlCommand } from '../curl-command.ts';
import { type Html, html } from '../html.ts';
import { DISCOVERY_DOCUMENT, describeApplication, hostOf } from '../login-instructions.ts';
import { type ShownApi, titleInText } from '../page-data.ts';
import type { OperationSource } from './introductions.ts';
import { respondersSentence } from './responders-sentence.ts';

/** Where the page was found. */
export interface PageAddress {
  readonly base: string;
  readonly at: string;
  readonly issuer: string;
}

/** How many findings of a document are listed. */
const FINDINGS = 5;
/** How many operations are listed; the reference has all. */
const OPERATIONS = 1500;
/** From how many operations on the list can be filtered. */
const FILTERED = 12;

/** The section of one API: files, problems and operations. @param number - its position, from 1 */
export function apiSection(
  { title, version, summary, document, paths, now }: ShownApi,
  number: number,
  at: string,
): Html {
  const { responders, kindOf = () => 'handler' } = now();
  return html`<section aria-labelledby="api-${number}">
<h2 id="api-${number}">${title} <small>${version}</small></h2>
${summary === '' ? undefined : html`<p>${summary}</p>`}
${responders && html`<p>${respondersSentence(responders)}</p>`}
<p class="files"><a href="${at + paths.reference}">API reference</a> <a href="${at + paths.json}">OpenAPI (JSON)</a> <a href="${at + paths.yaml}">OpenAPI (YAML)</a></p>
${document.source.findings.length === 0 ? undefined : problems(document.source.findings, at)}
${operationList([...document.operations.values()], at + paths.reference, kindOf)}
</section>
`;
}

/** How to call one API: commands, tokens, logins. @param number - its place, from 1 */
export function accessSection({ title, now }: ShownApi, number: number, address: PageAddress): Html {
  const { introduction, services, applications, loginPath } = now();
  const { callers = [], example, after } = introduction ?? {};
  const { base } = address;
  return html`<section aria-labelledby="access-${number}">
<h2 id="access-${number}">Call ${titleInText(title)}</h2>
${example && html`<h3>Try it</h3>${command(curlCommand(base, example, CONTINUED))}`}
${after && html`<p>Then list what you created:</p>${command(curlCommand(base, after, CONTINUED))}`}
${callers.length === 0 ? undefined : html`<h3>Test tokens</h3><ul class="callers">${callers.map(caller)}</ul>`}
${applications.length === 0 ? undefined : login(applications, loginPath, address)}
${services.length === 0 ? undefined : grpc(services, base)}
</section>
`;
}

function operationList(
  operations: readonly Operation[],
  reference: string,
  kindOf: (id: string) => OperationSource,
): Html {
  const groups = groupByTags(operations.slice(0, OPERATIONS));
  const bodies = groups.map(({ titles, operations: own }) => {
    const title = groups.length > 1 ? (joinTitles(titles) ?? 'Other operations') : undefined;
    const rows = own.map((operation) => {
      const { method, path } = operation;
      return html`<tr><td class="method">${method}</td><td><a href="${reference}${anchorOf(operation)}">${path}</a></td><td class="kind">${kindOf(operation.id)}</td></tr>\n`;
    });
    const head =
      title === undefined ? undefined : html`<tr class="group"><th scope="rowgroup" colspan="3">${title}</th></tr>\n`;
    return html`<tbody>${head}${rows}</tbody>\n`;
  });
  const filter =
    operations.length < FILTERED
      ? undefined
      : html`<p class="filter" hidden><input type="search" placeholder="Filter operations" aria-label="Filter operations"></p>`;
  const more = operations.length - OPERATIONS;
  return html`<h3>Operations</h3>
${filter}
<div class="scroll" tabindex="0" role="region" aria-label="Operations"><table class="operations">
<thead><tr><th>Method</th><th>Path</th><th>Responses</th></tr></thead>
${bodies}</table></div>
${more > 0 ? html`<p>${more} more are in the <a href="${reference}">API reference</a>.</p>` : undefined}`;
}

/** Where Swagger UI opens an operation. It needs the operationId and the first tag of the document. */
function anchorOf({ part }: Operation): string {
  const { operationId, tags } = part.value as { readonly operationId?: unknown; readonly tags?: unknown };
  if (typeof operationId !== 'string') return '';
  const [tag = 'default'] = Array.isArray(tags) ? tags.map(String) : [];
  return `#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}`;
}

function problems(all: readonly DocumentFinding[], at: string): Html {
  const count = `${all.length} ${all.length === 1 ? 'problem' : 'problems'} in the document`;
  return html`<h3>${count}</h3>
<ul class="findings">
${formatFindings(all, { maxLines: FINDINGS, formatFile: shortPath }).map((line) => html`<li><code>${line}</code></li>\n`)}
</ul>
<p><a href="${at}/_understudy/documents">All problems</a> with line and JSON Pointer.</p>`;
}

function login(applications: readonly LoginClient[], path: string, { base, at, issuer }: PageAddress): Html {
  return html`<h3>Login (OpenID Connect)</h3>
<p>Issuer: <code>${issuer + path}</code> (<a href="${issuer === base ? at : issuer}${path}${DISCOVERY_DOCUMENT}">discovery</a>).
Applications and their client ids:</p>
<ul class="callers">${applications.map(application)}</ul>`;
}

function application(client: LoginClient): Html {
  const { id, secret, redirectUris } = client;
  return html`<li><code>${id}</code><span>${describeApplication(client)}${
    secret === undefined ? undefined : html`, secret <code>${secret}</code>`
  }${redirectUris.map((uri) => html`<code class="at">${uri}</code>`)}</span>${copyButton(id, id)}</li>\n`;
}

function grpc(services: readonly string[], base: string): Html {
  return html`<h3>gRPC, gRPC-Web and Connect</h3>
<p>At <code>${hostOf(base)}</code>, with server reflection and health checks:</p>
<ul class="services">${services.map((name) => html`<li><code>${name}</code></li>`)}</ul>`;
}

function command(line: string): Html {
  return html`<div class="command"><pre tabindex="0"><code>${line}</code></pre>${copyButton(line, 'the command')}</div>`;
}

function caller({ token, who }: { readonly token: string; readonly who: string }): Html {
  return html`<li><code>${token}</code><span>${who}</span>${copyButton(token, token)}</li>\n`;
}

/** Hidden until the script runs, which it needs. */
function copyButton(text: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="Copy ${what}" hidden>Copy</button>`;
}
