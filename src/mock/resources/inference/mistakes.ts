// What people say of resources and is not so: properties that are not there.

import type { Remark } from '../../../openapi/document-finding.ts';
import { child } from '../../../openapi/pointer.ts';
import type { References } from '../../../openapi/references.ts';
import { shapeOf } from '../../../openapi/schema/shape.ts';
import { EXTENSION, wordsIn } from '../../../openapi/words.ts';
import { didYouMean, nearest } from '../../../schema/nearest.ts';
import { type Family, idAt, ownerAt } from './family.ts';
import type { PathNode } from './path-tree.ts';

/** What is wrong with what is said of the paths of things, where it can be known. */
export function mistakesIn(families: readonly Family[], references: References): readonly Remark[] {
  return families.flatMap((family) => {
    const { said, schema, item, collection } = family;
    const shape =
      said.id === undefined && said.unique === undefined && said.owner === undefined
        ? undefined
        : shapeOf(schema, references);
    if (!shape) return [];
    const names = [...shape.properties.keys()];
    const remark = (word: 'id' | 'unique' | 'owner', name: string): Remark => {
      const meant = nearest(name, names);
      const message = `its items have no ${word === 'owner' ? 'string ' : ''}property "${name}"${didYouMean(meant)}`;
      const pointer = child(pathThatSays(word, [item, collection]), EXTENSION, word);
      return { severity: 'warn', rule: EXTENSION, pointer, message };
    };
    const wrongId = said.id !== undefined && !idAt(shape, said, references) ? [remark('id', said.id)] : [];
    const wrongUnique = (said.unique ?? []).filter((name) => !shape.properties.has(name));
    const wrongOwner =
      said.owner !== undefined && !ownerAt(shape, said, references) ? [remark('owner', said.owner)] : [];
    return [...wrongId, ...wrongOwner, ...wrongUnique.map((name) => remark('unique', name))];
  });
}

/** The pointer of the path item that says a word. */
function pathThatSays(word: 'id' | 'unique' | 'owner', places: readonly (PathNode | undefined)[]): string {
  for (const node of places) {
    const [placed] = node?.operations.values() ?? [];
    const item = placed?.operation.items.find(
      ({ value }) => wordsIn((value as Readonly<Record<string, unknown>>)[EXTENSION])[word] !== undefined,
    );
    if (item) return item.pointer;
  }
  return '';
}
