// What a document asks of values and nobody holds them against, found without compiling anything.

import type { Remark } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import { child } from '../pointer.ts';
import { createReferences } from '../references.ts';
import { rewrite } from '../schemas/rewrite.ts';
import { createSchemaSources } from '../schemas/schema-sources.ts';
import { type VisitedPart, visitParts } from './document-parts.ts';

/** What is not enforced of the schemas of a document, by its place. */
export function notEnforcedIn(document: DocumentObject): readonly Remark[] {
  const sources = createSchemaSources(createReferences(document), document.openapi);
  const named: Remark[] = [];
  visitParts(document, {
    part(visited) {
      const { name, in: place } = visited.part as { readonly name?: unknown; readonly in?: unknown };
      // openapi-backend makes properties of parameters, and this one would be the prototype.
      if (name === '__proto__' && typeof place === 'string') {
        const message = 'no parameter can have this name here: requests that send it are refused';
        named.push({ severity: 'warn', rule: 'not-enforced', pointer: child(visited.pointer(), 'name'), message });
      }
      if (isSchema(visited)) sources.id({ direction: 'request', role: 'schema', pointer: visited.pointer() });
    },
  });
  // Others are added while these are looked at: those that they refer to.
  for (const text of sources.ids) {
    const id = sources.read(text);
    const { pointer } = id;
    const { dialect } = sources.resourceAt(pointer);
    if (dialect === undefined) sources.tell(pointer, 'is in a dialect that is not known here, so any value is taken');
    else if (id.role !== 'choice') rewrite(sources.valueAt(pointer), pointer, sources.surroundings(id, dialect));
  }
  return [...named, ...sources.notEnforced.map((remark) => ({ ...remark, severity: 'info' as const }))];
}

/** Whether a part is a schema in the place of one: of a body, a parameter or a header, or a component. */
function isSchema({ key, holder }: VisitedPart): boolean {
  if (key === 'schema') return HOLDERS.has(`${holder?.holder?.key}`);
  return holder?.key === 'schemas' && holder.holder?.key === 'components' && holder.holder.depth === 1;
}

/** Names below which there are parts with a schema. */
const HOLDERS = new Set(['content', 'headers', 'parameters', 'mediaTypes']);
