// Reading an OpenAPI document from disk: the only door to swagger-parser. Nothing is fetched, no folder is left.

import { realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA_FILE_ENDINGS, DATA_FILE_MAKERS, parseData } from '../schema/data-file.ts';
import { Problems } from '../schema/problems.ts';
import { type Read, remembered } from '../schema/remembered.ts';
import { DIALECT_MAKERS, rewriteSchemas } from './dialect.ts';
import type { DocumentObject } from './objects.ts';

/** Largest document that is read, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Longest time spent on references, in milliseconds. */
const MAX_MILLISECONDS = 60_000;

/** The files that decide what a document is read as, see `Recipe`: of swagger-parser, and of the libraries and schemas that it asks. */
const MAKERS = [fileURLToPath(import.meta.url), ...DIALECT_MAKERS, ...DATA_FILE_MAKERS, ...swaggerParserParts()];

/** A document in one piece, and as it is meant. */
export interface DocumentSource {
  /** Absolute path of the file. */
  readonly path: string;
  /** One self-contained object; references inside it are kept. */
  readonly bundled: DocumentObject;
  /** The same with every reference replaced by what it points to. */
  readonly dereferenced: DocumentObject;
}

/**
 * Reads, bundles, dereferences and validates an OpenAPI 3.0 or 3.1 document (JSON or YAML).
 *
 * References may lead to files in the document's own folder and below; others, and all that name a host, are refused.
 * A document that was found valid is remembered until one of its files changes (see `remembered`).
 *
 * @throws Problems naming the file and what is wrong with it
 */
export async function openDocument(location: string | URL): Promise<DocumentSource> {
  const path = resolve(location instanceof URL ? fileURLToPath(location) : location);
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
    const read = readerOf(realpathSync(dirname(path)) + sep);
    const recipe = { name: `document ${path}`, makers: MAKERS, read };
    const valid = await remembered({ ...recipe, make: (tracked) => readAndValidate(path, tracked) });
    return { path, ...valid };
  } catch (thrown) {
    const { code, message = String(thrown) } = thrown as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : message;
    throw new Problems(`The document ${path} cannot be used: ${reason}`, [], { cause: thrown });
  }
}

async function readAndValidate(path: string, read: Read): Promise<Pick<DocumentSource, 'bundled' | 'dereferenced'>> {
  // Loaded only when there is a document that is not remembered.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  const options: object = readingOptions(read);
  const bundled: object = await SwaggerParser.bundle(path, options);
  // swagger-parser reads it.
  if ('swagger' in bundled) throw new Error(`it is Swagger ${bundled.swagger}, and OpenAPI 3.0 and 3.1 are read`);
  const dereferenced: object = await SwaggerParser.validate(structuredClone(bundled) as never, options);
  if ((dereferenced as DocumentObject).openapi.startsWith('3.0')) rewriteSchemas(dereferenced);
  return { bundled: bundled as DocumentObject, dereferenced: dereferenced as DocumentObject };
}

/** Reads files of one folder and below. */
function readerOf(folder: string): Read {
  return async (address) => {
    const path = realPathOf(address);
    if (path.startsWith(folder)) return readFile(path);
    throw new Error(`${address} is no file in the document's folder, and nothing else is read or fetched`);
  };
}

/** How swagger-parser reads: data files only. */
function readingOptions(read: Read) {
  const file = {
    // Every address comes here, those with a host as well, so that none is read in another way.
    canRead: true,
    read: ({ url }: { url: string }) => read(url),
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

function swaggerParserParts(): string[] {
  const require = createRequire(import.meta.url);
  const parts = createRequire(require.resolve('@apidevtools/swagger-parser'));
  const names = ['json-schema-ref-parser', 'openapi-schemas', 'swagger-parser'].map((name) => `@apidevtools/${name}`);
  return [...names, 'ajv', 'ajv-draft-04'].map((name) => parts.resolve(`${name}/package.json`));
}
