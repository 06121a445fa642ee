// `understudy token`, `tokens` and `logins`.

import { columns } from '../columns.ts';
import { LOGINS, TOKEN, TOKENS } from '../command-tables/control-behaviour.ts';
import { countedNoun } from '../counted-noun.ts';
import { controlCommand, defined, wholeNumberFlag } from './control-command.ts';

function pageOf({ limit, after }: { readonly limit: string; readonly after: string | undefined }) {
  return defined({ limit: wholeNumberFlag('--limit', limit), after: wholeNumberFlag('--after', after) });
}

function linesOf(rows: readonly (readonly string[])[], after: number | undefined, none: string): readonly string[] {
  if (rows.length === 0) return [none];
  return [...columns(rows), ...(after === undefined ? [] : [`More: --after ${after}`])];
}

export const logins = controlCommand(LOGINS, async (sandbox, { values: { end, ...values } }) => {
  if (end !== undefined) {
    const value = await sandbox.control('endLogin', { id: end, keepOffline: values['keep-offline'] });
    const notices = value.notified.map(({ client, url, problem }) =>
      problem === undefined ? `${client} notified at ${url}.` : `${client} could not be notified at ${url}: ${problem}`,
    );
    return { value, lines: [`${value.user} logged out; ${countedNoun(value.tokens, 'token')} revoked.`, ...notices] };
  }
  const value = await sandbox.control('listLogins', pageOf(values));
  const rows = value.logins.map(({ id, loginName, since, expires, applications }) => [
    id,
    loginName,
    `since ${since}`,
    `until ${expires}`,
    applications.map(({ client, name = client }) => name).join(', '),
  ]);
  return { value, lines: linesOf(rows, value.after, 'No logins.') };
});

export const tokens = controlCommand(TOKENS, async (sandbox, { values: { revoke, user, client, ...values } }) => {
  if (revoke !== undefined) {
    await sandbox.control('revokeToken', { id: revoke });
    return { value: {}, lines: [`Token ${revoke} revoked.`] };
  }
  const value = await sandbox.control('listTokens', { ...defined({ user, client }), ...pageOf(values) });
  const rows = value.tokens.map(({ id, kind, ending, name = '', application = '', expires, by }) => [
    id,
    kind,
    ending === undefined ? '' : `…${ending}`,
    name,
    application,
    expires === undefined ? 'no expiry' : `until ${expires}`,
    by,
  ]);
  return { value, lines: linesOf(rows, value.after, 'No valid tokens.') };
});

export const token = controlCommand(TOKEN, async (sandbox, { positionals: [user = ''], values }) => {
  const expiresIn = wholeNumberFlag('--expires-in', values['expires-in']);
  const scopes = values.scopes?.split(',').map((scope) => scope.trim());
  const value = await sandbox.control('issueToken', {
    ...defined({ scopes, expiresIn, client: values.client }),
    user,
  });
  return { value, lines: [value.token] };
});
