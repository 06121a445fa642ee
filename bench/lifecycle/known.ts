// What there is to ask for: the items that are there at the start, and those that were made since.

import type { Document, Operation } from '../../src/openapi/document.ts';
import { isRecord } from '../../src/openapi/is-record.ts';
import { idIn, scopeIn } from '../../src/resource/key.ts';
import { isJsonPatch } from '../../src/resource/patch.ts';
import { valueAt, withValue } from '../../src/resource/place.ts';
import type { KeptItem, Parent, Resource } from '../../src/resource/resource.ts';
import type { Inferred } from '../../src/resource/resource-call.ts';
import type { Fixture } from '../../src/store/fixture.ts';

export interface Known {
  /** The path values of items that are there; parameters of which nobody knows are left out. */
  valuesFor(operation: Operation): Readonly<Record<string, string>>;
  /** A body that refers to items that are there, and where it is about several, to one that is. */
  related(body: unknown, operation: Operation): unknown;
  /** All item paths (`…/{id}`), and whether an operation there belongs to a resource. */
  itemPaths(document: Document): readonly (readonly [path: string, belongs: boolean])[];
}

/** @param records - what there is at the start */
export function createKnown(inferred: Inferred, records: Fixture['records']): Known {
  const { resources } = inferred;
  const firstOf = ({ name }: Resource): KeptItem | undefined => (records[name] as readonly KeptItem[] | undefined)?.[0];
  const place = (values: Record<string, string>, resource: Resource, kept: KeptItem, parents: readonly Parent[]) => {
    const scope = scopeIn(kept.id);
    for (const parent of parents) {
      const at = resource.parents.findIndex((own) =>
        own.resource ? own.resource === parent.resource : own.parameter === parent.parameter,
      );
      const value = scope[at];
      if (value !== undefined) values[parent.parameter] ??= value;
    }
  };
  return {
    valuesFor(operation) {
      const role = resources.role(operation.id);
      const values: Record<string, string> = {};
      if (!role) return values;
      const kept = role.parameter === undefined ? undefined : firstOf(role.resource);
      if (kept && role.parameter !== undefined) {
        values[role.parameter] = idIn(kept.id);
        place(values, role.resource, kept, role.parents);
      }
      for (const [index, parent] of [...role.parents.entries()].reverse()) {
        if (values[parent.parameter] !== undefined || !parent.resource) continue;
        const above = firstOf(parent.resource);
        if (!above) continue;
        values[parent.parameter] = idIn(above.id);
        place(values, parent.resource, above, role.parents.slice(0, index));
      }
      return values;
    },
    related(body, operation) {
      if (isJsonPatch(body)) return [];
      const role = resources.role(operation.id);
      const place = role?.resource.id?.place;
      const [own] = place ?? [];
      if (role && (role.deed === 'changeMany' || role.deed === 'deleteMany') && role.asked) {
        const list = valueAt(body, role.asked);
        const kept = firstOf(role.resource);
        if (kept && Array.isArray(list)) {
          const id = place ? valueAt(kept.item, place) : undefined;
          if (id === undefined) return body;
          const one = isRecord(list[0]) && place ? withValue(list[0], place, id) : id;
          return withValue(body, role.asked, list.length > 0 ? [one] : []);
        }
      }
      const referring = (item: unknown) =>
        isRecord(item) ? Object.fromEntries(Object.entries(item).map(reference)) : item;
      const reference = ([name, value]: readonly [string, unknown]) => {
        const resource = name === own ? undefined : inferred.referredTo(name);
        const kept = resource && firstOf(resource);
        if (!kept) return [name, value];
        const id = resource.id && resource.id.type !== 'string' ? Number(idIn(kept.id)) : idIn(kept.id);
        return [
          name,
          Array.isArray(value)
            ? value.map(() => id)
            : typeof value === 'object'
              ? value
              : typeof value === 'string'
                ? String(id)
                : id,
        ];
      };
      const asked = role?.asked ?? [];
      const item = valueAt(body, asked);
      if (Array.isArray(item)) return withValue(body, asked, item.map(referring));
      return isRecord(item) ? withValue(body, asked, referring(item)) : body;
    },
    itemPaths(document) {
      const byPath = Map.groupBy(document.operations.values(), ({ path }) => path);
      return [...byPath].flatMap(([path, operations]) => {
        if (path.includes('#') || !/[^}/]\/\{[^{}]+\}(\.json)?\/?$/.test(path)) return [];
        return [[path, operations.some(({ id }) => resources.role(id) !== undefined)] as const];
      });
    },
  };
}
