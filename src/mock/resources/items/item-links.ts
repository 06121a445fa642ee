// Fields of items, and their references to other items.

import { isRecord } from '../../../openapi/is-record.ts';
import { listSchemaFields, type SchemaField } from '../../../openapi/schema/schema-fields.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { RecordReference } from '../../../server/pipeline/api/record-form.ts';
import type { StoreState } from '../../../store/state.ts';
import type { Table } from '../../../store/table.ts';
import type { KeptItem, Resource } from '../resource.ts';
import { type Inferred, scopeOf } from '../resource-call.ts';
import { looksWrapped } from '../seed/fixture.ts';
import { BY_ID, keyOf, type Scope, scopeIn } from './key.ts';

const known = new WeakMap<Resource, readonly SchemaField[]>();

/** The declared properties of items, with paths as in a fixture file. */
export function itemFields({ document }: Inferred, resource: Resource): readonly SchemaField[] {
  const found = known.get(resource) ?? beside(resource, listSchemaFields(resource.schema?.value, document.references));
  known.set(resource, found);
  return found;
}

function beside({ parents, single, id }: Resource, own: readonly SchemaField[]): readonly SchemaField[] {
  const isUnsaid = !single && !id?.place;
  const unsaid = parents.filter(({ place }) => !place);
  if (!isUnsaid && unsaid.length === 0) return own;
  const field = (pointer: string, ...types: readonly string[]) => ({ pointer, types, required: true });
  return [
    ...(isUnsaid ? [field('/id', 'string')] : []),
    ...(unsaid.length > 0 ? [field('/parents', 'object')] : []),
    field('/item', 'object'),
    ...unsaid.map(({ key }) => field(childPointer('/parents', key), 'string')),
    ...own.map((one) => ({ ...one, pointer: `/item${one.pointer}` })),
  ];
}

/** An item in fixture format, within a state. */
interface SeenItem {
  readonly state: StoreState;
  readonly id: string;
  readonly written: unknown;
}

/**
 * The references of an item to existing items: its parents, and properties named after another resource. An id that
 * several items have is ignored.
 */
export function itemReferences(inferred: Inferred, resource: Resource, seen: SeenItem): readonly RecordReference[] {
  const { written, id } = seen;
  const isWrapped = isRecord(written) && looksWrapped(written);
  const found = new Map<string, RecordReference>();
  const tell = (pointer: string, other: Resource, value: string, scope: Scope | undefined) => {
    const key = keyAt(seen.state.table(other.name) as unknown as Table<KeptItem>, value, scope);
    if (key !== undefined && !(other === resource && key === id))
      found.set(pointer, { pointer, collection: other.name, id: key });
  };
  const scope = scopeIn(id);
  const named = resource.parents.map((parent, index) => [parent, scope[index] ?? ''] as const);
  for (const [index, [{ resource: above, key, place }, value]] of named.entries()) {
    const isBeside = isWrapped && isRecord(written.parents) && Object.hasOwn(written.parents, key);
    const own = place && childPointer(isWrapped ? '/item' : '', ...place);
    const pointer = isBeside ? childPointer('/parents', key) : own;
    if (above && pointer !== undefined) tell(pointer, above, value, scopeOf(above, named.slice(0, index)));
  }
  const ownId = resource.id?.place?.join('/');
  for (const { place, name, value } of idsIn(isWrapped ? written.item : written)) {
    const pointer = childPointer(isWrapped ? '/item' : '', ...place);
    const other = place.join('/') === ownId || found.has(pointer) ? undefined : inferred.referredTo(name);
    if (other) tell(pointer, other, value, scopeOf(other, named));
  }
  return [...found.values()];
}

/** The key of the only item with an id below known parents; undefined for none or several. */
function keyAt(table: Table<KeptItem>, id: string, scope: Scope | undefined): string | undefined {
  const key = scope && keyOf(scope, id);
  const there = key === undefined ? undefined : table.get(key);
  if (there) return there.gone ? undefined : key;
  const [first, ...others] = [...table.group(BY_ID, id).values()].filter(({ gone }) => !gone);
  return others.length === 0 ? first?.id : undefined;
}

/** Maximum depth of ids, and maximum number of values examined. */
const [DEEPEST, MOST] = [4, 2000];

interface PlacedId {
  readonly place: readonly string[];
  /** The property that contains it, or the list. */
  readonly name: string;
  readonly value: string;
}

/** Strings and numbers in an item that may be ids. */
function idsIn(item: unknown): readonly PlacedId[] {
  const pending: { readonly place: readonly string[]; readonly name: string; readonly value: unknown }[] = [
    { place: [], name: '', value: item },
  ];
  const found: PlacedId[] = [];
  for (const { place, name, value } of pending) {
    if (typeof value === 'string' || typeof value === 'number') found.push({ place, name, value: String(value) });
    if (typeof value !== 'object' || value === null || place.length === DEEPEST) continue;
    for (const [step, member] of Object.entries(value)) {
      if (pending.length > MOST) break;
      pending.push({ place: [...place, step], name: Array.isArray(value) ? name : step, value: member });
    }
  }
  return found;
}
