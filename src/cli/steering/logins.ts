// Commands about who is asking: who is logged in, and tokens.

import { columns } from '../columns.ts';
import { type CommandLine, counted, type Steering, said, wholeNumber } from './steering.ts';

const PART = {
  limit: { takes: 'NUMBER', help: 'how many at most (default 100)' },
  after: { takes: 'PLACE', help: 'only those after this place, which is told where there are more' },
};

function partOf({ limit, after }: CommandLine['flags']) {
  return { limit: wholeNumber('--limit', limit), after: wholeNumber('--after', after) };
}

function linesOf(rows: readonly (readonly string[])[], after: number | undefined, nothing: string): readonly string[] {
  if (rows.length === 0) return [nothing];
  return [...columns(rows), ...(after === undefined ? [] : [`There are more: --after ${after}`])];
}

export const logins: Steering = {
  usage: ['logins', 'logins --end ID'],
  about:
    'Shows who is logged in with a browser, the oldest first, or ends a login, as if the user had logged out elsewhere.',
  flags: {
    end: { takes: 'ID', help: 'end this login: it is asked for again, and what came of it is refused' },
    'keep-offline': { help: 'let applications with offline_access keep their tokens' },
    ...PART,
  },
  words: [0, 0],
  async run(sandbox, { flags: { end, ...flags } }) {
    if (end !== undefined) {
      const value = await sandbox.control('endLogin', { id: String(end), keepOffline: flags['keep-offline'] === true });
      const tellings = value.told.map(({ client, url, problem }) =>
        problem === undefined ? `${client} was told at ${url}.` : `${client} could not be told at ${url}: ${problem}`,
      );
      return {
        value,
        lines: [`${value.user} is logged out, and ${counted(value.tokens, 'token')} revoked.`, ...tellings],
      };
    }
    const value = await sandbox.control('listLogins', said(partOf(flags)));
    const rows = value.logins.map(({ id, loginName, since, expires, applications }) => [
      id,
      loginName,
      `since ${since}`,
      `until ${expires}`,
      applications.map(({ client, name = client }) => name).join(', '),
    ]);
    return { value, lines: linesOf(rows, value.after, 'Nobody is logged in.') };
  },
};

export const tokens: Steering = {
  usage: ['tokens', 'tokens --revoke ID'],
  about: 'Shows the tokens that are valid, without what is secret, the oldest first, or revokes one.',
  flags: {
    revoke: { takes: 'ID', help: 'revoke this token; with a refresh token what was given for the same' },
    user: { takes: 'NAME', help: 'only those of this user' },
    client: { takes: 'ID', help: 'only those of this application' },
    ...PART,
  },
  words: [0, 0],
  async run(sandbox, { flags: { revoke, user, client, ...flags } }) {
    if (revoke !== undefined) {
      await sandbox.control('revokeToken', { id: String(revoke) });
      return { value: {}, lines: [`The token ${revoke} is revoked.`] };
    }
    const which = { user: user as string | undefined, client: client as string | undefined };
    const value = await sandbox.control('listTokens', said({ ...which, ...partOf(flags) }));
    const rows = value.tokens.map(({ id, kind, ending, name = '', application = '', expires, by }) => [
      id,
      kind,
      ending === undefined ? '' : `…${ending}`,
      name,
      application,
      expires === undefined ? 'stays' : `until ${expires}`,
      by,
    ]);
    return { value, lines: linesOf(rows, value.after, 'No token is valid.') };
  },
};

export const token: Steering = {
  usage: ['token USER'],
  about: 'Prints an access token of a user, as after a login. USER is an id or a login name.',
  flags: {
    scopes: { takes: 'LIST', help: 'its scopes, separated by commas (default: those that open the api)' },
    'expires-in': { takes: 'SECONDS', help: 'when it ends (default: as after a login)' },
    client: { takes: 'ID', help: 'the application that it is for' },
  },
  words: [1, 1],
  async run(sandbox, { words: [user = ''], flags: { scopes, client, ...flags } }) {
    const expiresIn = wholeNumber('--expires-in', flags['expires-in']);
    const list = typeof scopes === 'string' ? scopes.split(',').map((scope) => scope.trim()) : undefined;
    const order = said({ scopes: list, expiresIn, client: client as string | undefined });
    const value = await sandbox.control('issueToken', { ...order, user });
    return { value, lines: [value.token] };
  },
};
