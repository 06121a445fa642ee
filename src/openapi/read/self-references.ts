// References by the `$self` of a document (OpenAPI 3.2, section 4.1.2.2.1).

import { referenceIn } from '../references.ts';
import { visitDocumentParts } from './document-parts.ts';
import { setOwnProperty } from './hidden-values.ts';

/**
 * Turns references that use the `$self` of documents into local ones: those to a known document refer to its file, and
 * others with the same origin to a file at the same relative path.
 *
 * @param address - the address of the file
 * @param known - the addresses of the files read so far, by `$self`; that of this file is added unless known
 * @returns whether a reference was changed
 */
export function localizeReferences(file: object, address: string, known: Map<string, string>): boolean {
  const self = selfOf(file, address);
  // A file cannot take the place of one that was read before, such as the document.
  if (self && !known.has(withoutFragment(self))) known.set(withoutFragment(self), address);
  if (known.size === 0) return false;
  let isChanged = false;
  visitDocumentParts(file, {
    part({ part }) {
      const reference = referenceIn(part);
      if (reference === undefined || reference.startsWith('#')) return;
      const local = toLocal(reference, address, self, known);
      if (local === undefined) return;
      setOwnProperty(part, '$ref', local);
      isChanged = true;
    },
  });
  return isChanged;
}

/** A reference or URI of a file, in its local form if it is one of a `$self`. */
export function localReference(
  reference: string,
  file: object,
  address: string,
  known: ReadonlyMap<string, string>,
): string {
  return toLocal(reference, address, selfOf(file, address), known) ?? reference;
}

function selfOf(file: object, address: string): URL | undefined {
  const { $self } = file as { readonly $self?: unknown };
  return typeof $self === 'string' ? parseUrl($self, address) : undefined;
}

/** The local form of an absolute reference; undefined if it is none of a `$self`. */
function toLocal(
  reference: string,
  address: string,
  self: URL | undefined,
  known: ReadonlyMap<string, string>,
): string | undefined {
  const target = parseUrl(reference, self?.href ?? address);
  if (!target) return undefined;
  const file = known.get(withoutFragment(target));
  if (file !== undefined) return file === address ? target.hash || '#' : file + target.hash;
  // A relative reference has the same path from the file as from its `$self`.
  const isAbsolute = /^(\w[\w+.-]*:|\/)/.test(reference);
  if (!isAbsolute || self?.origin !== target.origin || target.origin === 'null') return undefined;
  const [from, to] = [self.pathname, target.pathname].map((path) => path.split('/'));
  const shared = from?.findIndex((step, index) => index === from.length - 1 || step !== to?.[index]) ?? 0;
  const up = '../'.repeat((from?.length ?? 1) - 1 - shared);
  return `${up}${to?.slice(shared).join('/')}${target.search}${target.hash}`;
}

function withoutFragment({ href }: URL): string {
  return href.replace(/#.*$/s, '');
}

function parseUrl(text: string, base: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
