// Chooses the APIs to serve: named documents, the config, or the document found here.

import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { apiNames } from '../../app/api-names.ts';
import type { Config } from '../../app/config.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { readRegularFile } from '../../schema/read-regular-file.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { AnyLoginApi } from '../../server/oidc/login/login-api.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { CONFIGS, readConfigFile } from '../config/config-file.ts';
import { documentAt, findDocuments, isUrl, severalDocuments, USUAL_FOLDERS } from '../documents/find-documents.ts';
import { givenDocument } from '../documents/given-document.ts';
import type { CommandIO } from '../io.ts';
import type { Reloading } from './reload.ts';

type Apis = NonNullable<Config['apis']>;

/** The APIs to serve. */
export interface ChosenApis {
  readonly apis: Apis;
  /** A sentence with the reason, unless the user named the documents. */
  readonly because: string | undefined;
  /** Loads them again after a file was saved; undefined for `understudy demo`. */
  readonly reloading: Pick<Reloading, 'again' | 'files'> | undefined;
}

/** The identity API, for `understudy demo`. @throws UsageError if a document is named */
export async function chooseDemo({ documents }: Pick<ApiChoice, 'documents'>): Promise<ChosenApis> {
  const [document] = documents;
  if (document !== undefined)
    throw new UsageError(`understudy demo takes no document. To serve it: understudy ${document}`);
  const { identity } = await import('../../identity/api.ts');
  return {
    apis: [identity],
    because: 'Serving the identity API, the example that comes with Understudy.',
    reloading: undefined,
  };
}

/**
 * With `--reference`, the identity API responds as its reference implementation does.
 *
 * @throws UsageError if it is not served
 */
export async function withReference({ apis, because, reloading }: ChosenApis): Promise<ChosenApis> {
  const [{ asReference }, { identity }] = await Promise.all([
    import('../../identity/reference.ts'),
    import('../../identity/api.ts'),
  ]);
  const change = (chosen: Apis): Apis => {
    const isIdentity = ({ document }: AnyLoginApi): boolean => String(document) === String(identity.document);
    if (!chosen.some(isIdentity))
      throw new UsageError(
        '--reference is for the identity API, which is not served here: understudy demo --reference',
      );
    const [first, ...others] = chosen.map((api) => (isIdentity(api) ? asReference(api as typeof identity) : api));
    return first ? [first, ...others] : chosen;
  };
  const again = reloading && { ...reloading, again: async () => change(await reloading.again()) };
  return { apis: change(apis), because, reloading: again };
}

/** The input of the choice. */
interface ApiChoice {
  /** Paths and URLs of documents, folders with one, `-` for standard input. */
  readonly documents: readonly string[];
  /** The config. */
  readonly config: Pick<Config, 'apis' | 'handlers' | 'overlay' | 'allowFetch'>;
  /** The path of its file, if there is one. */
  readonly configFile: string | undefined;
  readonly folder: string;
  /** Read for the document `-`. */
  readonly stdin: CommandIO['stdin'];
}

/** Whether `chooseApis` has something to choose. */
export async function hasApis({ documents, config, folder }: ApiChoice): Promise<boolean> {
  const { apis, overlay, handlers } = config;
  if (documents.length > 0 || apis || overlay !== undefined || handlers !== undefined) return true;
  return (await findDocuments(folder)).length > 0;
}

/** @throws UsageError if a document does not exist, none or several are found, or handlers are given without a document */
export async function chooseApis({ documents, config, configFile, folder, stdin }: ApiChoice): Promise<ChosenApis> {
  const { apis, handlers, overlay } = config;
  const given = { handlers, overlay, stdin };
  if (documents.length > 0) {
    const locations = await Promise.all(documents.map(documentAt));
    const unused = `Ignoring the APIs of ${configFile && shownPath(configFile)} (a document was named).`;
    return { ...(await ofDocuments(locations, given)), because: apis ? unused : undefined };
  }
  if (apis) {
    const ofConfig = (name: string) => `The APIs of ${configFile && shownPath(configFile)} have a setting ${name}.`;
    if (handlers !== undefined)
      throw new UsageError(
        `--handlers needs a document: understudy serve FILE --handlers DIR. ${ofConfig('handlerFolder')}`,
      );
    if (overlay !== undefined)
      throw new UsageError(
        `--overlay needs a document: understudy serve FILE --overlay OVERLAY. ${ofConfig('overlay')}`,
      );
    const because = `Serving the APIs of ${configFile && shownPath(configFile)}.`;
    return { apis, because, reloading: { again: () => apisOfConfig(folder), files: [configFile ?? []].flat() } };
  }
  const extended = overlay === undefined ? undefined : await extendedBy(overlay);
  if (extended !== undefined) {
    requireFetch(extended, config.allowFetch);
    const because = `Serving ${shownPath(extended)} (the overlay ${overlay} extends it).`;
    return { ...(await ofDocuments([await documentAt(extended)], given)), because };
  }
  const found = await findDocuments(folder);
  const [one, ...others] = found;
  if (others.length > 0) throw severalDocuments('here', found);
  if (one) {
    const because = `Serving ${shownPath(one)} (the only OpenAPI document found here).`;
    return { ...(await ofDocuments([one], given)), because };
  }
  if (handlers !== undefined) throw new UsageError('--handlers needs a document: understudy serve FILE --handlers DIR');
  if (overlay !== undefined)
    throw new UsageError('--overlay needs a document: understudy serve FILE --overlay OVERLAY');
  throw new UsageError('No OpenAPI document or config was found in this folder.', [
    `Looked for ${CONFIGS.join(', ')}, and for *.yaml, *.yml and *.json here and in ${USUAL_FOLDERS.join(', ')}.`,
    'Name a document: understudy openapi.yaml. To try an API that comes with Understudy: understudy demo',
  ]);
}

/** The APIs of documents. Standard input can be read only once. */
async function ofDocuments(found: readonly string[], given: DocumentOptions): Promise<Omit<ChosenApis, 'because'>> {
  const apis = await apisOf(found, given);
  const again = found.includes('-') ? async () => apis : () => apisOf(found, given);
  return { apis, reloading: { again, files: [] } };
}

/** @throws UsageError if the config is invalid, or has no APIs any more */
async function apisOfConfig(folder: string): Promise<Apis> {
  const { path, config } = await readConfigFile(folder);
  if (config.apis) return config.apis;
  throw new UsageError(`${path ?? 'The config'} has no APIs any more. Restart to serve other documents.`);
}

/** The document that an overlay extends; undefined if it names none. @throws UsageError if it cannot be read */
async function extendedBy(overlay: string): Promise<string | undefined> {
  if (isUrl(overlay)) return undefined;
  const { readOverlay } = await import('../../openapi/read/overlay/read-overlay.ts');
  const text = await readRegularFile(overlay).catch((error: Error) => {
    throw new UsageError(`The overlay ${overlay} cannot be read: ${error.message}`);
  });
  try {
    const { extends: document } = readOverlay(text.toString());
    if (document === undefined || (isUrl(document) && !document.startsWith('file:'))) return document;
    return fileURLToPath(new URL(document, pathToFileURL(resolve(overlay))));
  } catch (error) {
    throw new UsageError(`The overlay ${overlay} cannot be used: ${(error as Error).message}`);
  }
}

/** Requires that the user allowed the host of a URL in an overlay. @throws UsageError for other hosts */
function requireFetch(location: string, allowFetch = ''): void {
  const url = isUrl(location) ? URL.parse(location) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return;
  const hosts = parseHosts('--allow-fetch', allowFetch);
  if (hosts.includes(url.host) || hosts.includes(url.hostname)) return;
  throw new UsageError(`The overlay extends ${url.href}. To fetch it, add --allow-fetch ${url.host}`);
}

/** Settings of named documents. */
interface DocumentOptions {
  readonly handlers: string | undefined;
  readonly overlay: string | undefined;
  readonly stdin: CommandIO['stdin'];
}

/** APIs of documents, with a folder of handlers. */
async function apisOf(locations: readonly string[], { handlers, overlay, stdin }: DocumentOptions): Promise<Apis> {
  if (overlay !== undefined && locations.length > 1)
    throw new UsageError('--overlay applies to one document, but several are named.');
  const names = apiNames(locations);
  const apis = await Promise.all(
    locations.map(async (location, index): Promise<AnyLoginApi> => {
      const name = names[index] ?? '';
      const { location: document, reading } = await givenDocument(location, [], stdin);
      const folder = handlers !== undefined && locations.length > 1 ? join(handlers, name) : handlers;
      return {
        name,
        document: reading.content ? { location: document, text: reading.content } : document,
        infer: true,
        ...(overlay !== undefined && { overlay }),
        ...(folder !== undefined &&
          (locations.length === 1 || (await isFolder(folder))) && { handlerFolder: resolve(folder) }),
      };
    }),
  );
  const [first, ...others] = apis;
  if (!first) throw new Error('no document was named');
  if (handlers !== undefined && apis.every(({ handlerFolder }) => handlerFolder === undefined))
    throw new UsageError(
      `With several documents, --handlers needs a folder for each. None of these exists:`,
      names.map((name) => join(handlers, name)),
    );
  return [first, ...others];
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
