// Errors in annotations: properties and parameters that do not exist.

import { ANNOTATIONS_KEY, parseAnnotations, readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { Document } from '../../../openapi/document.ts';
import type { UnlocatedFinding } from '../../../openapi/document-finding.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { listAllProperties } from '../item-properties.ts';
import { getListRule } from '../list/input-roles.ts';
import type { ResourceAction } from '../resource.ts';
import { findAnnotatedId, findAnnotatedOwner, type PathGroup } from './path-group.ts';
import type { PathNode } from './path-tree.ts';

/** Finds unknown properties in the annotations of paths, and unknown collections. @param names - of the collections */
export function findAnnotationErrors(
  groups: readonly PathGroup[],
  names: Iterable<string>,
  references: References,
): readonly UnlocatedFinding[] {
  return [...findPropertyErrors(groups, references), ...findReferenceErrors(groups, new Set(names), references)];
}

/** Finds `refers` with unknown collections, each once. */
function findReferenceErrors(
  groups: readonly PathGroup[],
  names: ReadonlySet<string>,
  references: References,
): readonly UnlocatedFinding[] {
  const found = new Map<string, UnlocatedFinding>();
  for (const { schema } of groups) {
    for (const property of getSchemaShape(schema, references)?.properties.values() ?? []) {
      for (const part of [property, references.resolve(property)]) {
        const { refers } = isRecord(part?.value) ? parseAnnotations(part.value[ANNOTATIONS_KEY]) : {};
        if (!part || refers === undefined || names.has(refers)) continue;
        const pointer = childPointer(part.pointer, ANNOTATIONS_KEY, 'refers');
        const message = `unknown collection "${refers}"${didYouMean(findNearestName(refers, [...names]))}`;
        found.set(pointer, { severity: 'warn', rule: ANNOTATIONS_KEY, pointer, message });
      }
    }
  }
  return [...found.values()];
}

/** The annotations that name properties. */
type PropertyAnnotation = 'id' | 'unique' | 'owner' | 'softDelete';

function findPropertyErrors(groups: readonly PathGroup[], references: References): readonly UnlocatedFinding[] {
  return groups.flatMap((group) => {
    const { annotations, schema, item, collection } = group;
    const shape =
      annotations.id === undefined &&
      annotations.unique === undefined &&
      annotations.owner === undefined &&
      !annotations.softDelete
        ? undefined
        : getSchemaShape(schema, references);
    if (!shape) return [];
    const names = [...shape.properties.keys()];
    const finding = (annotation: PropertyAnnotation, name: string): UnlocatedFinding => {
      const meant = findNearestName(name, names);
      const message = `its items have no ${annotation === 'owner' ? 'string ' : ''}property "${name}"${didYouMean(meant)}`;
      const pointer = childPointer(findAnnotatedPath(annotation, [item, collection]), ANNOTATIONS_KEY, annotation);
      return { severity: 'warn', rule: ANNOTATIONS_KEY, pointer, message };
    };
    const wrongId =
      annotations.id !== undefined && !findAnnotatedId(shape, annotations, references)
        ? [finding('id', annotations.id)]
        : [];
    const wrongUnique = (annotations.unique ?? []).filter((name) => !shape.properties.has(name));
    const wrongOwner =
      annotations.owner !== undefined && !findAnnotatedOwner(shape, annotations, references)
        ? [finding('owner', annotations.owner)]
        : [];
    const { softDelete } = annotations;
    const wrongSoftDelete =
      typeof softDelete === 'string' && !shape.properties.has(softDelete) ? [finding('softDelete', softDelete)] : [];
    return [...wrongId, ...wrongOwner, ...wrongSoftDelete, ...wrongUnique.map((name) => finding('unique', name))];
  });
}

/** The pointer of the path item with an annotation. */
function findAnnotatedPath(annotation: PropertyAnnotation, places: readonly (PathNode | undefined)[]): string {
  for (const node of places) {
    const [placed] = node?.operations.values() ?? [];
    const item = placed?.operation.pathItem.find(
      ({ value }) =>
        parseAnnotations((value as Readonly<Record<string, unknown>>)[ANNOTATIONS_KEY])[annotation] !== undefined,
    );
    if (item) return item.pointer;
  }
  return '';
}

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
