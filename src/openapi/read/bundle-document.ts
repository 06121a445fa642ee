// Bundles a document with the files it references. The only module that imports swagger-parser, which reads nothing
// itself.

import { parseData } from '../../schema/data-file.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { describeWithPosition } from '../../schema/usage-error.ts';
import { referenceIn } from '../references.ts';
import { type DocumentFiles, MAX_DOCUMENT_BYTES } from './document-files.ts';
import { type VisitedPart, visitDocumentParts } from './document-parts.ts';
import type { ExternalExamples } from './external-examples.ts';
import { type HiddenValues, hideValue, hideValues, revealValues, setOwnProperty } from './hidden-values.ts';
import { requireValueLimit } from './parse-document-text.ts';
import type { ReferencedSchemes } from './referenced-schemes.ts';
import { localizeReferences, localReference } from './self-references.ts';

/** Maximum references in all files: the library compares each with all others. */
const MAX_REFERENCES = 50_000;

/** The source of a part of a bundled document. */
export interface SourceOrigin {
  /** JSON Pointer (RFC 6901) into the bundled document. Descendants have the same source, unless they have an entry. */
  readonly pointer: string;
  /** The address of the file. */
  readonly file: string;
  /** JSON Pointer into that file. */
  readonly at: string;
}

/** A bundled document. */
interface BundledDocument {
  readonly bundled: object;
  /** Sources of the parts that moved or come from other files. */
  readonly origins: readonly SourceOrigin[];
  /** The texts of the bundled files, by address. */
  readonly texts: ReadonlyMap<string, string>;
  /** Reasons of unresolved references, by the object with the `$ref`. */
  readonly unresolved: ReadonlyMap<object, string>;
}

/** Values that are collected from all files. */
export interface BundledParts {
  /** The addresses of files by their `$self`, see `localizeReferences`. */
  readonly selves: Map<string, string>;
  /** The security schemes that requirements name by URI; undefined before OpenAPI 3.2. */
  readonly schemes: ReferencedSchemes | undefined;
  readonly examples: ExternalExamples;
}

/**
 * Bundles a document with all files it references. Unresolved references stay as they are.
 *
 * @param document - the parsed document; it is modified
 * @param from - reads referenced files
 * @throws Error if there is too much to bundle
 */
export async function bundleDocument(
  document: object,
  address: string,
  from: Reading,
  { selves, schemes, examples }: BundledParts,
): Promise<BundledDocument> {
  const { files, texts, unread: unreadable } = await loadFiles(document, address, from, { selves, schemes, examples });
  const { hidden, leadNowhere } = hideParts(files, unreadable);
  markRootReferences(files, address);
  const locations = locateObjects(files);
  // Loaded only for uncached documents with several files.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  // Its base class: its own checks support fewer versions of OpenAPI.
  const ReferenceParser: typeof SwaggerParser = Object.getPrototypeOf(SwaggerParser);
  const parser = new ReferenceParser();
  const parserOptions = {
    order: 1,
    canParse: true,
    allowEmpty: true,
    parse: ({ url }: { readonly url: string }) => files.get(fromLibraryAddress(url)),
  };
  await parser
    .bundle(
      toLibraryAddress(address),
      document as never,
      {
        continueOnError: true,
        // All addresses are routed here, including those with a host, so that the library reads nothing itself.
        resolve: { file: { order: 1, canRead: true, read: () => '' }, http: false },
        parse: { given: parserOptions, json: false, yaml: false, text: false, binary: false },
      } as object,
    )
    // Unresolved references are reported by `checkReferences`.
    .catch((error: Error & { readonly errors?: unknown }) => {
      if (error.errors === undefined) throw error;
    });
  revealValues(document, hidden);
  restoreRootReferences(document, address);
  return { bundled: document, origins: findOrigins(document, address, locations), texts, unresolved: leadNowhere };
}

type Reading = Pick<DocumentFiles, 'read' | 'finalAddress'>;

/** A reference to another file or a host. */
interface ExternalReference {
  readonly visited: VisitedPart;
  readonly reference: string;
  /** The target address, without a fragment. */
  readonly target: string;
}

/** Schemas that every validator knows. */
const KNOWN_SCHEMAS = 'https://json-schema.org/';

/** The references of a file to other files, except to schemas in it by `$id` (JSON Schema 2020-12, section 8.2.1). */
export function findExternalReferences(file: object, address: string): readonly ExternalReference[] {
  const ids = new Set<string>();
  const found: ExternalReference[] = [];
  visitDocumentParts(file, {
    part(visited) {
      if (schemaId(visited.part) !== undefined) ids.add(baseAddress(visited, address));
      const reference = referenceIn(visited.part);
      if (reference === undefined || reference.startsWith('#')) return;
      found.push({ visited, reference, target: resolveAddress(reference, baseAddress(visited, address)) });
    },
  });
  return found.filter(({ target }) => !ids.has(target) && !target.startsWith(KNOWN_SCHEMAS));
}

/** The base address of references in a part: the nearest `$id` around it, which may be relative. */
function baseAddress(visited: VisitedPart, address: string): string {
  const parentSource = visited.parent ? baseAddress(visited.parent, address) : address;
  const id = schemaId(visited.part);
  return id === undefined ? parentSource : resolveAddress(id, parentSource);
}

function schemaId(part: object): string | undefined {
  const { $id } = part as { readonly $id?: unknown };
  return typeof $id === 'string' ? $id : undefined;
}

/** Resolves an address like the library, without its fragment. */
export function resolveAddress(reference: string, base: string): string {
  try {
    return fromLibraryAddress(new URL(reference, toLibraryAddress(base)).href.replace(/#.*$/s, ''));
  } catch {
    return reference;
  }
}

/** Adds a prefix to an address: the library treats files and hosts differently, and differently in browsers. */
function toLibraryAddress(address: string): string {
  return `document${address}`;
}

function fromLibraryAddress(address: string): string {
  return address.replace(/^document(?=\w+:)/, '');
}

/** Reads all files that a document references. */
async function loadFiles(
  document: object,
  address: string,
  { read, finalAddress: foundAt }: Reading,
  { selves, schemes, examples }: BundledParts,
) {
  makeReferencesAbsolute(document, address, foundAt(address));
  const files = new Map<string, unknown>([[address, document]]);
  const texts = new Map<string, string>();
  const unreadable = new Map<string, string>();
  let [bytes, references] = [0, 0];
  const open: [address: string, file: object][] = [[address, document]];
  for (let next = open.pop(); next; next = open.pop()) {
    references += countReferences(next[1]);
    if (references > MAX_REFERENCES)
      throw new Error(`it is in several files and has more than ${MAX_REFERENCES} references; bundle it into one file`);
    for (const { target } of findExternalReferences(next[1], next[0])) {
      if (files.has(target) || unreadable.has(target)) continue;
      try {
        const text = (await read(target)).toString();
        bytes += text.length;
        if (bytes > MAX_DOCUMENT_BYTES)
          throw new Error(`all files together have more than ${MAX_DOCUMENT_BYTES} bytes`);
        requireValueLimit(text);
        const file = PLAIN_TEXT.test(target) ? text : parseData(text, 'last');
        files.set(target, file);
        texts.set(target, text);
        if (typeof file !== 'object' || file === null) continue;
        localizeReferences(file, target, selves);
        makeReferencesAbsolute(file, target, foundAt(target));
        const resolve = (uri: string) => {
          const [own = '', fragment = ''] = localReference(uri, file, target, selves).split('#');
          return { found: own === '' ? target : resolveAddress(own, foundAt(target)), fragment };
        };
        await examples.addFrom(file, (uri) => resolve(uri).found);
        const schemeReference = (uri: string) => {
          const { found, fragment } = resolve(uri);
          return `${found === address ? '' : found}#${fragment}`;
        };
        // The components that it adds are references of the document.
        if (schemes?.addFrom(file, target, schemeReference)) open.push([address, document]);
        open.push([target, file]);
      } catch (error) {
        unreadable.set(target, describeWithPosition(error as Error));
      }
    }
  }
  return { files, texts, unread: unreadable };
}

/** Makes references absolute in a file that was redirected. */
function makeReferencesAbsolute(file: object, address: string, found: string): void {
  if (found === address) return;
  for (const { visited, reference, target } of findExternalReferences(file, found))
    setOwnProperty(visited.part, '$ref', target + (/#.*$/s.exec(reference)?.[0] ?? ''));
}

function countReferences(file: object): number {
  let count = 0;
  visitDocumentParts(file, {
    part({ part }) {
      if (referenceIn(part) !== undefined) count += 1;
    },
  });
  return count;
}

/** Files with descriptions. */
const PLAIN_TEXT = /\.(md|markdown|txt|html?)$/i;

/**
 * Hides parts from the library: user values, and references that cannot be resolved.
 *
 * @param unreadable - reasons by address
 */
function hideParts(files: ReadonlyMap<string, unknown>, unreadable: ReadonlyMap<string, string>) {
  const hidden: HiddenValues = new Map();
  const leadNowhere = new Map<object, string>();
  for (const [address, file] of files) {
    if (typeof file !== 'object' || file === null) continue;
    hideValues(file, hidden);
    for (const { visited, target } of findExternalReferences(file, address)) {
      const reason = unreadable.get(target);
      if (reason === undefined) continue;
      leadNowhere.set(visited.part, reason);
      if (visited.parent) hideValue(visited.parent.part, visited.key, visited.part, hidden);
    }
  }
  return { hidden, leadNowhere };
}

/** Marks references of other files back to the root document: the library leaves them as they are. */
function markRootReferences(files: ReadonlyMap<string, unknown>, root: string): void {
  for (const [address, file] of files) {
    if (address === root || typeof file !== 'object' || file === null) continue;
    for (const { visited, reference, target } of findExternalReferences(file, address))
      if (target === root)
        setOwnProperty(visited.part, '$ref', toLibraryAddress(root) + (/#.*$/s.exec(reference)?.[0] ?? '#'));
  }
}

/** Turns the marked references into local ones. */
function restoreRootReferences(document: object, root: string): void {
  visitDocumentParts(document, {
    part({ part }) {
      const reference = referenceIn(part);
      if (reference?.startsWith(`${toLibraryAddress(root)}#`))
        setOwnProperty(part, '$ref', reference.slice(toLibraryAddress(root).length));
    },
  });
}

type SourceLocation = Omit<SourceOrigin, 'pointer'>;

/** The file and pointer of every object. */
function locateObjects(files: ReadonlyMap<string, unknown>): ReadonlyMap<object, SourceLocation> {
  const locations = new Map<object, SourceLocation>();
  for (const [file, content] of files) {
    if (typeof content !== 'object' || content === null) continue;
    visitDocumentParts(content, { part: (visited) => locations.set(visited.part, { file, at: visited.pointer() }) });
  }
  return locations;
}

/** The sources of moved parts: the library moves objects and does not copy them. */
function findOrigins(
  document: object,
  address: string,
  locations: ReadonlyMap<object, SourceLocation>,
): readonly SourceOrigin[] {
  const origins: SourceOrigin[] = [];
  const found = new WeakMap<VisitedPart, SourceLocation>();
  visitDocumentParts(document, {
    part(visited) {
      const { part, parent, key } = visited;
      const parentSource = parent && found.get(parent);
      const expected = parentSource
        ? { file: parentSource.file, at: childPointer(parentSource.at, key) }
        : { file: address, at: '' };
      const actual = locations.get(part) ?? expected;
      if (actual.file !== expected.file || actual.at !== expected.at)
        origins.push({ pointer: visited.pointer(), ...actual });
      found.set(visited, actual);
    },
  });
  return origins;
}
