// Errors in the annotation `filters`: parameters and properties that a list does not have.

import { ANNOTATIONS_KEY, readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { Document } from '../../../openapi/document.ts';
import type { UnlocatedFinding } from '../../../openapi/document-finding.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { listAllProperties } from '../item-properties.ts';
import type { ResourceAction } from '../resource.ts';
import { getListRule } from './input-roles.ts';

/** @param actionOf - the action of an operation; undefined if it belongs to no resource */
export function findFilterErrors(
  document: Document,
  actionOf: (operationId: string) => ResourceAction | undefined,
): readonly UnlocatedFinding[] {
  return [...document.operations.values()].flatMap(({ id, part, pathItem }) => {
    const { filters } = readOperationAnnotations({ part, pathItem });
    const action = filters && actionOf(id);
    if (!action || !['list', 'search', 'clear'].includes(action.kind)) return [];
    const rule = getListRule(action);
    const inputs = rule.filters.map(({ input }) => input.name);
    const properties = listAllProperties(action.resource.schema, document.references).map(({ name }) => name);
    return Object.entries(filters).flatMap(([parameter, name]) => {
      const message = !rule.property(normalizeName(name))
        ? `its items have no property "${name}"${didYouMean(findNearestName(name, properties))}`
        : `the list has no filter "${parameter}"${didYouMean(findNearestName(parameter, inputs))}`;
      const isRight = rule.property(normalizeName(name)) && inputs.includes(parameter);
      const pointer = childPointer(part.pointer, ANNOTATIONS_KEY, 'filters', parameter);
      return isRight ? [] : [{ severity: 'warn', rule: ANNOTATIONS_KEY, pointer, message }];
    });
  });
}
