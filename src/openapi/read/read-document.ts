// Reads a document: from files to one bundled object with findings. `openDocument` caches the result.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { START, UsageError } from '../../schema/usage-error.ts';
import { findInvalidAnnotations } from '../annotations.ts';
import { createDocument } from '../document.ts';
import type { DocumentFinding, UnlocatedFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { LARGE_DOCUMENT, runAtOnce } from '../run-steps.ts';
import { type CachedBackendSchemas, createBackendSchemas } from '../schema/ajv/backend-schemas.ts';
import { compileAll, notCompiled } from '../schema/compile-all.ts';
import { bundleDocument, findExternalReferences, resolveAddress, type SourceOrigin } from './bundle-document.ts';
import { checkOpenApiSchema } from './check-openapi-schema.ts';
import { checkReferences, findLongReferenceChain } from './check-references.ts';
import { checkXmlObjects } from './check-xml-objects.ts';
import { convertSwagger, swaggerPointer } from './convert-swagger.ts';
import type { DocumentFiles } from './document-files.ts';
import type { DocumentSource } from './document-source.ts';
import { createExternalExamples } from './external-examples.ts';
import { completeDocument, identifyDocument } from './identify-document.ts';
import { locateFindings, locateParts, type PartLocation } from './locate-findings.ts';
import { applyOverlays } from './overlay/apply-overlays.ts';
import { parseDocumentText } from './parse-document-text.ts';
import { createReferencedSchemes } from './referenced-schemes.ts';
import { localizeReferences, localReference } from './self-references.ts';
import { findPositions } from './source-positions.ts';
import { findUnenforcedConstraints, findUnservedParts } from './unsupported-parts.ts';

/** The cached result of reading a document. */
export interface ReadDocument {
  /** The bundled document as JSON; undefined if its file is exactly that. */
  readonly json: string | undefined;
  /** Whether it was converted from Swagger 2.0. */
  readonly isSwagger: boolean;
  readonly origins: readonly SourceOrigin[];
  /** Schemas of openapi-backend; empty for large documents. */
  readonly backendSchemas: CachedBackendSchemas;
  readonly findings: readonly DocumentFinding[];
}

/** Adds file positions to findings. */
export function locateDocumentFindings(
  { isSwagger, origins }: ReadDocument,
  unlocatedFindings: readonly UnlocatedFinding[],
  files: DocumentFiles,
): Promise<readonly DocumentFinding[]> {
  return locateFindings(isSwagger ? unlocatedFindings.map(toSwaggerFinding) : unlocatedFindings, origins, files);
}

/** Positions and excerpts of the parts of a document. */
export async function locateDocumentParts(
  { isSwagger, origins }: ReadDocument,
  pointers: readonly string[],
  files: DocumentFiles,
): Promise<ReadonlyMap<string, PartLocation>> {
  if (!isSwagger) return locateParts(pointers, origins, files);
  const found = await locateParts(pointers.map(swaggerPointer), origins, files);
  return new Map(pointers.map((pointer) => [pointer, found.get(swaggerPointer(pointer)) as PartLocation]));
}

/** @throws UsageError with a position; Error if a file cannot be read */
export async function readDocument(files: DocumentFiles): Promise<ReadDocument> {
  const { root, read, displayName: nameOf } = files;
  const path = nameOf(root);
  const text = (await read(root)).toString();
  const { value, duplicateKeys, isJson } = parseDocumentText(text);
  const overlays = await applyOverlays(value, files);
  const identified = identifyDocument(value);
  if (!identified.ok) {
    const { pointer, message } = identified.reason;
    throw new UsageError(message, [], { position: findPositions(text, [pointer]).get(pointer) ?? START });
  }
  const { document, version } = identified.value;
  const selves = new Map<string, string>();
  const hasSelfReferences = localizeReferences(document, root, selves);
  const schemes = version === '3.2' ? createReferencedSchemes(document) : undefined;
  const hasSchemeUris = schemes?.addFrom(document, root, (uri) => localReference(uri, document, root, selves));
  const examples = createExternalExamples(files);
  const hasExternalExamples = await examples.addFrom(document, (uri) =>
    resolveAddress(localReference(uri, document, root, selves), files.finalAddress(root)),
  );
  const {
    bundled,
    origins: movedOrigins,
    unresolved,
  } = findExternalReferences(document, root).length > 0
    ? await bundleDocument(document, root, files, { selves, schemes, examples })
    : { bundled: document, origins: [], unresolved: new Map<object, string>() };
  const { origins: exampleOrigins, findings: exampleFindings } = examples.describe(bundled);
  const origins = [
    ...[...(schemes?.requirements ?? [])].map(([pointer, requirement]) => ({ pointer, ...requirement })),
    ...movedOrigins,
    ...exampleOrigins,
    ...(overlays?.originsIn(bundled) ?? []),
  ];
  const invalid = [
    ...checkReferences(bundled, root, unresolved),
    ...(await checkOpenApiSchema(bundled, version)),
    ...(version === '3.2' ? checkXmlObjects(bundled) : []),
    ...exampleFindings,
  ];
  const isSwagger = version === '2.0';
  const { openapi, lost: unconverted } = isSwagger ? await convertSwagger(bundled) : { openapi: bundled, lost: [] };
  const complete = completeDocument(openapi, isSwagger ? '3.0' : version);
  const { findings, operations } = createDocument(createSource(path, complete));
  const known = new Set(invalid.map(({ pointer }) => pointer));
  const isAsWritten =
    isJson &&
    !overlays &&
    !hasSelfReferences &&
    !hasSchemeUris &&
    !hasExternalExamples &&
    complete === value &&
    origins.length === 0 &&
    unresolved.size === 0;
  const json = isAsWritten ? text : stringifyJson(complete);
  const outlines = createBackendSchemas();
  const uncompiled = json.length > LARGE_DOCUMENT ? [] : notCompiled(await runAtOnce(compileAll(complete, outlines)));
  // Invalid and unresolved parts are not reported as unenforced too.
  const others = [
    ...unconverted,
    ...findings,
    ...findUnservedParts(operations.values()),
    ...findUnenforcedConstraints(complete),
    ...findLongReferenceChain(complete),
    ...findInvalidAnnotations(complete),
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
    backendSchemas: outlines.cached,
    findings: [
      ...(overlays?.findings ?? []),
      ...duplicateKeyFindings,
      ...(await locateFindings([...invalid, ...others], origins, files)),
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
function toSwaggerFinding(finding: UnlocatedFinding): UnlocatedFinding {
  return { ...finding, pointer: swaggerPointer(finding.pointer) };
}

const DUPLICATE_KEY_MESSAGE = 'is a duplicate key; the last one is used';
