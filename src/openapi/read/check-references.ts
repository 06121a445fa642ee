// Check for unresolved references.

import { pointerInFragment, valueAtPointer } from '../../schema/json-pointer.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import { createReferences, referenceIn } from '../references.ts';
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
