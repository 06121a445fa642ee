// Reading an OpenAPI document from disk: the only door to swagger-parser. Nothing is fetched, no folder is left.

import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { DATA_FILE_ENDINGS, parseData } from '../schema/data-file.ts';
import { Problems } from '../schema/problems.ts';
import type { DocumentObject } from './openapi.ts';

/** Largest document that is read, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Longest time spent on references, in milliseconds. */
const MAX_MILLISECONDS = 60_000;

/** A document as it was written and as it is meant. */
export interface DocumentSource {
  /** Absolute path of the file. */
  readonly path: string;
  /** The file's text, comments and all. */
  readonly text: string;
  /** One self-contained object; references inside it are kept. */
  readonly bundled: DocumentObject;
  /** The same with every reference replaced by what it points to. */
  readonly dereferenced: DocumentObject;
}

/**
 * Reads, bundles, dereferences and validates an OpenAPI 3.0 or 3.1 document (JSON or YAML).
 *
 * References may lead to files in the document's own folder and below; others, and all that name a host, are refused.
 *
 * @throws Problems naming the file and what is wrong with it
 */
export async function openDocument(location: string | URL): Promise<DocumentSource> {
  const path = resolve(location instanceof URL ? fileURLToPath(location) : location);
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
    const options = readingOptions(realpathSync(dirname(path)) + sep);
    const bundled = (await SwaggerParser.bundle(path, options as object)) as unknown as DocumentObject;
    const dereferenced = await SwaggerParser.validate(structuredClone(bundled) as never, options as object);
    return {
      path,
      text: await readFile(path, 'utf8'),
      bundled,
      dereferenced: dereferenced as unknown as DocumentObject,
    };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new Problems(`The document ${path} cannot be used: ${reason}`, [], { cause: thrown });
  }
}

/** How swagger-parser reads: files of one folder only, data files only. */
function readingOptions(folder: string) {
  const file = {
    // Every address comes here, those with a host as well, so that none is read in another way.
    canRead: true,
    read: ({ url }: { url: string }) => {
      const path = realPathOf(url);
      if (path.startsWith(folder)) return readFile(path);
      throw new Error(`${url} is no file in the document's folder, and nothing else is read or fetched`);
    },
  };
  const data = {
    order: 1,
    canParse: DATA_FILE_ENDINGS,
    parse: ({ data: bytes, extension }: { data: Buffer | string; extension: string }) =>
      parseData(bytes.toString(), extension),
  };
  return {
    timeoutMs: MAX_MILLISECONDS,
    resolve: { file, http: false },
    parse: { data, json: false, yaml: false, text: false, binary: false },
  };
}

/** Where an address really leads, symbolic links followed; empty when it is no file here. */
function realPathOf(url: string): string {
  try {
    return realpathSync(url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url));
  } catch {
    return '';
  }
}
