// One of the two servers of `understudy parity`: its connection, credentials and secrets.

import type { Document } from '../../openapi/document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { detectSandboxes } from '../../verify/cases/sandboxes.ts';
import { createSide } from '../../verify/compare/compare-servers.ts';
import type { ServerSide } from '../../verify/compare/server-pair.ts';
import type { CredentialsByScheme } from '../../verify/credentials.ts';
import { withTokens } from '../../verify/oauth/with-tokens.ts';
import { createRateLimiter } from '../../verify/rate-limiter.ts';
import { createTarget, type Target } from '../../verify/target.ts';
import type { FlagValues } from '../command.ts';
import type { PARITY } from '../command-tables/servers.ts';
import type { CommandIO } from '../io.ts';
import { bearersOf, knownSecrets, requireToken, type SchemeCredentials } from './schemes.ts';
import { findServerUrl } from './server-url.ts';
import { certificatesOf, countOf, rateOf } from './verify-flags.ts';
import { clientsOf, credentialsOf, headersOf } from './verify-secrets.ts';

export type ParityFlags = FlagValues<typeof PARITY.flags>;

/** The credentials of both servers, and those of one. */
export function sideCredentials(
  side: 'reference' | 'candidate',
  values: ParityFlags,
  env: CommandIO['env'],
): SchemeCredentials {
  const [auth, client] = [values[`${side}-auth`] ?? [], values[`${side}-client`] ?? []];
  return {
    credentials: credentialsOf([...(values.auth ?? []), ...auth], env),
    clients: clientsOf([...(values.client ?? []), ...client], env),
  };
}

export interface ReportedSide extends ServerSide {
  /** Secrets to mask in reports. Tokens are fetched during the run. */
  readonly secrets: () => CredentialsByScheme;
}

interface SideSettings {
  readonly document: Document;
  readonly values: ParityFlags;
  /** Receives the targets that the caller has to close. */
  readonly targets: Target[];
  readonly env: CommandIO['env'];
  readonly signal: AbortSignal;
  readonly onNotice: (sentence: string) => void;
}

/** Connects to a server. @throws UsageError if it does not respond */
export async function connectSide(
  given: string,
  shown: SchemeCredentials,
  { document, values, targets, env, signal, onNotice }: SideSettings,
): Promise<ReportedSide> {
  const connection = {
    timeout: countOf('--timeout', values.timeout) * 1000,
    concurrency: countOf('--concurrency', values.concurrency),
    isInsecure: values.insecure,
    ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
  };
  const { headers, secrets } = headersOf(values.header, env);
  const url = await findServerUrl(given, { document, target: { ...connection, headers }, signal, onNotice });
  const bare = createTarget(url, { ...connection, headers });
  const root = createTarget(new URL(bare.url).origin, connection);
  targets.push(bare, root);
  const rawParameters = { path: {}, query: '', headers: {} };
  const probe = { method: 'GET', target: '/', headers: [], body: undefined, rawParameters };
  const found = await bare.send(probe, {}, signal);
  if ('reason' in found) throw new UsageError(`Cannot reach ${bare.url}: ${found.reason}.`);
  const rate = rateOf({ rate: values.rate });
  const limiter = createRateLimiter({ ...(rate !== undefined && { rate }) });
  const bearers = bearersOf(document, shown.clients, { server: bare.url + document.base, target: connection });
  for (const bearer of bearers) await requireToken(document, bearer, signal);
  const credentials = new Map([...shown.credentials, ...bearers.map(({ name, mark }) => [name, mark] as const)]);
  return {
    ...createSide(withTokens(limiter.wrap(bare), bearers), await detectSandboxes(root, signal), credentials),
    secrets: () => knownSecrets({ ...shown, credentials, secrets }, bearers),
  };
}
