// Tests servers against documents: at a URL, or a mock server.

import { inspect } from 'node:util';
import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { Document } from '../../openapi/document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { loadApi } from '../../server/pipeline/api/load-api.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import type { Callers } from '../../verify/callers.ts';
import { type ValuesByName, valueProblems } from '../../verify/cases/given-values.ts';
import { detectSandboxes } from '../../verify/cases/sandboxes.ts';
import type { Phase } from '../../verify/cases/test-case.ts';
import type { CheckId } from '../../verify/checks.ts';
import { type CredentialsByScheme, extractCredentials } from '../../verify/credentials.ts';
import type { OAuthClient } from '../../verify/oauth/client.ts';
import { withTokens } from '../../verify/oauth/with-tokens.ts';
import { createRateLimiter, type RateLimiter } from '../../verify/rate-limiter.ts';
import { listSecrets, redactSecrets } from '../../verify/report/secrets.ts';
import type { RunLimits } from '../../verify/run-limits.ts';
import type { VerifySettings } from '../../verify/settings.ts';
import { createTarget, type ReceivedResponse, type Target, type TargetSettings } from '../../verify/target.ts';
import { createEmptyVerdict, type Verdict } from '../../verify/verdict.ts';
import { type Progress, verify } from '../../verify/verify.ts';
import { type ConfigFile, readConfigFile } from '../config/config-file.ts';
import type { CommandIO } from '../io.ts';
import { type ChosenApis, chooseApis } from '../serve/chosen-apis.ts';
import { type CallerCredentials, type ConnectedCallers, connectCallers, requireCallerSchemes } from './callers.ts';
import { describeDocumentErrors } from './document-errors.ts';
import { findContracts } from './find-contracts.ts';
import { resolveExceptions } from './named-operations.ts';
import { bearersOf, knownSecrets, requireSchemes, requireToken, schemesOf } from './schemes.ts';
import { findServerUrl } from './server-url.ts';

/** The location of documents. */
export interface DocumentLocation {
  /** Paths, URLs, `-`. Default: the documents that `understudy serve` would serve in the folder. */
  readonly document: string | readonly string[] | undefined;
  readonly folder: string;
  /** Hosts from which documents may be fetched. Default: those of the config. */
  readonly allowFetch: string | undefined;
  /** Read for the document `-`. */
  readonly stdin: CommandIO['stdin'];
  /** Receives the errors of the documents. Default: nothing does. */
  readonly onNotice?: (text: string) => void;
}

/** The settings of a run. */
export interface VerifyServersSettings {
  /** The URL of the server. Default: a mock server of the documents is started. */
  readonly url: string | undefined;
  readonly credentials: CredentialsByScheme;
  /** OAuth clients by security scheme. */
  readonly clients: ReadonlyMap<string, OAuthClient>;
  /** Other callers, for the tests of access control. Default: none. */
  readonly callers?: CallerCredentials;
  /** Other secrets to mask in reports, by name. */
  readonly secrets: CredentialsByScheme;
  /** The maximum number of requests per second. Default: unlimited. */
  readonly rate: number | undefined;
  readonly target: TargetSettings & { readonly concurrency: number };
  readonly checks: readonly CheckId[];
  readonly phases: readonly Phase[];
  /** The number of random requests per operation. */
  readonly randomRequests: number;
  readonly values: ValuesByName;
  /** The folder of contracts; false for none. Default: `contracts`, if there are any. */
  readonly contracts: string | false | undefined;
  readonly allowWrites: boolean;
  /** Unsafe operations to send: operationIds, or `METHOD /path` with `*`. */
  readonly allowUnsafe: readonly string[];
  /** Operations to skip, besides those of the config; named in the same way. */
  readonly skipOperations: readonly string[];
  readonly seed: string | undefined;
  /** The limits of all documents together. Default: none. */
  readonly limits?: RunLimits;
  /** The ids of findings that do not fail the run. Default: none. */
  readonly knownFindings?: ReadonlySet<string>;
  /** The ids of the operations to test; documents without them are skipped. Default: all. */
  readonly operations: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** Receives notices, a sentence each. */
  readonly onNotice: (sentence: string) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Documents, with their APIs and the config. */
export interface LoadedDocuments extends Pick<ChosenApis, 'apis'> {
  readonly config: ConfigFile['config'];
  readonly documents: readonly Document[];
}

/** One document, with the verdict on its server. */
export interface VerifiedServer {
  /** The displayed path of the document. */
  readonly name: string;
  readonly document: Document;
  readonly verdict: Verdict;
  /** Secrets to mask in reports. */
  readonly credentials: CredentialsByScheme;
}

/** @throws UsageError if there is no document, or it cannot be used */
export async function loadDocuments({
  document,
  folder,
  allowFetch,
  stdin,
  onNotice,
}: DocumentLocation): Promise<LoadedDocuments> {
  const { path: configFile, config } = await readConfigFile(folder);
  const documents = [document ?? []].flat();
  const { apis } = await chooseApis({ documents, config, configFile, folder, stdin });
  const hosts = parseHosts('--allow-fetch', allowFetch ?? config.allowFetch ?? '');
  const loaded: Document[] = [];
  for (const api of apis) loaded.push((await loadApi(api, { hosts, credentials: config.credentials })).document);
  for (const text of describeDocumentErrors(loaded)) onNotice?.(text);
  return { config, apis, documents: loaded };
}

/** Tests a server against each document, one after the other. @throws UsageError if it cannot be reached */
export async function verifyServers(
  { config, apis, documents }: LoadedDocuments,
  options: VerifyServersSettings,
): Promise<readonly VerifiedServer[]> {
  const { onNotice } = options;
  const settings = { ...options, ...resolveExceptions(options, config, documents, onNotice) };
  const mock =
    settings.url === undefined
      ? await createServer({
          ...temporarySettings(config, apis),
          onNotice,
          onError: (thrown) => onNotice(inspect(thrown)),
        })
      : undefined;
  try {
    const given = settings.url ?? (await mock?.listen())?.url ?? '';
    requireGivenSchemes(documents, settings);
    const problems = valueProblems(documents, settings.values, settings.target.headers, settings.operations);
    if (problems.length > 0) throw new UsageError('Invalid values:', problems);
    const contracts = await findContracts(settings.contracts, documents, settings.onNotice);
    const pace = createRateLimiter({ ...(settings.rate !== undefined && { rate: settings.rate }) });
    const verified: VerifiedServer[] = [];
    for (const [index, document] of documents.entries()) {
      const { operations: selected = [] } = settings;
      if (selected.length > 0 && !selected.some((id) => document.operations.has(id))) continue;
      if (settings.signal.aborted || settings.limits?.signal.aborted) {
        verified.push(untestedServer(document, settings));
        continue;
      }
      const url = await findServerUrl(given, { ...settings, document });
      const token = mock?.introductions()[index]?.introduction?.example?.token;
      const connection = await connectServer(document, { ...settings, url }, pace, token);
      const verdict = await testServer(document, connection, settings, (run) => verify({ ...run, contracts }));
      verified.push({ name: shownPath(document.source.path), document, verdict, credentials: connection.secrets() });
    }
    const { times, milliseconds } = pace.delays;
    if (times > 0)
      settings.onNotice(
        `the server sent Retry-After ${times} times; paused for ${Math.round(milliseconds / 1000)} s in total. Stay below its limit with --rate.`,
      );
    return verified;
  } finally {
    await mock?.close();
  }
}

/** @throws UsageError with credentials for unknown security schemes */
export function requireGivenSchemes(documents: readonly Document[], settings: VerifyServersSettings): void {
  requireSchemes(documents, settings);
  if (settings.callers) requireCallerSchemes(documents, settings.callers);
}

/** Documents whose server received no request. */
export function untestedServers(
  { documents }: LoadedDocuments,
  settings: VerifyServersSettings,
): readonly VerifiedServer[] {
  return documents.map((document) => untestedServer(document, settings));
}

function untestedServer(document: Document, settings: VerifyServersSettings): VerifiedServer {
  const { url = '', checks, operations, limits } = settings;
  const reachedLimit = limits?.reached;
  return {
    name: shownPath(document.source.path),
    document,
    verdict: createEmptyVerdict(document, {
      url,
      checks,
      ...(operations && { operations }),
      ...(reachedLimit !== undefined && { reachedLimit }),
    }),
    credentials: knownSecrets(settings, []),
  };
}

/** The settings of a connection. */
export interface ConnectionSettings
  extends Pick<VerifyServersSettings, 'credentials' | 'clients' | 'callers' | 'secrets' | 'target' | 'signal'> {
  readonly url: string;
}

/** A connection to a server, with the credentials of one document. */
export interface ServerConnection {
  readonly target: Target;
  /** Of the first caller. */
  readonly credentials: CredentialsByScheme;
  /** Other callers. Undefined if none are given. */
  readonly callers: Callers | undefined;
  /** Secrets to mask in reports. Tokens are fetched during the run. */
  readonly secrets: () => CredentialsByScheme;
}

/** @param token - of the fixtures of a mock server @throws UsageError if a client gets no token */
export async function connectServer(
  document: Document,
  settings: ConnectionSettings,
  pace: RateLimiter,
  token?: string,
): Promise<ServerConnection> {
  const { clients, url } = settings;
  const inHeaders = extractCredentials(settings.target.headers ?? {}, schemesOf(document));
  const configured = new Map([...inHeaders, ...settings.credentials]);
  const isConfigured = configured.size > 0 || clients.size > 0;
  const credentials = isConfigured || !token ? configured : tokenFor(document, token);
  const connection = { server: url + document.base, target: settings.target };
  const bearers = bearersOf(document, clients, connection);
  for (const bearer of bearers) await requireToken(document, bearer, settings.signal);
  const others: ConnectedCallers | undefined =
    settings.callers &&
    (await connectCallers(document, settings.callers, { credentials, bearers }, connection, settings.signal));
  const withMarks = new Map([...credentials, ...bearers.map(({ name, mark }) => [name, mark] as const)]);
  return {
    target: withTokens(pace.wrap(createTarget(url, settings.target)), [...bearers, ...(others?.bearers ?? [])]),
    credentials: withMarks,
    callers: others?.callers,
    secrets: () =>
      new Map([...knownSecrets({ ...settings, credentials: withMarks }, bearers), ...(others?.secrets() ?? [])]),
  };
}

/** Tests a server, and closes the connection. @throws UsageError if it cannot be reached */
export async function testServer<Outcome>(
  document: Document,
  { target, credentials, callers, secrets }: ServerConnection,
  settings: VerifyServersSettings,
  test: (settings: VerifySettings) => Promise<Outcome>,
): Promise<Outcome> {
  const { operations, seed, onProgress, target: connection, contracts: _, callers: __, ...others } = settings;
  const onNotice = (sentence: string) => settings.onNotice(redactSecrets(sentence, listSecrets(secrets())));
  const root = createTarget(new URL(target.url).origin, { ...connection, headers: {} });
  try {
    const probe = { method: 'GET', headers: [], body: undefined, rawParameters: { path: {}, query: '', headers: {} } };
    const found = await target.send({ ...probe, target: '/' }, {}, settings.signal);
    // A stopped run sends nothing, and reports that.
    if ('reason' in found && !settings.signal.aborted)
      throw new UsageError(`Cannot reach ${target.url}: ${found.reason}.`);
    if (!('reason' in found)) reportRedirect(target.url, found, onNotice);
    const sandboxes = await detectSandboxes(root, settings.signal);
    return await test({
      ...others,
      onNotice,
      document,
      target,
      sandboxes,
      credentials: credentials.size === 0 && sandboxes.areIsolated ? new Map([['', 'token']]) : credentials,
      concurrency: connection.concurrency,
      ...(callers && { callers }),
      ...(seed !== undefined && { seed }),
      ...(operations && { operations }),
      ...(onProgress && { onProgress }),
    });
  } finally {
    root.close();
    target.close();
  }
}

/** Reports a redirect to another origin, which cannot be tested. */
function reportRedirect(
  url: string,
  { status, headers: { location = '' } }: ReceivedResponse,
  onNotice: VerifyServersSettings['onNotice'],
) {
  if (status < 301 || status > 308 || !URL.canParse(location, url)) return;
  const { origin } = new URL(location, url);
  if (origin !== new URL(url).origin)
    onNotice(
      `${url} redirects to ${origin}. Redirects are not followed; use that URL instead if it is the server to test.`,
    );
}

/** A token of the fixtures, for each security scheme that uses tokens. */
export function tokenFor({ operations }: Document, token: string): CredentialsByScheme {
  const requirements = [...operations.values()].flatMap(({ security }) => security.flat());
  const bearers = requirements.filter(
    ({ scheme }) =>
      scheme?.type === 'oauth2' ||
      scheme?.type === 'openIdConnect' ||
      (scheme?.type === 'http' && /^bearer$/i.test(scheme.scheme)),
  );
  return new Map(bearers.map(({ name }) => [name, token]));
}
