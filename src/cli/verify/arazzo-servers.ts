// The servers of the sources of an Arazzo document: at URLs, or a mock server of all.

import { inspect } from 'node:util';
import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { Document } from '../../openapi/document.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type ArazzoDocument, listDocuments, type SourceDocuments } from '../../verify/arazzo/arazzo-document.ts';
import { createStepSender, type SourceServer, type StepSender } from '../../verify/arazzo/step-sender.ts';
import { detectSandboxes } from '../../verify/cases/sandboxes.ts';
import type { CredentialsByScheme } from '../../verify/credentials.ts';
import { nameSecrets } from '../../verify/report/secrets.ts';
import { createTarget } from '../../verify/target.ts';
import { serverAddress } from '../flag-values.ts';
import { findServerUrl } from './server-url.ts';
import { parsePairs } from './verify-secrets.ts';
import {
  type ConnectionSettings,
  connectServer,
  type LoadedDocuments,
  type ServerConnection,
} from './verify-servers.ts';

export interface ArazzoServerSettings extends Omit<ConnectionSettings, 'url' | 'callers'> {
  /** The URL of sources that have none of their own. Default: a mock server. */
  readonly url: string | undefined;
  /** The URLs of sources, by name. */
  readonly urls: ReadonlyMap<string, string>;
  readonly onNotice: (sentence: string) => void;
}

/** Connections to the servers of all sources. */
export interface ArazzoServers {
  readonly sender: StepSender;
  /** For display: the URL of all or most sources. */
  readonly url: string;
  readonly secrets: () => CredentialsByScheme;
  close(): Promise<void>;
}

/** `--server NAME=URL`. @throws UsageError for unknown sources */
export function serversOf(texts: readonly string[] | undefined, entry: ArazzoDocument): ReadonlyMap<string, string> {
  const names = listDocuments(entry).flatMap(({ sources }) =>
    [...sources.values()].flatMap(({ kind, name }) => (kind === 'openapi' ? [name] : [])),
  );
  return new Map(
    [...parsePairs('--server', texts)].map(([name, url]) => {
      if (names.includes(name)) return [name, serverAddress(url)];
      const nearest = findNearestName(name, names);
      const hint = nearest === undefined ? `known: ${names.join(', ')}` : `did you mean ${nearest}?`;
      throw new UsageError(`--server ${name}: no OpenAPI source of this name; ${hint}`);
    }),
  );
}

/** @throws UsageError if a server cannot be reached */
export async function connectArazzoServers(
  { config, apis, documents: loaded }: LoadedDocuments,
  entry: ArazzoDocument,
  documents: SourceDocuments,
  settings: ArazzoServerSettings,
): Promise<ArazzoServers> {
  const { onNotice, urls } = settings;
  const sources = listDocuments(entry).flatMap((document) =>
    [...document.sources.values()].flatMap((source) => (source.kind === 'openapi' ? [source] : [])),
  );
  const needsMock = settings.url === undefined && sources.some(({ name }) => !urls.has(name));
  const mock = needsMock
    ? await createServer({
        ...temporarySettings(config, apis),
        onNotice,
        onError: (thrown) => onNotice(inspect(thrown)),
      })
    : undefined;
  const connections = new Map<string, ServerConnection>();
  const close = async () => {
    for (const { target } of connections.values()) target.close();
    await mock?.close();
  };
  try {
    const common = settings.url ?? (await mock?.listen())?.url ?? '';
    const servers = new Map<string, SourceServer>();
    for (const { name, location } of sources) {
      const document = documents.get(location);
      const given = urls.get(name) ?? common;
      const key = `${given} ${location}`;
      const token =
        given === common
          ? mock?.introductions()[loaded.indexOf(document as Document)]?.introduction?.example?.token
          : undefined;
      if (!document) continue;
      const connection = connections.get(key) ?? (await connect(document, given, settings, token));
      connections.set(key, connection);
      servers.set(`${name} ${location}`, connection);
    }
    return {
      sender: createStepSender(({ source }) => servers.get(`${source.name} ${source.location}`) as SourceServer),
      url: common === '' ? ([...urls.values()][0] ?? '') : common,
      secrets: () => nameSecrets([...connections.values()].flatMap((one) => [...one.secrets()])),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connect(
  document: Document,
  given: string,
  settings: ArazzoServerSettings,
  token: string | undefined,
): Promise<ServerConnection> {
  const url = await findServerUrl(given, { ...settings, document });
  const root = createTarget(new URL(url).origin, { ...settings.target, headers: {} });
  try {
    const probe = { method: 'GET', headers: [], body: undefined, rawParameters: { path: {}, query: '', headers: {} } };
    const found = await root.send({ ...probe, target: '/' }, {}, settings.signal);
    if ('reason' in found && !settings.signal.aborted) throw new UsageError(`Cannot reach ${url}: ${found.reason}.`);
    const connection = await connectServer(document, { ...settings, url }, NO_LIMIT, token);
    // A mock server accepts any token.
    const isMock = connection.credentials.size === 0 && (await detectSandboxes(root, settings.signal)).areIsolated;
    return isMock ? { ...connection, credentials: new Map([['', 'token']]) } : connection;
  } finally {
    root.close();
  }
}

/** Workflows decide themselves when a request is sent again. */
const NO_LIMIT = { wrap: <T>(target: T) => target, delays: { times: 0, milliseconds: 0 } };
