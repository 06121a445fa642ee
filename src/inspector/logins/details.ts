// The details of a login or a token, and buttons to end it.

import type { GivenToken, Login } from '../../client/client.ts';
import { FormDialog } from '../parts/dialog.ts';
import { Facts, Side } from '../parts/master-detail.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useAction, useSession } from '../session.ts';
import { momentOf, wayOf } from './rows.ts';

interface LoginProps {
  readonly login: Login;
  /** The tokens of this login. */
  readonly tokens: readonly GivenToken[];
  onTokens(): void;
  onClose(): void;
}

export function LoginDetail({ login, tokens, onTokens, onClose }: LoginProps): VNode {
  const { sandbox, notify } = useSession();
  const [isEnding, setIsEnding] = useState(false);
  const [keepOffline, setKeepOffline] = useState(false);
  const { id, name, loginName, user, since, expires, by, applications } = login;
  const isOffline = applications.some(({ offline }) => offline);
  const end = async () => {
    const ended = await sandbox.control('endLogin', { id, keepOffline });
    const failed = ended.notified.filter(({ problem }) => problem !== undefined);
    if (failed.length > 0)
      notify(
        `${name} was logged out. ${failed.map(({ client, url, problem }) => `${client} could not be notified at ${url}: ${problem}`).join('; ')}`,
        'bad',
      );
    else notify(`${name} was logged out; ${ended.tokens} ${ended.tokens === 1 ? 'token' : 'tokens'} revoked.`, 'good');
  };
  return html`<${Side} title=${name} onClose=${onClose}>
    <p class="soft">${loginName}</p>
    <p class="row">
      <button type="button" onClick=${() => setIsEnding(true)}>Log out…</button>
      <button type="button" disabled=${tokens.length === 0} onClick=${onTokens}>Tokens (${tokens.length})</button>
    </p>
    <${Facts} of=${[
      ['Since', momentOf(since)],
      ['Until', momentOf(expires)],
      ['Method', by === 'password' ? 'password' : 'selected from the list'],
      ['User id', html`<span class="code">${user}</span>`],
      ['Login id', html`<span class="code">${id}</span>`],
    ]} />
    <h3>Applications</h3>
    ${applications.length === 0 && html`<p class="soft">No application uses this login.</p>`}
    ${applications.map(
      ({ client, name: application = client, scopes, sid, offline }) => html`<section key=${client} class="boxed">
        <b>${application}</b>${offline && html` <span class="pill">offline access</span>`}
        <${Scopes} scopes=${scopes} />
        <${Facts} of=${[
          ['Client id', html`<span class="code">${client}</span>`],
          ['sid', sid === undefined ? undefined : html`<span class="code">${sid}</span>`],
        ]} />
      </section>`,
    )}
    ${
      isEnding &&
      html`<${FormDialog} title=${`Log out ${name}`} act="Log out" tone="grave" onClose=${() => setIsEnding(false)} onAct=${end}>
        <p>The browser must log in again, and all tokens of this login become invalid. Applications with back-channel logout are notified.</p>
        ${
          isOffline &&
          html`<label class="choice"><input type="checkbox" checked=${keepOffline} onChange=${(event: Event) => setKeepOffline((event.target as HTMLInputElement).checked)} />
            Keep tokens with offline access</label>`
        }
      <//>`
    }
  <//>`;
}

interface TokenProps {
  readonly token: GivenToken;
  /** Opens the login of the token; undefined where there is none. */
  readonly onLogin: (() => void) | undefined;
  onClose(): void;
}

export function TokenDetail({ token, onLogin, onClose }: TokenProps): VNode {
  const { sandbox } = useSession();
  const run = useAction();
  const { id, kind, name, user, application, client, api, scheme, scopes, given, expires, ending } = token;
  const revoke = async () => {
    await run(() => sandbox.control('revokeToken', { id }), 'The token was revoked.');
    onClose();
  };
  const titles = { access: 'Access token', refresh: 'Refresh token', credential: 'Credential' };
  return html`<${Side} title=${`${titles[kind]}${name === undefined ? '' : ` of ${name}`}`} onClose=${onClose}>
    <p class="row">
      ${kind !== 'credential' && html`<button type="button" onClick=${revoke}>Revoke</button>`}
      ${onLogin && html`<button type="button" onClick=${onLogin}>Show login</button>`}
    </p>
    ${kind === 'credential' && html`<p class="soft">This credential comes from the settings. Remove it there.</p>`}
    ${kind === 'refresh' && html`<p class="soft">Revoking it also revokes its access tokens.</p>`}
    <${Facts} of=${[
      ['Issued', given === undefined ? undefined : momentOf(given)],
      ['Grant', wayOf(token)],
      ['Until', expires === undefined ? 'no expiry' : momentOf(expires)],
      ['Ends with', ending === undefined ? undefined : html`<span class="code">…${ending}</span>`],
      ['User id', user === undefined ? undefined : html`<span class="code">${user}</span>`],
      ['Application', application],
      ['Client id', client === undefined ? undefined : html`<span class="code">${client}</span>`],
      ['API', api],
      ['Scheme', scheme],
      ['Id', html`<span class="code">${id}</span>`],
    ]} />
    <h3>Scopes</h3>
    ${scopes === undefined ? html`<p class="soft">All.</p>` : html`<${Scopes} scopes=${scopes} />`}
  <//>`;
}

function Scopes({ scopes }: { readonly scopes: readonly string[] }): VNode {
  if (scopes.length === 0) return html`<p class="soft">None.</p>`;
  return html`<ul class="scopes">${scopes.map((scope) => html`<li key=${scope}>${scope}</li>`)}</ul>`;
}
