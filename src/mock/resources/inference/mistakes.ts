// Errors in annotations: properties that items do not have.

import { ANNOTATIONS_KEY, parseAnnotations } from '../../../openapi/annotations.ts';
import type { UnlocatedFinding } from '../../../openapi/document-finding.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import { type Family, idAt, ownerAt } from './family.ts';
import type { PathNode } from './path-tree.ts';

/** Finds unknown properties in the annotations of paths. */
export function mistakesIn(families: readonly Family[], references: References): readonly UnlocatedFinding[] {
  return families.flatMap((family) => {
    const { said, schema, item, collection } = family;
    const shape =
      said.id === undefined && said.unique === undefined && said.owner === undefined
        ? undefined
        : getSchemaShape(schema, references);
    if (!shape) return [];
    const names = [...shape.properties.keys()];
    const remark = (word: 'id' | 'unique' | 'owner', name: string): UnlocatedFinding => {
      const meant = findNearestName(name, names);
      const message = `its items have no ${word === 'owner' ? 'string ' : ''}property "${name}"${didYouMean(meant)}`;
      const pointer = childPointer(pathThatSays(word, [item, collection]), ANNOTATIONS_KEY, word);
      return { severity: 'warn', rule: ANNOTATIONS_KEY, pointer, message };
    };
    const wrongId = said.id !== undefined && !idAt(shape, said, references) ? [remark('id', said.id)] : [];
    const wrongUnique = (said.unique ?? []).filter((name) => !shape.properties.has(name));
    const wrongOwner =
      said.owner !== undefined && !ownerAt(shape, said, references) ? [remark('owner', said.owner)] : [];
    return [...wrongId, ...wrongOwner, ...wrongUnique.map((name) => remark('unique', name))];
  });
}

/** The pointer of the path item with an annotation. */
function pathThatSays(word: 'id' | 'unique' | 'owner', places: readonly (PathNode | undefined)[]): string {
  for (const node of places) {
    const [placed] = node?.operations.values() ?? [];
    const item = placed?.operation.pathItem.find(
      ({ value }) =>
        parseAnnotations((value as Readonly<Record<string, unknown>>)[ANNOTATIONS_KEY])[word] !== undefined,
    );
    if (item) return item.pointer;
  }
  return '';
}
