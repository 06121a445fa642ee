// Examples of items in the responses of a document.

import { mainMediaType } from '../../../openapi/content.ts';
import type { Document } from '../../../openapi/document.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { operationsAt } from '../operations-at.ts';
import { valueAt } from '../place.ts';
import type { Resource, Resources } from '../resource.ts';

/** Maximum number of examples of a resource. */
const MAX_COUNT = 60;

/** The items in the examples of read and list operations, those of read operations first. */
export function examplesOf(resource: Resource, document: Document, resources: Resources): readonly object[] {
  const collection = resource.path.replace(/\/[^/]*\/?$/, '');
  const found = [resource.path, collection]
    .flatMap((path) => operationsAt(document, path))
    .flatMap((operation) => {
      const action = resources.role(operation.id);
      if (action?.resource !== resource || action.part.length > 0 || !action.shown) return [];
      const { shown: responsePath, deed: kind } = action;
      const examples =
        mainMediaType(operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [])?.examples ?? [];
      const values = examples.map(({ value }) => valueAt(value, responsePath));
      return kind === 'list' ? values.flat() : kind === 'read' ? values : [];
    });
  return found.filter(isRecord).slice(0, MAX_COUNT);
}
