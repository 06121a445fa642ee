// A document and the files that it refers to in one piece: the only door to swagger-parser, which reads and fetches nothing itself.

import { parseData } from '../../schema/data-file.ts';
import { UnreadableText } from '../../schema/yaml.ts';
import { child } from '../pointer.ts';
import { referenceIn } from '../references.ts';
import { type DocumentFiles, MOST_BYTES } from './document-files.ts';
import { type VisitedPart, visitParts } from './document-parts.ts';
import { type Hidden, hide, hideValues, reveal, setOwn } from './hidden-values.ts';
import { requireFewValues } from './read-text.ts';

/** How many references may be put together. The library compares each with all others. */
const MOST_REFERENCES = 50_000;

/** Where a part of a document in one piece was written. */
export interface Origin {
  /** JSON pointer (RFC 6901) into the document in one piece. All below it was written where this was, but for what has an origin of its own. */
  readonly pointer: string;
  /** The address of its file. */
  readonly file: string;
  /** JSON pointer into that file. */
  readonly at: string;
}

/** A document in one piece. */
export interface Bundle {
  readonly bundled: object;
  /** Where its parts were written that are not at the same place of the document's own file. */
  readonly origins: readonly Origin[];
  /** The texts of the files that were put in, by address. */
  readonly texts: ReadonlyMap<string, string>;
  /** Why what a part refers to could not be read. */
  readonly unread: ReadonlyMap<object, string>;
}

/**
 * Puts a document and all that it refers to together. A reference to what cannot be read stays as it is.
 *
 * @param document - as it was read; it is changed
 * @param from - reads what it refers to
 * @throws Error if there is too much to put together
 */
export async function bundle(document: object, address: string, from: Reading): Promise<Bundle> {
  const { files, texts, unread } = await load(document, address, from);
  const { hidden, leadNowhere } = hideFrom(files, unread);
  markWaysBack(files, address);
  const written = placesOfObjects(files);
  // Loaded only when there is a document in several files that is not remembered.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  // What it builds on: its own checks know fewer versions of OpenAPI than are served.
  const ReferenceParser: typeof SwaggerParser = Object.getPrototypeOf(SwaggerParser);
  const parser = new ReferenceParser();
  const given = {
    order: 1,
    canParse: true,
    allowEmpty: true,
    parse: ({ url }: { readonly url: string }) => files.get(plain(url)),
  };
  await parser
    .bundle(
      foreign(address),
      document as never,
      {
        continueOnError: true,
        // Every address comes here, those with a host as well, so that none is read in another way.
        resolve: { file: { order: 1, canRead: true, read: () => '' }, http: false },
        parse: { given, json: false, yaml: false, text: false, binary: false },
      } as object,
    )
    // References that lead nowhere are found again by whoever looks for them.
    .catch((error: Error & { readonly errors?: unknown }) => {
      if (error.errors === undefined) throw error;
    });
  reveal(document, hidden);
  mendWaysBack(document, address);
  return { bundled: document, origins: originsIn(document, address, written), texts, unread: leadNowhere };
}

type Reading = Pick<DocumentFiles, 'read' | 'foundAt'>;

/** A reference to another file or a host. */
export interface OutwardReference {
  readonly visited: VisitedPart;
  readonly reference: string;
  /** The address that it leads to, without a fragment. */
  readonly target: string;
}

/** Schemas that every validator has. */
const KNOWN = 'https://json-schema.org/';

/** The references of a file that lead out of it, and not to a schema in it by its `$id` (JSON Schema 2020-12, section 8.2.1). */
export function outwardReferences(file: object, address: string): readonly OutwardReference[] {
  const ids = new Set<string>();
  const found: OutwardReference[] = [];
  visitParts(file, {
    part(visited) {
      if (idIn(visited.part) !== undefined) ids.add(baseOf(visited, address));
      const reference = referenceIn(visited.part);
      if (reference === undefined || reference.startsWith('#')) return;
      found.push({ visited, reference, target: resolved(reference, baseOf(visited, address)) });
    },
  });
  return found.filter(({ target }) => !ids.has(target) && !target.startsWith(KNOWN));
}

/** What a reference in a part is relative to: the nearest `$id` around it, which may be relative itself. */
function baseOf(visited: VisitedPart, address: string): string {
  const around = visited.holder ? baseOf(visited.holder, address) : address;
  const id = idIn(visited.part);
  return id === undefined ? around : resolved(id, around);
}

function idIn(part: object): string | undefined {
  const { $id } = part as { readonly $id?: unknown };
  return typeof $id === 'string' ? $id : undefined;
}

/** An address as the library resolves it, without a fragment. */
function resolved(reference: string, base: string): string {
  try {
    return plain(new URL(reference, foreign(base)).href.replace(/#.*$/s, ''));
  } catch {
    return reference;
  }
}

/** Addresses of files and of hosts would mean something to the library, and in a browser something else. */
function foreign(address: string): string {
  return `document${address}`;
}

function plain(address: string): string {
  return address.replace(/^document(?=\w+:)/, '');
}

/** Reads all that a document refers to. */
async function load(document: object, address: string, { read, foundAt }: Reading) {
  nameInFull(document, address, foundAt(address));
  const files = new Map<string, unknown>([[address, document]]);
  const texts = new Map<string, string>();
  const unread = new Map<string, string>();
  let [bytes, references] = [0, 0];
  const open: [address: string, file: object][] = [[address, document]];
  for (let next = open.pop(); next; next = open.pop()) {
    references += countReferences(next[1]);
    if (references > MOST_REFERENCES)
      throw new Error(
        `it is in several files and has more than ${MOST_REFERENCES} references; bundle it into one file`,
      );
    for (const { target } of outwardReferences(next[1], next[0])) {
      if (files.has(target) || unread.has(target)) continue;
      try {
        const text = (await read(target)).toString();
        bytes += text.length;
        if (bytes > MOST_BYTES) throw new Error(`all files together have more than ${MOST_BYTES} bytes`);
        requireFewValues(text);
        const file = PLAIN_TEXT.test(target) ? text : parseData(text, 'last');
        files.set(target, file);
        texts.set(target, text);
        if (typeof file !== 'object' || file === null) continue;
        nameInFull(file, target, foundAt(target));
        open.push([target, file]);
      } catch (error) {
        const place = error instanceof UnreadableText ? `line ${error.line}, column ${error.column}: ` : '';
        unread.set(target, `${place}${(error as Error).message}`);
      }
    }
  }
  return { files, texts, unread };
}

/** Names what a file refers to in full, if it was found at another address than asked for. */
function nameInFull(file: object, address: string, found: string): void {
  if (found === address) return;
  for (const { visited, reference, target } of outwardReferences(file, found))
    setOwn(visited.part, '$ref', target + (/#.*$/s.exec(reference)?.[0] ?? ''));
}

function countReferences(file: object): number {
  let count = 0;
  visitParts(file, {
    part({ part }) {
      if (referenceIn(part) !== undefined) count += 1;
    },
  });
  return count;
}

/** Descriptions may be kept in files of their own. */
const PLAIN_TEXT = /\.(md|markdown|txt|html?)$/i;

/**
 * Takes out what the library is not to see: values of users, and references to what could not be read.
 *
 * @param unread - why, by the address
 */
function hideFrom(files: ReadonlyMap<string, unknown>, unread: ReadonlyMap<string, string>) {
  const hidden: Hidden = new Map();
  const leadNowhere = new Map<object, string>();
  for (const [address, file] of files) {
    if (typeof file !== 'object' || file === null) continue;
    hideValues(file, hidden);
    for (const { visited, target } of outwardReferences(file, address)) {
      const why = unread.get(target);
      if (why === undefined) continue;
      leadNowhere.set(visited.part, why);
      if (visited.holder) hide(visited.holder.part, visited.key, visited.part, hidden);
    }
  }
  return { hidden, leadNowhere };
}

/** Names the document in full where other files refer to it: the library leaves those references as they are. */
function markWaysBack(files: ReadonlyMap<string, unknown>, root: string): void {
  for (const [address, file] of files) {
    if (address === root || typeof file !== 'object' || file === null) continue;
    for (const { visited, reference, target } of outwardReferences(file, address))
      if (target === root) setOwn(visited.part, '$ref', foreign(root) + (/#.*$/s.exec(reference)?.[0] ?? '#'));
  }
}

/** Those references, as references inside of the whole. */
function mendWaysBack(document: object, root: string): void {
  visitParts(document, {
    part({ part }) {
      const reference = referenceIn(part);
      if (reference?.startsWith(`${foreign(root)}#`)) setOwn(part, '$ref', reference.slice(foreign(root).length));
    },
  });
}

type Written = Omit<Origin, 'pointer'>;

/** Where the objects of files are written. */
function placesOfObjects(files: ReadonlyMap<string, unknown>): ReadonlyMap<object, Written> {
  const written = new Map<object, Written>();
  for (const [file, content] of files) {
    if (typeof content !== 'object' || content === null) continue;
    visitParts(content, { part: (visited) => written.set(visited.part, { file, at: visited.pointer() }) });
  }
  return written;
}

/** Where parts of the whole were written: the library moves objects, and does not copy them. */
function originsIn(document: object, address: string, written: ReadonlyMap<object, Written>): readonly Origin[] {
  const origins: Origin[] = [];
  const found = new WeakMap<VisitedPart, Written>();
  visitParts(document, {
    part(visited) {
      const { part, holder, key } = visited;
      const around = holder && found.get(holder);
      const expected = around ? { file: around.file, at: child(around.at, key) } : { file: address, at: '' };
      const real = written.get(part) ?? expected;
      if (real.file !== expected.file || real.at !== expected.at) origins.push({ pointer: visited.pointer(), ...real });
      found.set(visited, real);
    },
  });
  return origins;
}
