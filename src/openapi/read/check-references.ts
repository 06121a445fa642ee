// Checks for unresolved references, and reference chains that are too long.

import { childPointer, pointerInFragment, valueAtPointer } from '../../schema/json-pointer.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { createReferences, type References, referenceIn } from '../references.ts';
import type { Dialect } from '../schema/ajv/dialect.ts';
import { isBareReference } from '../schema/bare-reference.ts';
import { findExternalReferences } from './bundle-document.ts';
import { type VisitedPart, visitDocumentParts } from './document-parts.ts';

/**
 * Reports the unresolved references of a bundled document.
 *
 * @param address - of the document, the base of relative references
 * @param unresolved - reasons by the object with the `$ref`
 */
export function checkReferences(
  document: object,
  address: string,
  unresolved: ReadonlyMap<object, string>,
): UnlocatedFinding[] {
  const findings: UnlocatedFinding[] = [];
  const references = createReferences(document);
  const add = (visited: VisitedPart, reference: string, reason: string) =>
    findings.push({
      severity: 'error',
      rule: 'reference',
      pointer: visited.pointer(),
      message: `${reference} ${reason}`,
    });
  for (const { visited, reference } of findExternalReferences(document, address)) {
    const unresolvedReason = unresolved.get(visited.part) ?? 'this location does not exist in the file';
    add(visited, reference, `cannot be resolved: ${unresolvedReason}`);
  }
  const anchors = new Set<string>();
  const named: { readonly visited: VisitedPart; readonly reference: string }[] = [];
  visitDocumentParts(document, {
    part(visited) {
      const { $anchor, $dynamicAnchor } = visited.part as {
        readonly $anchor?: unknown;
        readonly $dynamicAnchor?: unknown;
      };
      for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === 'string') anchors.add(`#${anchor}`);
      const reference = referenceIn(visited.part);
      if (!reference?.startsWith('#')) return;
      const pointer = pointerInFragment(reference);
      if (pointer === undefined) named.push({ visited, reference });
      else if (references.resolveValue(visited.part) === undefined && !isBelowSchemaId(visited))
        add(
          visited,
          reference,
          valueAtPointer(document, pointer) === undefined ? 'cannot be resolved' : 'resolves only to other references',
        );
    },
  });
  for (const { visited, reference } of named)
    if (!anchors.has(reference)) add(visited, reference, 'cannot be resolved');
  return findings;
}

/** Whether a part is below a schema with an `$id`, the base of its references (JSON Schema 2020-12, section 8.2.1). */
function isBelowSchemaId({ part, parent }: VisitedPart): boolean {
  if (parent === undefined) return false;
  return typeof (part as { readonly $id?: unknown }).$id === 'string' || isBelowSchemaId(parent);
}

/** Maximum references that validation follows for one value; a few hundred more overflow the stack. */
const MAX_LENGTH = 1000;

/** Reports the longest chain of references, `allOf` and the like for one value, if it is too long. */
export function findLongReferenceChain(document: DocumentObject): readonly UnlocatedFinding[] {
  const references = createReferences(document);
  const dialect = document.openapi.startsWith('3.0') ? 'openapi-3.0' : '2020-12';
  const lengths = new Map<object, number>();
  let longest: { readonly visited: VisitedPart; readonly length: number } | undefined;
  visitDocumentParts(document, {
    part(visited) {
      if (referenceIn(visited.part) === undefined) return;
      const length = chainLength(visited.part, { references, dialect, known: lengths });
      if (length > (longest?.length ?? MAX_LENGTH)) longest = { visited, length };
    },
  });
  if (!longest) return [];
  const message = `resolves through ${longest.length} schemas, of which at most ${MAX_LENGTH} are followed during validation; refer to the last one directly`;
  return [{ severity: 'warn', rule: 'reference', pointer: childPointer(longest.visited.pointer(), '$ref'), message }];
}

interface ChainContext {
  readonly references: References;
  readonly dialect: Dialect;
  /** Results by schema; it is modified. */
  readonly known: Map<object, number>;
}

/** Length of the longest chain from a schema, without bare references. Iterative, because chains may be very long. */
function chainLength(schema: object, { references, dialect, known: lengths }: ChainContext): number {
  const open: { readonly part: object; readonly next: readonly object[] | undefined }[] = [
    { part: schema, next: undefined },
  ];
  for (let top = open.pop(); top; top = open.pop()) {
    const { part, next } = top;
    if (next) {
      const below = next.reduce((most, one) => Math.max(most, lengths.get(one) ?? 0), 0);
      const target = references.resolveOnce(part);
      lengths.set(part, below + (target === undefined || isBareReference(target, dialect) ? 0 : 1));
    } else if (!lengths.has(part)) {
      // A cycle is not counted again.
      lengths.set(part, 0);
      const following = schemasOfSameValue(part, references);
      open.push({ part, next: following });
      for (const one of following) open.push({ part: one, next: undefined });
    }
  }
  return lengths.get(schema) ?? 0;
}

/** The schemas that validate the same value as a schema. */
function schemasOfSameValue(schema: object, { resolveOnce: next }: References): readonly object[] {
  const all = schema as Readonly<Record<string, unknown>>;
  return [next(schema), ...SAME_VALUE_KEYWORDS.flatMap((keyword) => all[keyword])].filter(
    (one): one is object => typeof one === 'object' && one !== null,
  );
}

const SAME_VALUE_KEYWORDS = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
