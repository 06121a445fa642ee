// Records as the store keeps them: those of handlers, which a schema beside the fixtures describes.

import { ApiError } from '../engine/failure.ts';
import type { AnyDraft, RecordForm } from '../engine/record-form.ts';
import { isRecord } from '../openapi/is-record.ts';
import { valueAt } from '../openapi/pointer.ts';
import { createReferences } from '../openapi/references.ts';
import { type Field, fieldsOf } from '../openapi/schemas/fields.ts';
import { once } from '../schema/once.ts';
import type { Fixture } from '../store/fixture.ts';
import type { Identified } from '../store/record.ts';
import { createChangeCheck } from './change-check.ts';
import { createMakeRecords } from './made-records.ts';
import { referencePlaces, referencesIn } from './reference-places.ts';

/** @param names - of the collections. Default: all of the fixture */
export function plainForm(
  { schema, records }: Pick<Fixture, 'schema' | 'records'>,
  names: readonly string[] = Object.keys(records),
): RecordForm {
  const check = schema ? createChangeCheck(schema, names) : () => [];
  const makeRecords = createMakeRecords(schema);
  const places = once(() => referencePlaces(schema ?? {}));
  const fields = createFields(schema ?? {});
  const form: RecordForm = {
    collections: names,
    asRecords: (_, entries) => entries,
    written: (_, record) => record,
    remembers: () => false,
    fields,
    references: (state, { collection }, written) =>
      referencesIn(
        written,
        places().filter((place) => place.collection === collection),
      ).flatMap(({ pointer, to, id }) =>
        names.includes(to) && state.table(to).get(id) ? [{ pointer, collection: to, id }] : [],
      ),
    idsOf: (_, written) => (isRecord(written) && typeof written.id === 'string' ? [written.id] : []),
    idOf: (_, written) => requireId(written).id,
    add(draft, collection, written, { newId }) {
      const isNameless = isRecord(written) && !Object.hasOwn(written, 'id');
      const record = requireId(isNameless ? { id: newId(), ...written } : written);
      if (draft[collection]?.get(record.id))
        throw new ApiError('already_exists', `there is a record "${record.id}" already: replace or patch it`);
      draft[collection]?.add(record);
      return record;
    },
    replace(draft, collection, was, written) {
      const record = requireId(written);
      if (record.id !== was.id)
        throw new ApiError('invalid_argument', `the record "${was.id}" cannot become "${record.id}"`);
      draft[collection]?.replace(record);
      return record;
    },
    remove(draft, collection, gone) {
      for (const { id } of gone) draft[collection]?.remove(id);
    },
    async make(order) {
      const made = await makeRecords(order);
      const add = (draft: AnyDraft) => made.map((record) => form.add(draft, order.collection, record, order));
      return { add, ids: made.map(({ id }) => id) };
    },
    problems: check,
  };
  return form;
}

/** The fields of each collection that a schema names, found when somebody asks for them. */
function createFields(schema: object): RecordForm['fields'] {
  const references = createReferences(schema);
  const known = new Map<string, readonly Field[]>();
  return (collection) => {
    const found = known.get(collection);
    if (found) return found;
    const { properties } = schema as { readonly properties?: unknown };
    const list = isRecord(properties) && Object.hasOwn(properties, collection) ? properties[collection] : undefined;
    const fields = fieldsOf(valueAt(references.follow(list), '/items'), references);
    known.set(collection, fields);
    return fields;
  };
}

/** @throws ApiError `invalid_argument` if it can be no record */
function requireId(written: unknown): Identified {
  if (!isRecord(written)) throw new ApiError('invalid_argument', 'a record must be an object');
  const { id } = written;
  if (typeof id === 'string' && id !== '') return written as Readonly<Record<string, unknown>> & Identified;
  throw new ApiError('invalid_argument', '/id must be a non-empty string');
}
