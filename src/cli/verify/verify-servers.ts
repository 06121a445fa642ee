// Tests servers against documents: a given URL, or a mock server.

import { inspect } from 'node:util';
import { createServer } from '../../app/mock-server.ts';
import type { Document } from '../../openapi/document.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { loadApi } from '../../server/pipeline/api/load-api.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { type ValuesByName, valueProblems } from '../../verify/cases/given-values.ts';
import { detectSandboxes } from '../../verify/cases/sandboxes.ts';
import type { Phase } from '../../verify/cases/test-case.ts';
import type { CheckId } from '../../verify/checks.ts';
import type { Contracts } from '../../verify/contracts/read-contracts.ts';
import { type Credentials, findCredentials } from '../../verify/credentials.ts';
import type { OAuthClient } from '../../verify/oauth/client.ts';
import { withTokens } from '../../verify/oauth/with-tokens.ts';
import { createRateLimiter } from '../../verify/rate-limiter.ts';
import { redactSecrets, listSecrets as waysOf } from '../../verify/report/secrets.ts';
import { createTarget, type ReceivedResponse, type Target, type TargetSettings } from '../../verify/target.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { type Progress, verify } from '../../verify/verify.ts';
import { type ConfigFile, readConfigFile } from '../config/config-file.ts';
import type { CommandIO } from '../io.ts';
import { type ChosenApis, chooseApis } from '../serve/chosen-apis.ts';
import { findContracts } from './find-contracts.ts';
import { exceptionsOf } from './named-operations.ts';
import { bearersOf, knownSecrets, requireSchemes, requireToken, schemesOf } from './schemes.ts';

/** Where documents are found. */
export interface DocumentLocation {
  /** A path, a URL, `-`. Default: what `understudy serve` would serve in the folder. */
  readonly document: string | undefined;
  readonly folder: string;
  /** Hosts that documents may be fetched from. Default: those of the config. */
  readonly allowFetch: string | undefined;
  /** Read for the document `-`. */
  readonly stdin: CommandIO['stdin'];
}

/** How it is done. */
export interface VerifyServersSettings {
  /** The URL of the server. Default: a mock server of the documents is started. */
  readonly url: string | undefined;
  readonly credentials: Credentials;
  /** Clients that get tokens, by the security schemes that these are for. */
  readonly clients: ReadonlyMap<string, OAuthClient>;
  /** Other secrets to mask in reports, by name. */
  readonly secrets: Credentials;
  /** How many requests may begin in a second. Default: any number. */
  readonly rate: number | undefined;
  readonly target: TargetSettings & { readonly concurrency: number };
  readonly checks: readonly CheckId[];
  readonly phases: readonly Phase[];
  /** How many requests are generated at random for each operation. */
  readonly randomRequests: number;
  readonly values: ValuesByName;
  /** The folder of contracts; false for none. Default: `contracts`, if there are any. */
  readonly contracts: string | false | undefined;
  readonly allowWrites: boolean;
  /** Operations that are sent in spite of the write rule, as a user names them: an operationId, or `METHOD /path` with `*`. */
  readonly allowUnsafe: readonly string[];
  /** Operations that are never sent, beside those of the config; named in the same way. */
  readonly skipOperations: readonly string[];
  readonly seed: string | undefined;
  /** The ids of those that are tried; a document that has none of them is left out. Default: all. */
  readonly operations: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Receives notices, a sentence each. */
  readonly onNotice: (sentence: string) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** The documents of a place, and what is served of them. */
export interface VerifiedDocuments extends Pick<ChosenApis, 'apis'> {
  readonly config: ConfigFile['config'];
  readonly documents: readonly Document[];
}

/** One document, and how its server has kept it. */
export interface VerifiedServer {
  /** The document, as people know it. */
  readonly name: string;
  readonly document: Document;
  readonly verdict: Verdict;
  /** Secrets to mask in reports. */
  readonly credentials: Credentials;
}

/** @throws UsageError if there is no document, or it cannot be used */
export async function documentsAt({
  document,
  folder,
  allowFetch,
  stdin,
}: DocumentLocation): Promise<VerifiedDocuments> {
  const { path: configFile, config } = await readConfigFile(folder);
  const documents = document === undefined ? [] : [document];
  const { apis } = await chooseApis({ documents, config, configFile, folder, stdin });
  const hosts = parseHosts('--allow-fetch', allowFetch ?? config.allowFetch ?? '');
  const loaded: Document[] = [];
  for (const api of apis) loaded.push((await loadApi(api, { hosts, credentials: config.credentials })).document);
  return { config, apis, documents: loaded };
}

/** Tests a server against each document, one after the other. @throws UsageError if it cannot be reached */
export async function verifyServers(
  { config, apis, documents }: VerifiedDocuments,
  given: VerifyServersSettings,
): Promise<readonly VerifiedServer[]> {
  const { onNotice } = given;
  const settings = { ...given, ...exceptionsOf(given, config, documents, onNotice) };
  const standIn =
    settings.url === undefined
      ? await createServer({
          ...config,
          apis,
          durability: 'memory',
          onNotice,
          onError: (thrown) => onNotice(inspect(thrown)),
        })
      : undefined;
  try {
    const url = settings.url ?? (await standIn?.listen())?.url ?? '';
    requireSchemes(documents, settings);
    const problems = valueProblems(documents, settings.values, settings.target.headers, settings.operations);
    if (problems.length > 0) throw new UsageError('Invalid values:', problems);
    const contracts = await findContracts(settings.contracts, documents, settings.onNotice);
    const pace = createRateLimiter({ ...(settings.rate !== undefined && { rate: settings.rate }) });
    const held: VerifiedServer[] = [];
    for (const [index, document] of documents.entries()) {
      const { operations: wanted = [] } = settings;
      if (wanted.length > 0 && !wanted.some((id) => document.operations.has(id))) continue;
      const { clients } = settings;
      const token = standIn?.introductions()[index]?.introduction?.example?.token;
      const inHeaders = findCredentials(settings.target.headers ?? {}, schemesOf(document));
      const given = new Map([...inHeaders, ...settings.credentials]);
      const credentials = given.size > 0 || clients.size > 0 || !token ? given : tokenFor(document, token);
      const bearers = bearersOf(document, clients, { server: url + document.base, target: settings.target });
      for (const bearer of bearers) await requireToken(document, bearer);
      const marks = bearers.map(({ name, mark }) => [name, mark] as const);
      const target = withTokens(pace.wrap(createTarget(url, settings.target)), bearers);
      const shown = new Map([...credentials, ...marks]);
      // Tokens come while it runs.
      const secrets = () => knownSecrets({ ...settings, credentials: shown }, bearers);
      const onNotice = (sentence: string) => settings.onNotice(redactSecrets(sentence, waysOf(secrets())));
      const verdict = await tried(document, target, { ...settings, credentials: shown, onNotice }, contracts);
      held.push({ name: shownPath(document.source.path), document, verdict, credentials: secrets() });
    }
    const { times, milliseconds } = pace.delays;
    if (times > 0)
      settings.onNotice(
        `the server sent Retry-After ${times} times; paused for ${Math.round(milliseconds / 1000)} s in total. Stay below its limit with --rate.`,
      );
    return held;
  } finally {
    await standIn?.close();
  }
}

async function tried(
  document: Document,
  target: Target,
  settings: VerifyServersSettings,
  contracts: Contracts,
): Promise<Verdict> {
  const { credentials, operations, seed, onProgress, target: ways, ...others } = settings;
  const root = createTarget(new URL(target.url).origin, { ...ways, headers: {} });
  try {
    const probe = { method: 'GET', headers: [], body: undefined, rawParameters: { path: {}, query: '', headers: {} } };
    const found = await target.send({ ...probe, target: '/' });
    if ('reason' in found) throw new UsageError(`Cannot reach ${target.url}: ${found.reason}.`, []);
    tellOfRedirect(target.url, found, settings.onNotice);
    const worlds = await detectSandboxes(root);
    return await verify({
      ...others,
      contracts,
      document,
      target,
      sandboxes: worlds,
      credentials: credentials.size === 0 && worlds.areIsolated ? new Map([['', 'token']]) : credentials,
      concurrency: ways.concurrency,
      ...(seed !== undefined && { seed }),
      ...(operations && { operations }),
      ...(onProgress && { onProgress }),
    });
  } finally {
    root.close();
    target.close();
  }
}

/** A server that is somewhere else: nothing can be said of it where it only says so. */
function tellOfRedirect(
  url: string,
  { status, headers: { location = '' } }: ReceivedResponse,
  tell: VerifyServersSettings['onNotice'],
) {
  if (status < 301 || status > 308 || !URL.canParse(location, url)) return;
  const { origin } = new URL(location, url);
  if (origin !== new URL(url).origin)
    tell(
      `${url} redirects to ${origin}. Redirects are not followed; use that URL instead if it is the server to test.`,
    );
}

/** A token of the fixtures, for each scheme that takes tokens. */
export function tokenFor({ operations }: Document, token: string): Credentials {
  const demands = [...operations.values()].flatMap(({ security }) => security.flat());
  const takes = demands.filter(
    ({ scheme }) =>
      scheme?.type === 'oauth2' ||
      scheme?.type === 'openIdConnect' ||
      (scheme?.type === 'http' && /^bearer$/i.test(scheme.scheme)),
  );
  return new Map(takes.map(({ name }) => [name, token]));
}
