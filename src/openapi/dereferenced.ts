// A document with every reference replaced by what it leads to, for those who do not follow references yet.

import { rewriteSchemas } from './dialect.ts';
import { isNamed, isOfUser } from './document-parts.ts';
import type { DocumentObject } from './objects.ts';
import { createReferences, referenceIn } from './references.ts';

/** Parts that several places refer to are one object, and may hold themselves. A reference that leads nowhere becomes `{}`. */
export function dereference(document: DocumentObject): DocumentObject {
  const references = createReferences(document);
  const copies = new Map<object, object>();
  const open: { readonly part: object; readonly copy: object; readonly names: string | undefined }[] = [];
  // Beside a reference nothing counts in 3.0 (3.0.3, section 4.7.23), but for paths.
  const mergesSiblings = !document.openapi.startsWith('3.0');
  const copyOf = (part: object, names: string | undefined, isPath: boolean): object => {
    const known = copies.get(part);
    if (known) return known;
    const target = referenceIn(part) === undefined ? part : (references.follow(part) ?? {});
    const isMerged = target !== part && (mergesSiblings || isPath) && Object.keys(part).length > 1;
    if (target !== part && !isMerged) return copyOf(target, names, false);
    const copy = Array.isArray(target) ? [] : {};
    copies.set(part, copy);
    const { $ref: _, ...siblings } = part as { readonly $ref?: unknown };
    open.push({ part: isMerged ? { ...target, ...siblings } : part, copy, names });
    return copy;
  };
  const whole = copyOf(document, undefined, false);
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, copy, names } = next;
    for (const [key, value] of Object.entries(part)) {
      const isPart =
        typeof value === 'object' && value !== null && (Array.isArray(part) || !isOfUser(key, value, names));
      const named = isPart && !Array.isArray(part) && names === undefined && isNamed(key, value) ? key : undefined;
      const made = isPart ? copyOf(value, named, names === 'paths') : value;
      Object.defineProperty(copy, key, { value: made, configurable: true, enumerable: true, writable: true });
    }
  }
  if (document.openapi.startsWith('3.0')) rewriteSchemas(whole);
  return whole as DocumentObject;
}
