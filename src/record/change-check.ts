// What is wrong with records that a change has touched, found without a look at all the others.

import type { AnyDraft, RecordProblem, Touched } from '../engine/record-form.ts';
import { child, stepsOf } from '../openapi/pointer.ts';
import { compileSchema } from '../schema/check.ts';
import { once } from '../schema/once.ts';
import type { Index } from '../store/groups.ts';
import type { Identified } from '../store/record.ts';
import { idsAt, type ReferencePlace, referencePlaces } from './reference-places.ts';

/** What is wrong at the end of a change, as far as it has come about by the change. */
export type ChangeCheck = (draft: AnyDraft, touched: readonly Touched[]) => readonly RecordProblem[];

/** How many problems are looked for: the first ones are enough to go on with. */
const MOST_PROBLEMS = 20;

/** What a schema may say of all collections, and of one, without being about more than each record. */
const OF_EACH = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'type',
  'definitions',
]);
const OF_ALL = new Set([...OF_EACH, 'properties', 'additionalProperties', 'required', '$defs']);
const OF_LIST = new Set([...OF_EACH, 'items']);

/**
 * The check of changes of what a schema describes (JSON Schema draft 7 with `x-references`). Only the records that were touched are held against it, and those that
 * refer to one that is gone, which an index finds; of a collection of which the schema says more than what each record is, all are.
 *
 * @param names - of the collections that there are
 */
export function createChangeCheck(schema: object, names: readonly string[]): ChangeCheck {
  const check = once(() => compileSchema(schema, { isKnown: true }));
  const referring = once(() => indexesOf(referencePlaces(schema)));
  const wholes = wholeCollections(schema, names);
  const known = new Set(names);
  return (draft, touched) => {
    const lookUp = (name: string, id: unknown) =>
      known.has(name) && typeof id === 'string' && draft[name]?.get(id) !== undefined;
    const isGone = ({ collection, id }: Touched) => !lookUp(collection, id);
    const gone = touched.filter(isGone);
    const goneKeys = new Set(gone.map(keyOf));
    const problems = problemsOf();
    for (const one of referringTo(gone)) {
      if (problems.length >= MOST_PROBLEMS) break;
      const isTold = problems.some((problem) => keyOf(problem) === keyOf(one));
      if (!isTold) problems.push(...dangling(one));
    }
    return problems.slice(0, MOST_PROBLEMS);

    function problemsOf(): RecordProblem[] {
      const lists = new Map(names.map((name) => [name, new Set<string>()]));
      for (const one of touched) if (!isGone(one)) lists.get(one.collection)?.add(one.id);
      // What is said of the whole of several may be about any of them.
      const isWhole = touched.some(({ collection }) => wholes.has(collection));
      for (const name of isWhole ? wholes : [])
        for (const { id } of draft[name]?.values() ?? []) lists.get(name)?.add(id);
      const ids = new Map([...lists].map(([name, some]) => [name, [...some]]));
      const whole = [...ids].map(([name, some]) => [name, some.map((id) => draft[name]?.get(id))] as const);
      return check()(Object.fromEntries(whole), lookUp)
        .slice(0, MOST_PROBLEMS)
        .map(({ pointer, message }) => {
          const [collection = '', index = '', ...rest] = stepsOf(pointer);
          const id = (index !== '' && ids.get(collection)?.[Number(index)]) || '';
          return { collection, id, pointer: child('', ...rest), message };
        });
    }

    /** The records that refer to one of those that are gone. */
    function* referringTo(removed: readonly Touched[]): Iterable<Touched> {
      for (const one of removed) {
        for (const { collection, to, index } of referring()) {
          if (to !== one.collection || !known.has(collection)) continue;
          for (const { id } of draft[collection]?.group(index, one.id).values() ?? []) yield { collection, id };
        }
      }
    }

    /** What is wrong with a record because others are gone, and only that. */
    function dangling({ collection, id }: Touched): RecordProblem[] {
      const record = draft[collection]?.get(id);
      const whole = Object.fromEntries(names.map((name) => [name, name === collection ? [record] : []]));
      const isThere = (name: string, other: unknown) => !goneKeys.has(keyOf({ collection: name, id: other }));
      const before = new Set(check()(whole, () => true).map(({ pointer }) => pointer));
      return check()(whole, isThere)
        .filter(({ pointer }) => !before.has(pointer))
        .map(({ pointer, message }) => ({ collection, id, pointer: child('', ...stepsOf(pointer).slice(2)), message }));
    }
  };
}

function keyOf({ collection, id }: { readonly collection: string; readonly id: unknown }): string {
  return JSON.stringify([collection, id]);
}

/** An index that finds the records of one collection that refer to one of another. */
interface Referring {
  readonly collection: string;
  readonly to: string;
  readonly index: Index<Identified>;
}

function indexesOf(places: readonly ReferencePlace[]): readonly Referring[] {
  const isFirst = ({ collection, to }: ReferencePlace, at: number) =>
    places.findIndex((one) => one.collection === collection && one.to === to) === at;
  return places.filter(isFirst).map(({ collection, to }) => {
    const own = places.filter((one) => one.collection === collection && one.to === to);
    return { collection, to, index: { groups: (record) => idsAt(record, own).map((id) => [id]) } };
  });
}

/** The collections of which the schema says more than what each record is, such as how many there must be. */
function wholeCollections(schema: object, names: readonly string[]): ReadonlySet<string> {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, object | boolean>> };
  if (Object.keys(schema).some((keyword) => !OF_ALL.has(keyword))) return new Set(names);
  const says = (list: object | boolean) =>
    Object.entries(list).some(
      ([keyword, value]) => !OF_LIST.has(keyword) || (keyword === 'items' && Array.isArray(value)),
    );
  return new Set(names.filter((name) => Object.hasOwn(properties, name) && says(properties[name] ?? {})));
}
