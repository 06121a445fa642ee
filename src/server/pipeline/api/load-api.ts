// Loads an API: reads document and fixtures, and checks its handlers.

import { addAnnotations } from '../../../openapi/annotations.ts';
import { createDocument, type Document } from '../../../openapi/document.ts';
import type { DocumentSource } from '../../../openapi/read/document-source.ts';
import { openDocument } from '../../../openapi/read/open-document.ts';
import { listSecuritySchemes } from '../../../openapi/security.ts';
import { type Host, normalizeBasePath } from '../../../openapi/servers.ts';
import { filePath } from '../../../schema/file-path.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import { emptyFixture, readFixture } from '../../../store/fixture.ts';
import type { Codec } from '../codec.ts';
import { isLocalHost } from '../cors/trusted-hosts.ts';
import { type Authenticator, createAuthenticator } from '../security/authenticator.ts';
import { type Credential, credentialProblems } from '../security/credential.ts';
import { createTargetRedactor, listApiKeyNames, type RedactTarget } from '../security/target-redactor.ts';
import type { AnyApi } from './api.ts';
import { fixtureFolders, optionalFixtureFolder } from './fixture-folders.ts';
import { type HandlerFolder, readHandlers } from './read-handlers.ts';
import {
  type ApiFiles,
  createFileStamp,
  findUnchanged,
  type LoadedFiles,
  listFiles,
  loadKey,
  shareLoaded,
} from './shared-loads.ts';

export interface LoadedApi<A extends AnyApi = AnyApi> extends LoadedFiles {
  /** With the handlers of its folder. */
  readonly api: A;
  /** Notices for users, a sentence each. */
  readonly notices: readonly string[];
  /** The files and folders that it was read from. */
  readonly files: readonly string[];
  /** The accepted credentials; undefined if every well-formed one is. */
  readonly credentials: readonly Credential[] | undefined;
  /** Knows callers by the document. */
  readonly authenticator: Authenticator;
  readonly redact: RedactTarget;
  /** The names of API keys of the document. */
  readonly keyNames: ReadonlySet<string>;
  /** The server hosts that distinguish it from other APIs: names of this machine do not. */
  readonly hosts: readonly Host[];
}

export type InputCheck = 'enforce' | 'report' | 'off';

/** A loaded api with its codecs chosen. */
export interface ServedApi extends LoadedApi {
  /** The codecs for documented paths. The first one also writes responses to requests that were not read. */
  readonly codecs: readonly [Codec, ...Codec[]];
  /** At the addresses of its remote procedures. */
  readonly rpcCodecs: readonly Codec[];
  /** The treatment of invalid requests: reject, process and report, or do not check. */
  readonly inputCheck: InputCheck;
  /** The treatment of invalid responses: reject, or only record. */
  readonly outputCheck: 'enforce' | 'report';
}

/** Settings of a load. */
export interface LoadSettings {
  /** Further notices, a sentence each. */
  readonly problems?: readonly string[];
  /** Hosts that its document may be fetched from. Default: none. */
  readonly hosts?: readonly string[];
  /** The credentials of all apis that have none of their own. */
  readonly credentials?: readonly Credential[] | undefined;
  /** The path prefix, if it overrides the API's. */
  readonly base?: string | undefined;
  /** The api as it was loaded before: its document and its fixtures are not read again if they were not saved since. */
  readonly previous?: LoadedFiles | undefined;
}

/**
 * Loads an API.
 *
 * @throws UsageError if the document cannot be used, handlers and operations do not match, or fixtures violate their
 * schema
 */
export async function loadApi<A extends AnyApi>(given: A, settings: LoadSettings = {}): Promise<LoadedApi<A>> {
  return completeApi(given, await readApi(given, settings), settings);
}

/**
 * Reads the files of an API, or returns those that were read before. Fixtures of inferred resources are read later,
 * with the resources.
 *
 * @throws UsageError if the document cannot be used, or fixtures violate their schema
 */
export async function readApi(given: ApiFiles, settings: LoadSettings = {}): Promise<LoadedFiles> {
  const { base = given.base } = settings;
  const began = Date.now();
  const folders = fixtureFolders(given);
  // Documents from a host are fetched again.
  const key = settings.hosts?.length ? undefined : loadKey(given, base);
  const read = findUnchanged(key, settings.previous, folders);
  if (read) return read;
  const document = await readDocument(given, base, settings.hosts);
  const fixture = folders.length > 0 && !given.infer ? await readFixture(...folders) : emptyFixture;
  const files = { key, document, fixture, stamp: createFileStamp(listFiles({ document }, folders), began) };
  shareLoaded(files, folders, began);
  return files;
}

/**
 * Adds handlers to the files of an API.
 *
 * @throws UsageError if handlers and operations do not match
 */
export async function completeApi<A extends AnyApi>(
  given: A,
  read: LoadedFiles,
  settings: LoadSettings,
): Promise<LoadedApi<A>> {
  const { base = given.base } = settings;
  const { document } = read;
  const { bundled } = document.source;
  const schemes = listSecuritySchemes(document.references);
  const folder =
    given.handlerFolder === undefined
      ? NO_FOLDER
      : await readHandlers(filePath(given.handlerFolder), [...document.operations.keys()]);
  const api = { ...given, ...(folder !== NO_FOLDER && { handlers: { ...given.handlers, ...folder.handlers } }) };
  const problems = [
    ...nameProblems(api),
    ...baseProblems(base),
    ...handlerProblems(api, document),
    ...Object.keys(folder.handlers)
      .filter((id) => given.handlers && Object.hasOwn(given.handlers, id))
      .map((id) => `handler ${id} is defined twice: in handlers and in ${given.handlerFolder}`),
    ...credentialProblems(api.credentials ?? settings.credentials ?? []),
    ...schemeProblems(api, schemes),
    ...[...document.operations.values()].flatMap((operation) => api.checkOperation?.(operation) ?? []),
    ...(settings.problems ?? []),
  ];
  if (problems.length > 0) throw new UsageError(`Cannot serve API ${api.name}:`, problems);
  const credentials = api.credentials ?? sharedCredentials(settings, schemes);
  const authenticator = createAuthenticator(bundled.info.title, credentials);
  const hosts = document.hosts.filter(({ text }) => !isLocalHost(text));
  const handlers = given.handlerFolder === undefined ? [] : [filePath(given.handlerFolder)];
  const fixtures = optionalFixtureFolder(given) ?? fixtureFolders(given);
  const files = [...listFiles({ document }, [fixtures].flat()), ...handlers];
  const { notices } = folder;
  const redact = createTargetRedactor(document.references);
  const keyNames = listApiKeyNames(document.references);
  return { ...read, api, credentials, authenticator, redact, keyNames, hosts, notices, files };
}

const NO_FOLDER: HandlerFolder = { handlers: {}, notices: [] };

async function readDocument(
  given: ApiFiles,
  base: string | undefined,
  hosts: LoadSettings['hosts'],
): Promise<Document> {
  const source = await openSource(given, hosts);
  const wrong = typeof given.infer === 'object' ? addAnnotations(source.bundled, given.infer) : [];
  if (wrong.length > 0) throw new UsageError(`Cannot serve API ${given.name}:`, wrong);
  return createDocument(source, { base: base === undefined ? undefined : normalizeBasePath(base) });
}

function openSource(
  { document, overlay = [] }: Pick<AnyApi, 'document' | 'overlay'>,
  hosts: LoadSettings['hosts'],
): Promise<DocumentSource> {
  const reading = { hosts, overlays: [overlay].flat() };
  if (typeof document === 'string' || document instanceof URL) return openDocument(document, reading);
  const { location, text } = document;
  return openDocument(location, { ...reading, content: Buffer.from(text) });
}

/** The name becomes a file name, so it is a plain one. */
function nameProblems({ name }: AnyApi): string[] {
  return /^[a-z][a-z0-9-]{0,63}$/.test(name)
    ? []
    : [`invalid name "${name}": use at most 64 lower-case letters, digits and hyphens, starting with a letter`];
}

function baseProblems(base = '/'): string[] {
  return normalizeBasePath(base) === undefined
    ? [`invalid base ${JSON.stringify(base)}: it must be a path that starts with /`]
    : [];
}

/** How many missing handlers are listed one by one. */
const MOST_LISTED = 20;

function handlerProblems({ handlers = {}, infer }: AnyApi, { operations, source }: Document): string[] {
  const without = [...operations.values()].filter(({ id }) => !Object.hasOwn(handlers, id));
  const missing = infer ? [] : without;
  const unknown = Object.keys(handlers).filter((id) => !operations.has(id));
  const listed = missing.slice(0, MOST_LISTED);
  return [
    ...listed.map(
      ({ id, method, path }) => `operation ${id} (${method} ${path}) has no handler; ${handlerExample(id)}`,
    ),
    ...(missing.length > listed.length
      ? [
          `${missing.length - listed.length} more operations have no handler; \`understudy types\` generates the types of all`,
        ]
      : []),
    ...unknown.map((id) => {
      const similar = findNearestName(
        id,
        without.map((one) => one.id),
      );
      return `handler ${id} has no operation in ${source.path}${didYouMean(similar)}`;
    }),
  ];
}

/** How to write an entry of `handlers`. */
function handlerExample(id: string): string {
  const name = /^[A-Za-z_$][\w$]*$/.test(id) ? id : JSON.stringify(id);
  return `add ${name}: ({ input, store }) => … to handlers`;
}

/** The credentials for schemes of this document. If all are for other documents, none apply. */
function sharedCredentials({ credentials }: LoadSettings, schemes: ReadonlyMap<string, unknown>) {
  const shared = credentials?.filter(({ scheme }) => scheme === undefined || schemes.has(scheme));
  return shared?.length === 0 && credentials?.length !== 0 ? undefined : shared;
}

function schemeProblems({ credentials = [] }: AnyApi, schemes: ReadonlyMap<string, unknown>): string[] {
  const named = new Set([credentials].flat().flatMap((one) => one?.scheme ?? []));
  const names = schemes.size > 0 ? `its security schemes are ${[...schemes.keys()].join(', ')}` : 'it has none';
  return [...named]
    .filter((name) => !schemes.has(name))
    .map((name) => `a credential names the security scheme ${name}, which is not in the document; ${names}`);
}
