// What is known of a login or a token, and how each is ended.

import type { GivenToken, Login } from '../../client/client.ts';
import { Ask } from '../parts/dialog.ts';
import { Facts, Side } from '../parts/side.ts';
import { html, useState, type VNode } from '../preact.ts';
import { useDoing, useSession } from '../session.ts';
import { momentOf, wayOf } from './rows.ts';

interface LoginProps {
  readonly login: Login;
  /** The tokens that came of it. */
  readonly tokens: readonly GivenToken[];
  onTokens(): void;
  onClose(): void;
}

export function LoginDetail({ login, tokens, onTokens, onClose }: LoginProps): VNode {
  const { sandbox, say } = useSession();
  const [asks, setAsks] = useState(false);
  const [keepOffline, setKeepOffline] = useState(false);
  const { id, name, loginName, user, since, expires, by, applications } = login;
  const isOffline = applications.some(({ offline }) => offline);
  const end = async () => {
    const ended = await sandbox.control('endLogin', { id, keepOffline });
    const failed = ended.told.filter(({ problem }) => problem !== undefined);
    if (failed.length > 0)
      say(
        `${name} is logged out. ${failed.map(({ client, url, problem }) => `${client} could not be told at ${url}: ${problem}`).join('; ')}`,
        'bad',
      );
    else say(`${name} is logged out, and ${ended.tokens} ${ended.tokens === 1 ? 'token' : 'tokens'} revoked.`, 'good');
  };
  return html`<${Side} title=${name} onClose=${onClose}>
    <p class="soft">${loginName}</p>
    <p class="row">
      <button type="button" onClick=${() => setAsks(true)}>End this login…</button>
      <button type="button" disabled=${tokens.length === 0} onClick=${onTokens}>Its tokens (${tokens.length})</button>
    </p>
    <${Facts} of=${[
      ['Since', momentOf(since)],
      ['Until', momentOf(expires)],
      ['Recognized by', by === 'password' ? 'a password' : 'having been chosen'],
      ['User', html`<span class="code">${user}</span>`],
      ['Login', html`<span class="code">${id}</span>`],
    ]} />
    <h3>Applications</h3>
    ${applications.length === 0 && html`<p class="soft">It was used for none that still counts.</p>`}
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
      asks &&
      html`<${Ask} title=${`End the login of ${name}`} act="End it" tone="grave" onClose=${() => setAsks(false)} onAct=${end}>
        <p>As if ${name} had logged out elsewhere: the browser is asked to log in again, and tokens that came of it are refused. Applications that want to know it are told.</p>
        ${
          isOffline &&
          html`<label class="choice"><input type="checkbox" checked=${keepOffline} onChange=${(event: Event) => setKeepOffline((event.target as HTMLInputElement).checked)} />
            Leave tokens with offline access alone, as a log out by the user does</label>`
        }
      <//>`
    }
  <//>`;
}

interface TokenProps {
  readonly token: GivenToken;
  /** Leads to the login that it came of; undefined when that is not there. */
  readonly onLogin: (() => void) | undefined;
  onClose(): void;
}

export function TokenDetail({ token, onLogin, onClose }: TokenProps): VNode {
  const { sandbox } = useSession();
  const doing = useDoing();
  const { id, kind, name, user, application, client, api, scheme, scopes, given, expires, ending } = token;
  const revoke = async () => {
    await doing(() => sandbox.control('revokeToken', { id }), 'The token is refused from now on.');
    onClose();
  };
  const titles = { access: 'Access token', refresh: 'Refresh token', credential: 'Credential' };
  return html`<${Side} title=${`${titles[kind]}${name === undefined ? '' : ` of ${name}`}`} onClose=${onClose}>
    <p class="row">
      ${kind !== 'credential' && html`<button type="button" onClick=${revoke}>Revoke it</button>`}
      ${onLogin && html`<button type="button" onClick=${onLogin}>The login it came of</button>`}
    </p>
    ${kind === 'credential' && html`<p class="soft">It stands in the settings of the stand-in, and is revoked there.</p>`}
    ${kind === 'refresh' && html`<p class="soft">With it go the access tokens that were given for the same.</p>`}
    <${Facts} of=${[
      ['Given', given === undefined ? undefined : momentOf(given)],
      ['How', wayOf(token)],
      ['Until', expires === undefined ? 'stays' : momentOf(expires)],
      ['Ends with', ending === undefined ? undefined : html`<span class="code">…${ending}</span>`],
      ['User', user === undefined ? undefined : html`<span class="code">${user}</span>`],
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
