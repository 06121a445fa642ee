// Reads a document: from files to one bundled object with findings. `openDocument` caches the result.

import { UnreadableText } from '../../schema/yaml.ts';
import { createDocument } from '../document.ts';
import type { DocumentFinding, Remark } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { createOutlines, type MadeOutlines } from '../schema/ajv/outlines.ts';
import { compileAll, notCompiled } from '../schema/compile-all.ts';
import { atOnce, LARGE } from '../steps.ts';
import { wrongWords } from '../words.ts';
import { bundle, type Origin, outwardReferences } from './bundle.ts';
import { checkOpenApiSchema } from './check-openapi-schema.ts';
import { checkReferences } from './check-references.ts';
import { convertSwagger, pointerInSwagger } from './convert-swagger.ts';
import type { DocumentFiles } from './document-files.ts';
import type { DocumentSource } from './document-source.ts';
import { completed, knownDocument, Unservable } from './known-document.ts';
import { locate, type Written, writtenAt } from './locate.ts';
import { longChainIn } from './long-chains.ts';
import { notOnEveryWire } from './methods-on-the-wire.ts';
import { notEnforcedIn } from './not-enforced.ts';
import { overlay } from './overlay/overlay.ts';
import { type Place, placesIn } from './places.ts';
import { readText } from './read-text.ts';

/** The cached result of reading a document. */
export interface ReadDocument {
  /** The bundled document as JSON; undefined if its file is exactly that. */
  readonly json: string | undefined;
  /** Whether it was converted from Swagger 2.0. */
  readonly isSwagger: boolean;
  readonly origins: readonly Origin[];
  /** Schemas of openapi-backend; empty for large documents. */
  readonly outlines: MadeOutlines;
  readonly findings: readonly DocumentFinding[];
}

/** Adds file positions to findings. */
export function placed(
  { isSwagger, origins }: ReadDocument,
  unlocatedFindings: readonly Remark[],
  files: DocumentFiles,
): Promise<readonly DocumentFinding[]> {
  return locate(isSwagger ? unlocatedFindings.map(toSwaggerFinding) : unlocatedFindings, origins, files);
}

/** Positions and excerpts of the parts of a document. */
export async function excerptsOf(
  { isSwagger, origins }: ReadDocument,
  pointers: readonly string[],
  files: DocumentFiles,
): Promise<ReadonlyMap<string, Written>> {
  if (!isSwagger) return writtenAt(pointers, origins, files);
  const found = await writtenAt(pointers.map(pointerInSwagger), origins, files);
  return new Map(pointers.map((pointer) => [pointer, found.get(pointerInSwagger(pointer)) as Written]));
}

/** @throws UnreadableText with reason and position; Error if a file cannot be read */
export async function readDocument(files: DocumentFiles): Promise<ReadDocument> {
  const { root, read, nameOf } = files;
  const path = nameOf(root);
  const text = (await read(root)).toString();
  const { value, repeated: duplicateKeys, isJson } = readText(text);
  const overlays = await overlay(value, files);
  const { document, version } = identifyOrThrow(value, (pointer) => placesIn(text, [pointer]).get(pointer));
  const {
    bundled,
    origins: movedOrigins,
    unread: unresolved,
  } = outwardReferences(document, root).length > 0
    ? await bundle(document, root, files)
    : { bundled: document, origins: [], unread: new Map<object, string>() };
  const origins = overlays ? [...movedOrigins, ...overlays.originsIn(bundled)] : movedOrigins;
  const invalid = [...checkReferences(bundled, root, unresolved), ...(await checkOpenApiSchema(bundled, version))];
  const isSwagger = version === '2.0';
  const { openapi, lost: unconverted } = isSwagger ? await convertSwagger(bundled) : { openapi: bundled, lost: [] };
  const complete = completed(openapi, isSwagger ? '3.0' : version);
  const { findings, operations } = createDocument(createSource(path, complete));
  const known = new Set(invalid.map(({ pointer }) => pointer));
  const isAsWritten = isJson && !overlays && complete === value && origins.length === 0 && unresolved.size === 0;
  const json = isAsWritten ? text : JSON.stringify(complete);
  const outlines = createOutlines();
  const uncompiled = json.length > LARGE ? [] : notCompiled(await atOnce(compileAll(complete, outlines)));
  // Invalid and unresolved parts are not reported as unenforced too.
  const others = [
    ...unconverted,
    ...findings,
    ...notOnEveryWire(operations.values()),
    ...notEnforcedIn(complete),
    ...longChainIn(complete),
    ...wrongWords(complete),
    ...uncompiled,
  ]
    .map((finding) => (isSwagger ? toSwaggerFinding(finding) : finding))
    .filter(({ pointer }) => !known.has(pointer.replace(/\/\$ref$/, '')));
  const duplicateKeyFindings = duplicateKeys.map((position) => ({
    file: path,
    severity: 'error' as const,
    rule: 'repeated-key',
    ...position,
    message: DUPLICATE_KEY_MESSAGE,
  }));
  return {
    json: isAsWritten ? undefined : json,
    isSwagger,
    origins,
    outlines: outlines.made,
    findings: [
      ...(overlays?.findings ?? []),
      ...duplicateKeyFindings,
      ...(await locate([...invalid, ...others], origins, files)),
    ],
  };
}

/** A source without positions, used while reading. */
function createSource(path: string, bundled: DocumentObject): DocumentSource {
  return {
    path,
    bundled,
    files: [],
    findings: [],
    isLarge: false,
    compileAll: undefined,
    locate: async () => [],
    excerpts: async () => new Map(),
  };
}

/** A finding of a converted document, at its original location. */
function toSwaggerFinding(finding: Remark): Remark {
  return { ...finding, pointer: pointerInSwagger(finding.pointer) };
}

const DUPLICATE_KEY_MESSAGE = 'is a duplicate key; the last one is used';

/** @throws UnreadableText with reason and position */
function identifyOrThrow(
  value: unknown,
  positionOf: (pointer: string) => Place | undefined,
): ReturnType<typeof knownDocument> {
  try {
    return knownDocument(value);
  } catch (error) {
    if (!(error instanceof Unservable)) throw error;
    throw new UnreadableText(error.message, positionOf(error.pointer) ?? { line: 1, column: 1 });
  }
}
