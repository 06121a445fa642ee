// Rule: JSON success responses have an example.

import type { Operation } from '../../openapi/document.ts';
import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import type { Part } from '../../openapi/references.ts';
import { findSchemaExamples } from '../../verify/requests/documented-values.ts';
import type { OwnRule } from './rule.ts';

export const noExample: OwnRule = {
  title: 'JSON success responses, or their schema, have an example; of a resource, at least one has.',
  severity: 'info',
  *look({ operations }, resources) {
    /** The operations of each resource, by its name. */
    const stateful = new Map<string, Operation[]>();
    for (const operation of operations.values()) {
      const name = resources.action(operation.id)?.resource.name;
      if (name !== undefined) stateful.set(name, [...(stateful.get(name) ?? []), operation]);
      else {
        const part = partWithoutExample(operation);
        const message = `The response of ${operation.id} has no example, so the mock generates data; add an example (example, or examples in its schema).`;
        if (part) yield { pointer: part.pointer, message };
      }
    }
    for (const [name, all] of stateful) {
      const parts = all.map(partWithoutExample);
      const [part] = parts;
      if (!part || parts.includes(undefined)) continue;
      const message = `No response with ${name} has an example, so the mock generates the initial ones; add an example (example, or examples in its schema).`;
      yield { pointer: part.pointer, message };
    }
  },
};

/** The first JSON media type of the success response, if none of its examples shows a body. */
function partWithoutExample({ responses, successStatus, references }: Operation): Part<object> | undefined {
  for (const { type, part, schema, examples } of responses.forStatus(successStatus)?.mediaTypes ?? []) {
    const range = cachedMediaType(type);
    const isShown = examples.length > 0 || (schema && findSchemaExamples(schema, references).length > 0);
    if (range && isJson(range) && schema && !isShown) return part;
  }
  return undefined;
}
