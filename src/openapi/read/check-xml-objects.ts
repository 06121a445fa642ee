// XML Objects of OpenAPI 3.2 that contradict themselves.

import { childPointer } from '../../schema/json-pointer.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import { isUserChosenKey, type VisitedPart, visitDocumentParts } from './document-parts.ts';

/** Fields that `nodeType` replaces, with the type that says the same. */
const REPLACED = { attribute: 'attribute', wrapped: 'element' } as const;
const NODE_TYPES = ['element', 'attribute', 'text', 'cdata', 'none'];

/** The OpenAPI schema has no rules for what is inside of JSON Schemas, so these are checked here. */
export function checkXmlObjects(document: object): readonly UnlocatedFinding[] {
  const findings: UnlocatedFinding[] = [];
  visitDocumentParts(document, {
    part(visited) {
      if (visited.key === 'xml' && !isUserChosenKey(visited)) findings.push(...checkXmlObject(visited));
    },
  });
  return findings;
}

function checkXmlObject({ part, pointer }: VisitedPart): readonly UnlocatedFinding[] {
  const { nodeType } = part as { readonly nodeType?: unknown };
  if (nodeType === undefined) return [];
  const error = (field: string, message: string): UnlocatedFinding => ({
    severity: 'error',
    rule: 'openapi-schema',
    pointer: childPointer(pointer(), field),
    message,
  });
  if (!NODE_TYPES.includes(nodeType as string)) return [error('nodeType', `must be one of ${NODE_TYPES.join(', ')}`)];
  return Object.entries(REPLACED)
    .filter(([field]) => Object.hasOwn(part, field))
    .map(([field, type]) => error(field, `is not allowed beside nodeType; use nodeType: ${type} alone`));
}
