// Reading an OpenAPI document from disk: the only door to swagger-parser. Nothing is fetched, no folder is left.

import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
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
 * @throws Error naming the file and what is wrong with it
 */
export async function openDocument(location: string | URL): Promise<DocumentSource> {
  const path = resolve(location instanceof URL ? fileURLToPath(location) : location);
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
    const folder = (await realpath(dirname(path))) + sep;
    const options = {
      timeoutMs: MAX_MILLISECONDS,
      resolve: {
        http: false,
        file: { canRead: async (file: { url: string }) => (await realPathOf(file.url)).startsWith(folder) },
      },
    };
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
    throw new Error(`The document ${path} cannot be used: ${reason}`, { cause: thrown });
  }
}

/** Where a reference really leads, symbolic links followed; empty when there is no such file. */
async function realPathOf(url: string): Promise<string> {
  const path = url.startsWith('file:') ? fileURLToPath(url) : decodeURIComponent(url);
  return realpath(path).catch(() => '');
}
