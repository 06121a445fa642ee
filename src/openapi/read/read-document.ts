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
  remarks: readonly Remark[],
  files: DocumentFiles,
): Promise<readonly DocumentFinding[]> {
  return locate(isSwagger ? remarks.map(inSwagger) : remarks, origins, files);
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
  const { value, repeated, isJson } = readText(text);
  const overlaid = await overlay(value, files);
  const { document, version } = knownOr(value, (pointer) => placesIn(text, [pointer]).get(pointer));
  const {
    bundled,
    origins: moved,
    unread,
  } = outwardReferences(document, root).length > 0
    ? await bundle(document, root, files)
    : { bundled: document, origins: [], unread: new Map<object, string>() };
  const origins = overlaid ? [...moved, ...overlaid.originsIn(bundled)] : moved;
  const faults = [...checkReferences(bundled, root, unread), ...(await checkOpenApiSchema(bundled, version))];
  const isSwagger = version === '2.0';
  const { openapi, lost } = isSwagger ? await convertSwagger(bundled) : { openapi: bundled, lost: [] };
  const whole = completed(openapi, isSwagger ? '3.0' : version);
  const { findings, operations } = createDocument(unlocated(path, whole));
  const known = new Set(faults.map(({ pointer }) => pointer));
  const isAsWritten = isJson && !overlaid && whole === value && origins.length === 0 && unread.size === 0;
  const json = isAsWritten ? text : JSON.stringify(whole);
  const outlines = createOutlines();
  const broken = json.length > LARGE ? [] : notCompiled(await atOnce(compileAll(whole, outlines)));
  // Invalid and unresolved parts are not reported as unenforced too.
  const others = [
    ...lost,
    ...findings,
    ...notOnEveryWire(operations.values()),
    ...notEnforcedIn(whole),
    ...longChainIn(whole),
    ...wrongWords(whole),
    ...broken,
  ]
    .map((remark) => (isSwagger ? inSwagger(remark) : remark))
    .filter(({ pointer }) => !known.has(pointer.replace(/\/\$ref$/, '')));
  const repeats = repeated.map((place) => ({
    file: path,
    severity: 'error' as const,
    rule: 'repeated-key',
    ...place,
    message: REPEATED,
  }));
  return {
    json: isAsWritten ? undefined : json,
    isSwagger,
    origins,
    outlines: outlines.made,
    findings: [...(overlaid?.findings ?? []), ...repeats, ...(await locate([...faults, ...others], origins, files))],
  };
}

/** A source without positions, used while reading. */
function unlocated(path: string, bundled: DocumentObject): DocumentSource {
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
function inSwagger(remark: Remark): Remark {
  return { ...remark, pointer: pointerInSwagger(remark.pointer) };
}

const REPEATED = 'is a duplicate key; the last one is used';

/** @throws UnreadableText with reason and position */
function knownOr(value: unknown, placeOf: (pointer: string) => Place | undefined): ReturnType<typeof knownDocument> {
  try {
    return knownDocument(value);
  } catch (error) {
    if (!(error instanceof Unservable)) throw error;
    throw new UnreadableText(error.message, placeOf(error.pointer) ?? { line: 1, column: 1 });
  }
}
