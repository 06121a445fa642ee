// Reading an OpenAPI document: from its bytes to one object, with what is wrong with it. Nothing is fetched unasked, no folder is left.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cached } from '../../schema/build-cache.ts';
import { DATA_FILE_BUILDERS, parseData } from '../../schema/data-file.ts';
import { filesBeside } from '../../schema/file-path.ts';
import { UnreadableText } from '../../schema/yaml.ts';
import { createDocument } from '../document.ts';
import { type DocumentFinding, type Remark, UnusableDocument } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { BUNDLE_BUILDERS, bundle, type Origin, outwardReferences } from './bundle.ts';
import { checkOpenApiSchema, OPENAPI_SCHEMA_BUILDERS } from './check-openapi-schema.ts';
import { checkReferences } from './check-references.ts';
import { convertSwagger, pointerInSwagger, SWAGGER_BUILDERS } from './convert-swagger.ts';
import { type DocumentFiles, documentFiles, type Reading } from './document-files.ts';
import { completed, knownDocument, Unservable } from './known-document.ts';
import { locate } from './locate.ts';
import { notOnEveryWire } from './methods-on-the-wire.ts';
import { notEnforcedIn } from './not-enforced.ts';
import { type Place, placesIn } from './places.ts';
import { readText } from './read-text.ts';

const ROOM = dirname(dirname(fileURLToPath(import.meta.url)));

/** The files that decide what a document is read as, and what is found in it, see `Recipe`: all of this room, and those of the libraries. */
const BUILDERS = [
  ...readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => join(ROOM, name)),
  ...filesBeside(import.meta.url, '../../schema/formats', '../../schema/pattern'),
  ...DATA_FILE_BUILDERS,
  ...BUNDLE_BUILDERS,
  ...OPENAPI_SCHEMA_BUILDERS,
  ...SWAGGER_BUILDERS,
];

/** A document in one piece. */
export interface DocumentSource {
  /** Absolute path of the file, or its URL. */
  readonly path: string;
  /** One self-contained object; references inside it are kept. */
  readonly bundled: DocumentObject;
  /** What is wrong with it, though it can be served. */
  readonly findings: readonly DocumentFinding[];
  /** Says where parts of `bundled` are written, for what was found out about them later. */
  locate(remarks: readonly Remark[]): Promise<readonly DocumentFinding[]>;
}

/** What is remembered of a document. */
interface Known {
  /** The document in one piece as JSON; undefined when its file is just that. */
  readonly json: string | undefined;
  /** Whether it was converted. */
  readonly isSwagger: boolean;
  readonly origins: readonly Origin[];
  readonly findings: readonly DocumentFinding[];
}

/**
 * Reads an OpenAPI document, JSON or YAML, of version 3.0, 3.1 or 3.2; one of Swagger 2.0 is converted to 3.0.
 *
 * References may lead to files in the document's own folder and below, and to hosts that were named. What is wrong with a document are
 * its findings; only one that cannot be served at all is refused. What was read is remembered until one of its files changes
 * (see `cached`).
 *
 * @throws UnusableDocument naming the file, the place and what is wrong there
 */
export async function openDocument(location: string | URL, reading: Reading = {}): Promise<DocumentSource> {
  const files = documentFiles(location, reading);
  const path = files.nameOf(files.root);
  try {
    const recipe = { name: `document ${files.root}`, builders: BUILDERS, given: reading.hosts ?? [], read: files.read };
    const known = await cached<Known>({ ...recipe, make: (read) => readDocument({ ...files, read }) });
    const { json = (await files.read(files.root)).toString(), isSwagger, origins, findings } = known;
    const bundled = parseData(json, 'last') as DocumentObject;
    return {
      path,
      bundled,
      findings,
      locate: (remarks) => locate(isSwagger ? remarks.map(inSwagger) : remarks, origins, files),
    };
  } catch (thrown) {
    const { line, column } = thrown instanceof UnreadableText ? thrown : { line: 1, column: 1 };
    const finding = { file: path, line, column, pointer: '', severity: 'error' as const, rule: 'document' };
    throw new UnusableDocument({ ...finding, message: (thrown as Error).message }, { cause: thrown });
  }
}

async function readDocument(files: DocumentFiles): Promise<Known> {
  const { root, read, nameOf } = files;
  const path = nameOf(root);
  const text = (await read(root)).toString();
  const { value, repeated, isJson } = readText(text);
  const { document, version } = knownOr(value, (pointer) => placesIn(text, [pointer]).get(pointer));
  const { bundled, origins, unread } =
    outwardReferences(document, root).length > 0
      ? await bundle(document, root, read)
      : { bundled: document, origins: [], unread: new Map<string, string>() };
  const faults = [...checkReferences(bundled, root, unread), ...(await checkOpenApiSchema(bundled, version))];
  const isSwagger = version === '2.0';
  const { openapi, lost } = isSwagger ? await convertSwagger(bundled) : { openapi: bundled, lost: [] };
  const whole = completed(openapi, isSwagger ? '3.0' : version);
  const { findings, operations } = createDocument({ path, bundled: whole, findings: [], locate: async () => [] });
  const known = new Set(faults.map(({ pointer }) => pointer));
  // What is wrong, or leads nowhere, is not enforced either.
  const others = [...lost, ...findings, ...notOnEveryWire(operations.values()), ...notEnforcedIn(whole)]
    .map((remark) => (isSwagger ? inSwagger(remark) : remark))
    .filter(({ pointer }) => !known.has(pointer.replace(/\/\$ref$/, '')));
  const repeats = repeated.map((place) => ({
    file: path,
    severity: 'error' as const,
    rule: 'repeated-key',
    ...place,
    message: REPEATED,
  }));
  const isAsWritten = isJson && whole === value && origins.length === 0 && unread.size === 0;
  const json = isAsWritten ? undefined : JSON.stringify(whole);
  return {
    json,
    isSwagger,
    origins,
    findings: [...repeats, ...(await locate([...faults, ...others], origins, files))],
  };
}

/** A remark about a converted document, at the place where that was before. */
function inSwagger(remark: Remark): Remark {
  return { ...remark, pointer: pointerInSwagger(remark.pointer) };
}

const REPEATED = 'stands in this object a second time, and only the last one counts';

/** @throws UnreadableText saying why a document cannot be served, and where */
function knownOr(value: unknown, placeOf: (pointer: string) => Place | undefined): ReturnType<typeof knownDocument> {
  try {
    return knownDocument(value);
  } catch (error) {
    if (!(error instanceof Unservable)) throw error;
    throw new UnreadableText(error.message, placeOf(error.pointer) ?? { line: 1, column: 1 });
  }
}
