// Values of one request with one name: a handler sees one of them.

import type { Operation } from '../../openapi/document.ts';
import { markedIn } from '../../openapi/schemas/schema-relations.ts';
import { shapeOf } from '../../openapi/schemas/shape.ts';
import type { OwnRule } from './rule.ts';

export const sharedName: OwnRule = {
  title: 'No two values of a request have one name.',
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
            message: `${operation.id} takes ${key} in the ${first.place} and in the ${place}: handlers see that of the ${first.place} only. Give one of them another name.`,
          };
      }
    }
  },
};

interface Named {
  /** Under which handlers see it. */
  readonly key: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie' | 'body';
  readonly pointer: string;
}

/** What a request may hold, with what handlers see of several before the others. */
function* namedValues({ parameters, body, references }: Operation): Generator<Named> {
  for (const place of ['path', 'query', 'header', 'cookie'] as const)
    for (const { name, in: own, part } of parameters)
      if (own === place) yield { key: place === 'header' ? name.toLowerCase() : name, place, pointer: part.pointer };
  const told = new Set<string>();
  for (const { schema } of body?.mediaTypes ?? []) {
    const readOnly = markedIn(schema?.value, 'readOnly', references);
    for (const [key, { pointer }] of shapeOf(schema, references)?.properties ?? []) {
      if (readOnly.has(key) || told.has(key)) continue;
      told.add(key);
      yield { key, place: 'body', pointer };
    }
  }
}

/** What PUT and PATCH send of the item that the path names says it again: there are not two values. */
function isTheSame(first: Named, { place }: Named, { method }: Operation): boolean {
  return first.place === 'path' && place === 'body' && /^(put|patch)$/i.test(method);
}
