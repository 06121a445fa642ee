// Examples of items in the responses of a document.

import { mainMediaType } from '../../../openapi/content.ts';
import type { Document } from '../../../openapi/document.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { findOperationsAt } from '../operations-at.ts';
import { getAtPath } from '../property-path.ts';
import type { Resource, Resources } from '../resource.ts';

/** Maximum number of examples of a resource. */
const MAX_COUNT = 60;

/** The items in the examples of read and list operations, those of read operations first. */
export function findItemExamples(resource: Resource, document: Document, resources: Resources): readonly object[] {
  const collection = resource.path.replace(/\/[^/]*\/?$/, '');
  const found = [resource.path, collection]
    .flatMap((path) => findOperationsAt(document, path))
    .flatMap((operation) => {
      const action = resources.action(operation.id);
      if (action?.resource !== resource || action.part.length > 0 || !action.responsePath) return [];
      const { responsePath, kind } = action;
      const examples =
        mainMediaType(operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [])?.examples ?? [];
      const values = examples.map(({ value }) => getAtPath(value, responsePath));
      return kind === 'list' ? values.flat() : kind === 'read' ? values : [];
    });
  return found.filter(isRecord).slice(0, MAX_COUNT);
}
