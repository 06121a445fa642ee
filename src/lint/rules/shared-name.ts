// Rule: parameters and body properties of a request have different names.

import type { Operation } from '../../openapi/document.ts';
import { findMarkedProperties } from '../../openapi/schema/schema-relations.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { OwnRule } from './rule.ts';

export const sharedName: OwnRule = {
  title: 'Parameters and body properties of a request have different names.',
  severity: 'info',
  *look({ operations }) {
    for (const operation of operations.values()) {
      if (operation.parameters.length === 0) continue;
      const seen = new Map<string, Named>();
      for (const named of namedValues(operation)) {
        const { key, place, pointer } = named;
        const first = seen.get(key);
        if (!first) seen.set(key, named);
        else if (!isTheSame(first, named, operation))
          yield {
            pointer,
            message: `${operation.id} has ${key} in the ${first.place} and in the ${place}; handlers see only the one in the ${first.place}. Rename one of them.`,
          };
      }
    }
  },
};

interface Named {
  /** The name that handlers use. */
  readonly key: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body';
  readonly pointer: string;
}

/** Parameters and body properties; those that handlers see come first. */
function* namedValues({ parameters, body, references }: Operation): Generator<Named> {
  for (const place of ['path', 'query', 'header', 'cookie'] as const)
    for (const { name, in: own, part } of parameters)
      if (own === place) yield { key: place === 'header' ? name.toLowerCase() : name, place, pointer: part.pointer };
  const seen = new Set<string>();
  for (const { schema } of body?.mediaTypes ?? []) {
    const readOnly = findMarkedProperties(schema?.value, 'readOnly', references);
    for (const [key, { pointer }] of getSchemaShape(schema, references)?.properties ?? []) {
      if (readOnly.has(key) || seen.has(key)) continue;
      seen.add(key);
      yield { key, place: 'body', pointer };
    }
  }
}

/** The body of PUT and PATCH repeats the id of the path: it is the same value. */
function isTheSame(first: Named, { place }: Named, { method }: Operation): boolean {
  return first.place === 'path' && place === 'body' && /^(put|patch)$/i.test(method);
}
