// Rows of logins and tokens.

import type { GivenToken, Login } from '../../client/client.ts';
import { html, type VNode } from '../preact.ts';

/** Labels of grant types. Others are shown by their OAuth names. */
const GRANTS: Readonly<Record<string, string>> = {
  minted: 'issued here',
  settings: 'settings',
  authorization_code: 'login',
  'authorization_code refresh_token': 'refreshed',
  client_credentials: 'client credentials',
  implicit: 'login',
};

export function wayOf({ by }: GivenToken): string {
  return (
    GRANTS[by] ??
    (by.endsWith('refresh_token')
      ? 'refreshed'
      : by.endsWith('device_code')
        ? 'device'
        : by.endsWith('jwt-bearer')
          ? 'JWT profile'
          : by)
  );
}

export function loginRow({ name, loginName, since, expires, applications }: Login): VNode {
  const used = applications.map(({ name: application, client }) => application ?? client).join(', ');
  return html`<span class="name" title=${name}>${name}</span><span class="login-name" title=${loginName}>${loginName}</span>
    <span class="applications" title=${used}>${used === '' ? 'no application' : used}</span>
    <span class="times">since ${momentOf(since)}</span><span class="until">until ${momentOf(expires)}</span>`;
}

export function tokenRow(token: GivenToken): VNode {
  const { kind, name = token.user ?? '', application = token.client ?? token.api ?? '', ending, expires } = token;
  return html`<span class="kind" data-is=${kind}>${kind}</span><span class="name" title=${name}>${name === '' ? 'no user' : name}</span>
    <span class="applications" title=${application}>${application === '' ? 'no application' : application}</span>
    <span class="ending">${ending === undefined ? '' : `…${ending}`}</span><span class="way">${wayOf(token)}</span>
    <span class="until">${expires === undefined ? 'no expiry' : `until ${momentOf(expires)}`}</span>`;
}

/** A time in a list: `2026-11-21 09:00:30`. */
export function momentOf(time: string): string {
  return time.slice(0, 19).replace('T', ' ');
}

/** The text that the filter searches. */
export function loginWords({ id, name, loginName, user, applications }: Login): string {
  return [id, name, loginName, user, ...applications.flatMap((one) => [one.client, one.name])].join(' ').toLowerCase();
}

export function tokenWords(token: GivenToken): string {
  const { id, kind, name, user, application, client, ending, scopes = [], api, by, login } = token;
  return [id, kind, name, user, application, client, ending, api, by, login, wayOf(token), ...scopes]
    .join(' ')
    .toLowerCase();
}
