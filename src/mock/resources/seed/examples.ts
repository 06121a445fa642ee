// Examples of items in the responses of a document.

import { mainMediaType } from '../../../openapi/content.ts';
import type { Document } from '../../../openapi/document.ts';
import { isRecord } from '../../../openapi/is-record.ts';
import { operationsAt } from '../operations-at.ts';
import { valueAt } from '../place.ts';
import type { Resource, Resources } from '../resource.ts';

/** Maximum number of examples of a resource. */
const MOST = 60;

/** The items in the examples of read and list operations, those of read operations first. */
export function examplesOf(resource: Resource, document: Document, resources: Resources): readonly object[] {
  const collection = resource.path.replace(/\/[^/]*\/?$/, '');
  const found = [resource.path, collection]
    .flatMap((path) => operationsAt(document, path))
    .flatMap((operation) => {
      const role = resources.role(operation.id);
      if (role?.resource !== resource || role.part.length > 0 || !role.shown) return [];
      const { shown, deed } = role;
      const examples =
        mainMediaType(operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [])?.examples ?? [];
      const values = examples.map(({ value }) => valueAt(value, shown));
      return deed === 'list' ? values.flat() : deed === 'read' ? values : [];
    });
  return found.filter(isRecord).slice(0, MOST);
}
