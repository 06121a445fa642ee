// Flags with other callers: `--auth-other`, `--auth-unscoped`, `--auth-expired`.

import type { Document } from '../../openapi/document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type Callers, listRejectedTokens } from '../../verify/callers.ts';
import type { CredentialsByScheme } from '../../verify/credentials.ts';
import { forgeBearers } from '../../verify/oauth/forged-tokens.ts';
import type { Bearer, BearerSettings } from '../../verify/oauth/with-tokens.ts';
import type { CommandIO } from '../io.ts';
import { bearersOf, knownSecrets, requireSchemes, requireToken, type SchemeCredentials } from './schemes.ts';
import type { VerifyFlags } from './verify-flags.ts';
import { clientsOf, credentialsOf, parsePairs } from './verify-secrets.ts';

/** The credentials of other callers, as given. */
export interface CallerCredentials {
  readonly other: SchemeCredentials;
  readonly unscoped: SchemeCredentials;
  readonly expired: CredentialsByScheme;
}

/** Other callers of one server. */
export interface ConnectedCallers {
  readonly callers: Callers;
  readonly bearers: readonly Bearer[];
  /** Secrets to mask in reports. Tokens are fetched during the run. */
  readonly secrets: () => CredentialsByScheme;
}

/** @throws UsageError if the other caller is the first one, or a client has no scope of its own */
export function callersOf(flags: VerifyFlags, env: CommandIO['env']): CallerCredentials {
  const credentials = credentialsOf(flags.auth, env);
  const other = {
    credentials: credentialsOf(flags['auth-other'], env, '--auth-other'),
    clients: clientsOf(flags['client-other'], env, '--client-other'),
  };
  for (const [name, text] of other.credentials)
    if (credentials.get(name) === text)
      throw new UsageError(
        `--auth-other ${name} is the same as --auth ${name}: it needs credentials of another caller.`,
      );
  return {
    other,
    unscoped: {
      credentials: credentialsOf(flags['auth-unscoped'], env, '--auth-unscoped'),
      clients: unscopedClientsOf(flags, env),
    },
    expired: credentialsOf(flags['auth-expired'], env, '--auth-expired'),
  };
}

/** Clients with the missing keys of `--client`. */
function unscopedClientsOf(flags: VerifyFlags, env: CommandIO['env']): SchemeCredentials['clients'] {
  const schemeOf = (key: string) => key.slice(0, key.lastIndexOf('.'));
  const own = flags['client-unscoped'] ?? [];
  const names = new Set([...parsePairs('--client-unscoped', own).keys()].map(schemeOf));
  const inherited = (flags.client ?? []).filter((text) => names.has(schemeOf(text.split('=', 1)[0] ?? '')));
  const clients = clientsOf([...inherited, ...own], env, '--client-unscoped');
  for (const [name, { parameters }] of clients)
    if (parameters?.scope === undefined)
      throw new UsageError(
        `--client-unscoped ${name} needs a scope that no operation requires: --client-unscoped ${name}.scope=…`,
      );
  return clients;
}

/** @throws UsageError with unknown security schemes */
export function requireCallerSchemes(
  documents: readonly Document[],
  { other, unscoped, expired }: CallerCredentials,
): void {
  requireSchemes(documents, other, '-other');
  requireSchemes(documents, unscoped, '-unscoped');
  requireSchemes(documents, { credentials: expired, clients: new Map() }, '-expired');
}

/**
 * Gets the tokens of the other callers.
 *
 * @param first - the credentials and clients of the first caller
 * @param signal - cancels it
 * @throws UsageError if a client gets no token
 */
export async function connectCallers(
  document: Document,
  { other, unscoped, expired }: CallerCredentials,
  first: { readonly credentials: CredentialsByScheme; readonly bearers: readonly Bearer[] },
  settings: BearerSettings,
  signal: AbortSignal,
): Promise<ConnectedCallers> {
  const [ofOther, ofUnscoped] = [other, unscoped].map(({ clients }) => bearersOf(document, clients, settings));
  for (const bearer of [...(ofOther ?? []), ...(ofUnscoped ?? [])]) await requireToken(document, bearer, signal);
  const withMarks = ({ credentials }: SchemeCredentials, bearers: readonly Bearer[] = []) =>
    new Map([...credentials, ...bearers.map(({ name, mark }) => [name, mark] as const)]);
  const isTested = other.credentials.size + other.clients.size > 0;
  const forged = isTested ? first.bearers.flatMap(forgeBearers) : [];
  const rejected = new Map(listRejectedTokens(expired, isTested ? first.credentials : new Map()));
  for (const { name, mark, description } of forged)
    rejected.set(name, [...(rejected.get(name) ?? []), { token: mark, description }]);
  const secretsOf = (suffix: string, one: SchemeCredentials, bearers: readonly Bearer[] = []) =>
    [...knownSecrets({ ...one, credentials: withMarks(one, bearers), secrets: new Map() }, bearers)].map(
      ([name, text]) => [`${name}-${suffix}`, text] as const,
    );
  return {
    callers: {
      ...(isTested && { other: withMarks(other, ofOther) }),
      unscoped: withMarks(unscoped, ofUnscoped),
      rejected,
    },
    bearers: [...(ofOther ?? []), ...(ofUnscoped ?? []), ...forged],
    secrets: () =>
      new Map([
        ...secretsOf('other', other, ofOther),
        ...secretsOf('unscoped', unscoped, ofUnscoped),
        ...[...rejected].flatMap(([name, all]) =>
          all.map(({ token }, index) => [`${name}-rejected${index === 0 ? '' : `-${index + 1}`}`, token] as const),
        ),
        ...forged.flatMap(({ name, tokens }) =>
          [...tokens.all].map((token, index) => [`${name} forged token ${index + 1}`, token] as const),
        ),
      ]),
  };
}
