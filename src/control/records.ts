// The records of a sandbox: shown, and changed many at once, all or nothing.

import { Failure } from '../engine/failure.ts';
import type { AnyDraft, RecordForm, RecordProblem, RecordWorld, Touched } from '../engine/record-form.ts';
import type { Sandbox } from '../engine/sandbox.ts';
import { mergePatch } from '../schema/merge-patch.ts';
import type { Identified } from '../store/record.ts';
import { apisOf, storeOf } from './api-store.ts';
import type { RecordChange } from './operations.ts';
import type { ControlHandlers } from './principal.ts';
import { recordCount, recordPage, versionOf } from './record-page.ts';

type RecordHandlers = Pick<ControlHandlers, 'listCollections' | 'listRecords' | 'getRecord' | 'changeRecords'>;

/** What is known of the apis. */
export interface RecordsOf {
  recordForm(api: string): Promise<RecordForm>;
  newId(api: string, sandbox: Sandbox): string;
}

/** How many records a page has unless somebody wants more. */
const PAGE = 100;

export function recordHandlers({ recordForm, newId }: RecordsOf): RecordHandlers {
  return {
    async listCollections({ principal: { sandbox } }) {
      const apis = [];
      for (const [api, { state }] of apisOf(sandbox)) {
        const form = await recordForm(api);
        const collections = [];
        for (const collection of form.collections)
          collections.push({ collection, records: await recordCount(state, collection, form) });
        apis.push({ api, collections });
      }
      return { sandbox: sandbox.name, apis };
    },
    async listRecords({ input: { collection, api: named, limit = PAGE, after, q }, principal: { sandbox } }) {
      const [api, { state }] = storeOf(sandbox, named);
      const form = await recordForm(api);
      requireCollection(api, form, collection);
      const total = await recordCount(state, collection, form);
      const page = await recordPage(state, { collection, limit, after, q }, form);
      return { sandbox: sandbox.name, api, collection, total, ...page };
    },
    async getRecord({ input: { collection, id, api: named }, principal: { sandbox } }) {
      const [api, { state }] = storeOf(sandbox, named);
      const form = await recordForm(api);
      requireCollection(api, form, collection);
      const kept = state.table(collection).get(id);
      const record = kept && form.written(collection, kept);
      if (!kept || record === undefined) throw notThere(collection, id);
      return { sandbox: sandbox.name, api, collection, id, version: versionOf(kept), record };
    },
    async changeRecords({ input: { changes, api: named }, principal: { sandbox }, now }) {
      const [api, store] = storeOf(sandbox, named);
      const form = await recordForm(api);
      const world: RecordWorld = { newId: () => newId(api, sandbox), seed: sandbox.seed };
      const touched = await store.change((draft) => {
        const done = doChanges(draft, changes, { api, form, world });
        requireRight(form.problems(draft, done), done);
        return done.map((one) => ({ ...one, record: draft[one.collection]?.get(one.id) }));
      }, { at: now, operation: 'changeRecords' });
      const records = touched.map(({ collection, id, record }) => {
        const isThere = record && form.written(collection, record) !== undefined;
        return { collection, id, ...(isThere && { version: versionOf(record) }) };
      });
      return { sandbox: sandbox.name, api, records };
    },
  };
}

/** What changes are made with. */
interface Changing {
  readonly api: string;
  readonly form: RecordForm;
  readonly world: RecordWorld;
}

/** Makes changes one after the other; gives the record that each is about. @throws Failure saying which one cannot be made */
function doChanges(draft: AnyDraft, changes: readonly RecordChange[], changing: Changing): readonly Touched[] {
  const { api, form } = changing;
  const done: Touched[] = [];
  /** Of one collection, and not taken out yet: many at once take one look at what is below them. */
  let going = new Map<string, Identified>();
  changes.forEach((change, at) => {
    const { collection, remove } = change;
    try {
      requireCollection(api, form, collection);
      if (remove === undefined) done.push({ collection, id: doChange(draft, change, changing) });
      else {
        if (going.has(remove)) throw notThere(collection, remove);
        going.set(remove, requireKnown(form, draft[collection]?.get(remove), { collection, id: remove }, change.version));
        done.push({ collection, id: remove });
        const next = changes[at + 1];
        if (next?.remove !== undefined && next.collection === collection) return;
        form.remove(draft, collection, [...going.values()]);
        going = new Map();
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(error.code, `Nothing was changed. In changes/${at}, ${collection}: ${error.message}`);
    }
  });
  return done;
}

/** Makes a change that leaves a record; gives its id. @throws Failure */
function doChange(draft: AnyDraft, change: RecordChange, { form, world }: Changing): string {
  const { collection, version, id } = change;
  const known = (of: string) => requireKnown(form, draft[collection]?.get(of), { collection, id: of }, version);
  if (Object.hasOwn(change, 'add')) {
    if (version !== undefined) throw new Failure('invalid_argument', 'what is added has no version yet');
    return form.add(draft, collection, change.add, world).id;
  }
  if (Object.hasOwn(change, 'replace')) {
    const was = known(form.idOf(collection, change.replace));
    return form.replace(draft, collection, was, change.replace).id;
  }
  if (id === undefined) throw new Failure('invalid_argument', 'id must say which record is patched');
  const was = known(id);
  return form.replace(draft, collection, was, mergePatch(form.written(collection, was), change.patch)).id;
}

/** The record that a change is about. @throws Failure `not_found`; `aborted` if it is not as its caller knows it */
function requireKnown(
  form: RecordForm,
  record: Identified | undefined,
  { collection, id }: Touched,
  version: string | undefined,
): Identified {
  const isThere = record !== undefined && form.written(collection, record) !== undefined;
  if (version !== undefined && !(isThere && versionOf(record) === version))
    throw new Failure(
      'aborted',
      `somebody has ${isThere ? 'changed' : 'removed'} the record "${id}" since it had the version ${version}`,
    );
  if (!isThere) throw notThere(collection, id);
  return record;
}

/** @throws Failure `invalid_argument` with what is wrong, by collection and place */
function requireRight(problems: readonly RecordProblem[], changes: readonly Touched[]): void {
  if (problems.length === 0) return;
  const sentences = problems.map((problem) => {
    const at = changes.findLastIndex(({ collection, id }) => collection === problem.collection && id === problem.id);
    const where = at === -1 ? '' : ` (changes/${at})`;
    return `${problem.collection} "${problem.id}"${where}: ${problem.pointer || 'the record'} ${problem.message}`;
  });
  throw new Failure('invalid_argument', `Nothing was changed. ${sentences.join('; ')}`, {
    details: problems.map((problem) => ({ ...problem })),
  });
}

/** @throws Failure `not_found` */
function requireCollection(api: string, { collections }: RecordForm, name: string): void {
  if (collections.includes(name)) return;
  throw new Failure('not_found', `${api} has no collection ${JSON.stringify(name)}: there are ${collections.join(', ')}`);
}

function notThere(collection: string, id: string): Failure {
  return new Failure('not_found', `there is no record ${JSON.stringify(id)} in ${collection}`);
}
