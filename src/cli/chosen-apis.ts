// What `understudy serve` serves, and why: the documents that are named, else the config, else the document that lies here, else the identity API.

import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { apiNames } from '../api-names.ts';
import type { Config } from '../config.ts';
import { hostsIn } from '../engine/hosts.ts';
import { shownPath } from '../front/shown-path.ts';
import type { AnyLoginApi } from '../issuer/login-api.ts';
import { DATA_FILE_ENDINGS } from '../schema/data-file.ts';
import { nearest } from '../schema/nearest.ts';
import { Problems } from '../schema/problems.ts';
import { readRegularFile } from '../schema/read-regular-file.ts';
import { readConfigFile } from './config-file.ts';
import { documentsIn, filesIn, findDocuments, USUAL } from './find-documents.ts';
import { givenDocument } from './given-document.ts';
import type { CommandIO } from './io.ts';
import type { Reloading } from './reload.ts';
import { configProblem } from './settings.ts';

type Apis = NonNullable<Config['apis']>;

/** The apis that are to be served. */
export interface Chosen {
  readonly apis: Apis;
  /** A sentence that says why these, where that is not plain. */
  readonly because: string | undefined;
  /** How they are read again when something was saved; undefined where nothing of it is the user's own. */
  readonly reloading: Pick<Reloading, 'again' | 'files'> | undefined;
}

/** What the choice is made from. */
export interface Choice {
  /** Paths and URLs of documents, folders with one, `-` for standard input. */
  readonly documents: readonly string[];
  /** The config, and the path of its file if there is one. */
  readonly config: Pick<Config, 'apis' | 'handlers' | 'overlay' | 'allowFetch'>;
  readonly configFile: string | undefined;
  readonly folder: string;
  /** Read for the document `-`. */
  readonly stdin: CommandIO['stdin'];
}

/** @throws Problems if there is no such document, several lie here, or handlers are given and no document is served */
export async function chooseApis({ documents, config, configFile, folder, stdin }: Choice): Promise<Chosen> {
  const { apis, handlers, overlay } = config;
  const given = { handlers, overlay, stdin };
  if (documents.length > 0) {
    const found = await Promise.all(documents.map(documentAt));
    const unused = `The apis of ${configFile && shownPath(configFile)} are not served, because a document was named.`;
    return { ...(await ofDocuments(found, given)), because: apis ? unused : undefined };
  }
  if (apis) {
    if (handlers !== undefined)
      throw new Problems(`--handlers is for a document; the apis of ${configFile} have handlers.`, []);
    if (overlay !== undefined)
      throw new Problems(`--overlay is for a document; the apis of ${configFile} may have an overlay each.`, []);
    const because = `What is served stands in ${configFile && shownPath(configFile)}.`;
    return { apis, because, reloading: { again: () => apisOfConfig(folder), files: [configFile ?? []].flat() } };
  }
  const extended = overlay === undefined ? undefined : await extendedBy(overlay);
  if (extended !== undefined) {
    requireFetch(extended, config.allowFetch);
    const because = `${shownPath(extended)} is served, because the overlay ${overlay} extends it.`;
    return { ...(await ofDocuments([await documentAt(extended)], given)), because };
  }
  const lying = await findDocuments(folder);
  const [one, ...others] = lying;
  if (others.length > 0) throw severalIn('here', lying);
  if (one) {
    const because = `${shownPath(one)} is served, because it is the OpenAPI document that lies here.`;
    return { ...(await ofDocuments([one], given)), because };
  }
  if (handlers !== undefined)
    throw new Problems('--handlers is for a document; name it: understudy serve FILE --handlers DIR', []);
  if (overlay !== undefined)
    throw new Problems('--overlay is for a document; name it: understudy serve FILE --overlay OVERLAY', []);
  const { identity } = await import('../identity/api.ts');
  const because = `The identity API is served, because no OpenAPI document lies here or in ${USUAL.join(', ')}; \`understudy serve FILE\` serves one.`;
  return { apis: [identity], because, reloading: undefined };
}

/** What was sent by standard input has come once. */
async function ofDocuments(found: readonly string[], given: Beside): Promise<Omit<Chosen, 'because'>> {
  const apis = await apisOf(found, given);
  const again = found.includes('-') ? async () => apis : () => apisOf(found, given);
  const files = found.filter((location) => !isUrl(location)).map(fixturesBeside);
  return { apis, reloading: { again, files } };
}

/** @throws Problems if the config cannot be used, or names none any more */
async function apisOfConfig(folder: string): Promise<Apis> {
  const { path, config } = await readConfigFile(folder, configProblem);
  if (config.apis) return config.apis;
  throw new Problems(`${path ?? 'The config'} names no apis any more; other documents are served after a restart.`, []);
}

function severalIn(where: string, paths: readonly string[]): Problems {
  return new Problems(
    `Several OpenAPI documents lie ${where}; name the one to serve, or all that are to be served together:`,
    [...paths.map((path) => `understudy serve ${shownPath(path)}`)],
  );
}

/** The one document that lies in a folder. @throws Problems if there is none, or several */
export async function soleDocument(folder: string): Promise<string> {
  const [one, ...others] = await findDocuments(folder);
  if (one && others.length === 0) return one;
  if (one) throw severalIn('here', [one, ...others]);
  throw new Problems(`No OpenAPI document lies here or in ${USUAL.join(', ')}.`, []);
}

/** The document that a name means: a file, the only document of a folder, a URL, or `-`. @throws Problems if there is none */
export async function documentAt(name: string): Promise<string> {
  if (name === '-' || isUrl(name)) return name;
  const found = await stat(name).catch(() => undefined);
  if (!found) throw new Problems(`There is no file ${name}${await nearTo(name)}.`, []);
  if (!found.isDirectory()) return resolve(name);
  const lying = await findDocuments(resolve(name));
  const [one, ...others] = lying;
  if (one && others.length === 0) return one;
  if (!one) throw new Problems(`No OpenAPI document lies in the folder ${name}.`, []);
  throw severalIn(`in the folder ${name}`, lying);
}

/** What else lies where somebody looked for a file, to be told: the one with the most similar name, else the documents. */
async function nearTo(name: string): Promise<string> {
  const folder = dirname(resolve(name));
  const names = await filesIn(folder);
  const meant =
    nearest(basename(name), names) ??
    names.find((file) => DATA_FILE_ENDINGS.some((ending) => file === basename(name) + ending));
  if (meant !== undefined) return `; ${shownPath(join(folder, meant))} lies here`;
  const documents = await documentsIn(folder);
  return documents.length === 0
    ? ''
    : `; ${documents.map(shownPath).join(', ')} ${documents.length === 1 ? 'lies' : 'lie'} here`;
}

/** The document that an overlay says that it is for; undefined when it says none. @throws Problems if it cannot be read */
async function extendedBy(overlay: string): Promise<string | undefined> {
  if (isUrl(overlay)) return undefined;
  const { readOverlay } = await import('../openapi/read/overlay/read-overlay.ts');
  const text = await readRegularFile(overlay).catch((error: Error) => {
    throw new Problems(`The overlay ${overlay} cannot be read: ${error.message}`, []);
  });
  try {
    const { extends: document } = readOverlay(text.toString());
    if (document === undefined || (isUrl(document) && !document.startsWith('file:'))) return document;
    return fileURLToPath(new URL(document, pathToFileURL(resolve(overlay))));
  } catch (error) {
    throw new Problems(`The overlay ${overlay} cannot be used: ${(error as Error).message}`, []);
  }
}

/** A URL that the user named is fetched; one that stands in an overlay only from a host that the user named. @throws Problems */
function requireFetch(location: string, allowFetch = ''): void {
  const url = isUrl(location) ? URL.parse(location) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return;
  const hosts = hostsIn('--allow-fetch', allowFetch);
  if (hosts.includes(url.host) || hosts.includes(url.hostname)) return;
  throw new Problems(
    `The overlay extends ${url.href}, which is not fetched, unless --allow-fetch names its host: --allow-fetch ${url.host}`,
    [],
  );
}

/** What is given beside documents. */
interface Beside {
  readonly handlers: string | undefined;
  readonly overlay: string | undefined;
  readonly stdin: CommandIO['stdin'];
}

/** Apis of which nothing is known but their documents, and what lies beside those: `fixtures/`, and handlers in a folder. */
async function apisOf(locations: readonly string[], { handlers, overlay, stdin }: Beside): Promise<Apis> {
  if (overlay !== undefined && locations.length > 1)
    throw new Problems('An overlay is for one document, and several are named.', []);
  const names = apiNames(locations);
  const apis = await Promise.all(
    locations.map(async (location, index): Promise<AnyLoginApi> => {
      const name = names[index] ?? '';
      const { location: document, reading } = await givenDocument(location, [], stdin);
      const beside = fixturesBeside(location);
      const folder = handlers !== undefined && locations.length > 1 ? join(handlers, name) : handlers;
      return {
        name,
        document: reading.given ? { location: document, text: reading.given } : document,
        infer: true,
        ...(overlay !== undefined && { overlay }),
        ...(!isUrl(location) && (await isFolder(beside)) && { fixturesBeside: beside }),
        ...(folder !== undefined &&
          (locations.length === 1 || (await isFolder(folder))) && { handlerFolder: resolve(folder) }),
      };
    }),
  );
  const [first, ...others] = apis;
  if (!first) throw new Error('no document was named');
  if (handlers !== undefined && apis.every(({ handlerFolder }) => handlerFolder === undefined))
    throw new Problems(
      `Of several documents, each has its handlers in a folder of its own, and none of these is there:`,
      names.map((name) => join(handlers, name)),
    );
  return [first, ...others];
}

function fixturesBeside(location: string): string {
  return join(dirname(location), 'fixtures');
}

function isUrl(name: string): boolean {
  return /^\w+:\/\//.test(name);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
