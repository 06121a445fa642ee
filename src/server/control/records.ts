// Reads records of a sandbox, and changes many atomically.

import { ApiError } from '../pipeline/errors/api-error.ts';
import type {
  AddGenerated,
  AnyDraft,
  GenerateInput,
  RecordForm,
  RecordProblem,
  RecordContext,
  RecordKey,
} from '../pipeline/api/record-form.ts';
import type { Sandbox, Snapshot } from '../pipeline/sandbox/sandbox.ts';
import { applyMergePatch } from '../../schema/merge-patch.ts';
import type { Identified } from '../../store/record.ts';
import { apisOf, storeOf } from './api-store.ts';
import type { RecordChange } from './operations.ts';
import type { ControlHandlers } from './control-handlers.ts';
import { recordCount, recordPage, recordVersion } from './record-page.ts';

type RecordHandlers = Pick<ControlHandlers, 'listCollections' | 'describeCollection' | 'listRecords' | 'getRecord' | 'changeRecords'>;

/** The APIs with their records. */
export interface RecordsOf {
  recordForm(api: string): Promise<RecordForm>;
  newId(api: string, sandbox: Sandbox): string;
  readonly sets: NamedFixtures;
}

/** Fixtures by their names. */
export interface NamedFixtures {
  /** The initial state of a sandbox from named fixtures. @throws ApiError `not_found` */
  beginningFrom(name: string, sandbox: Sandbox): Promise<Snapshot>;
  /** The fixtures of an API, and their folder; undefined if it has none. */
  of(api: string): Promise<{ readonly names: readonly string[]; readonly folder: string | undefined }>;
}

/** Maximum number of reported references per record. */
const MOST_REFERENCES = 1000;
/** The default page size. */
const PAGE = 100;

export function recordHandlers({ recordForm, newId, sets }: RecordsOf): RecordHandlers {
  return {
    async listCollections({ caller: { sandbox } }) {
      const apis = [];
      for (const [api, { state }] of apisOf(sandbox)) {
        const form = await recordForm(api);
        const collections = [];
        for (const collection of form.collections) {
          const singleton = form.isSingleton(collection);
          const records = await recordCount(state, collection, form);
          collections.push({ collection, records, ...(singleton && { singleton }) });
        }
        const { names, folder } = await sets.of(api);
        apis.push({ api, collections, fixtures: names, ...(folder !== undefined && { folder }) });
      }
      return { sandbox: sandbox.name, apis };
    },
    async describeCollection({ input: { collection, api: named }, caller: { sandbox } }) {
      const [api] = storeOf(sandbox, named);
      const form = await recordForm(api);
      requireCollection(api, form, collection);
      return { sandbox: sandbox.name, api, collection, fields: [...form.fields(collection)] };
    },
    async listRecords({ input: { collection, api: named, limit = PAGE, after, q }, caller: { sandbox } }) {
      const [api, { state }] = storeOf(sandbox, named);
      const form = await recordForm(api);
      requireCollection(api, form, collection);
      const total = await recordCount(state, collection, form);
      const page = await recordPage(state, { collection, limit, after, q }, form);
      return { sandbox: sandbox.name, api, collection, total, ...page };
    },
    async getRecord({ input: { collection, id, api: named }, caller: { sandbox } }) {
      const [api, { state }] = storeOf(sandbox, named);
      const form = await recordForm(api);
      requireCollection(api, form, collection);
      const stored = state.table(collection).get(id);
      const record = stored && form.toFileForm(collection, stored);
      if (!stored || record === undefined) throw notThere(collection, id);
      const references = form.references(state, { collection, id }, record).slice(0, MOST_REFERENCES);
      return { sandbox: sandbox.name, api, collection, id, version: recordVersion(stored), record, references };
    },
    async changeRecords({ input: { changes, api: named }, caller: { sandbox }, now, signal }) {
      const [api, store] = storeOf(sandbox, named);
      const form = await recordForm(api);
      const context: RecordContext = { newId: () => newId(api, sandbox), seed: sandbox.seed };
      const made = await makeAll(changes, { api, form, context, state: store.state, signal });
      const touched = await store.change((draft) => {
        const done = doChanges(draft, changes, { api, form, context, made });
        requireRight(form.problems(draft, done), done);
        return done.map((one) => ({ ...one, record: draft[one.collection]?.get(one.id) }));
      }, { at: now, operation: 'changeRecords' });
      const records = touched.map(({ collection, id, record }) => {
        const isThere = record && form.toFileForm(collection, record) !== undefined;
        return { collection, id, ...(isThere && { version: recordVersion(record) }) };
      });
      return { sandbox: sandbox.name, api, records };
    },
  };
}

/** The context of changes. */
interface Changing {
  readonly api: string;
  readonly form: RecordForm;
  readonly context: RecordContext;
  /** Adds the generated records of each change with `count`. */
  readonly made: ReadonlyMap<RecordChange, AddGenerated>;
}

/** How many records are made by one request. */
const MOST_MADE = 5000;

/**
 * Generates records before the store is changed.
 *
 * @throws ApiError `invalid_argument` if that is impossible, or they would be too many
 */
async function makeAll(
  changes: readonly RecordChange[],
  { api, form, context, ...there }: Omit<Changing, 'made'> & Pick<GenerateInput, 'state' | 'signal'>,
): Promise<Changing['made']> {
  const made = new Map<RecordChange, AddGenerated>();
  const coming = new Map<string, string[]>();
  const total = changes.reduce((sum, { count = 0 }) => sum + count, 0);
  if (total > MOST_MADE)
    throw new ApiError('invalid_argument', `a request can create at most ${MOST_MADE} records, not ${total}`);
  for (const [at, change] of total > 0 ? changes.entries() : []) {
    const { collection, count, template = {} } = change;
    await telling(at, collection, async () => {
      requireCollection(api, form, collection);
      const ids = coming.get(collection) ?? [];
      coming.set(collection, ids);
      if (count !== undefined) {
        const { add, ids: more } = await form.generate({ ...context, ...there, collection, count, template, coming });
        made.set(change, add);
        ids.push(...more);
      } else if (Object.hasOwn(change, 'add')) ids.push(...form.idsOf(collection, change.add));
    });
  }
  return made;
}

/** Runs work for one of several changes. @throws ApiError that names the change */
function telling<T>(at: number, collection: string, work: () => T): T {
  try {
    const done = work();
    return done instanceof Promise ? (done.catch((error) => reject(at, collection, error)) as T) : done;
  } catch (error) {
    return reject(at, collection, error);
  }
}

function reject(at: number, collection: string, error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new ApiError(error.code, `Nothing was changed. In changes/${at}, ${collection}: ${error.message}`);
}

/** Applies changes in order; returns the record of each. @throws ApiError that names the failed change */
function doChanges(draft: AnyDraft, changes: readonly RecordChange[], changing: Changing): readonly RecordKey[] {
  const { api, form, made } = changing;
  const done: RecordKey[] = [];
  /** Pending removals of one collection: their dependants are searched together. */
  let going = new Map<string, Identified>();
  changes.forEach((change, at) => {
    const { collection, remove } = change;
    telling(at, collection, () => {
      requireCollection(api, form, collection);
      const add = made.get(change);
      if (add) return void done.push(...add(draft).map(({ id }) => ({ collection, id })));
      if (remove === undefined) return void done.push({ collection, id: doChange(draft, change, changing) });
      if (going.has(remove)) throw notThere(collection, remove);
      going.set(remove, requireKnown(form, draft[collection]?.get(remove), { collection, id: remove }, change.version));
      done.push({ collection, id: remove });
      const next = changes[at + 1];
      if (next?.remove !== undefined && next.collection === collection) return;
      form.remove(draft, collection, [...going.values()]);
      going = new Map();
    });
  });
  return done;
}

/** Makes a change that leaves a record; gives its id. @throws ApiError */
function doChange(draft: AnyDraft, change: RecordChange, { form, context }: Changing): string {
  const { collection, version, id } = change;
  const known = (of: string) => requireKnown(form, draft[collection]?.get(of), { collection, id: of }, version);
  if (Object.hasOwn(change, 'add')) {
    if (version !== undefined) throw new ApiError('invalid_argument', 'a new record has no version');
    return form.add(draft, collection, change.add, context).id;
  }
  if (Object.hasOwn(change, 'replace')) {
    const was = known(form.idOf(collection, change.replace));
    return form.replace(draft, collection, was, change.replace).id;
  }
  if (id === undefined) throw new ApiError('invalid_argument', 'a patch needs the id of the record');
  const was = known(id);
  return form.replace(draft, collection, was, applyMergePatch(form.toFileForm(collection, was), change.patch)).id;
}

/** The record that a change is about. @throws ApiError `not_found`; `aborted` if it is not as its caller knows it */
function requireKnown(
  form: RecordForm,
  record: Identified | undefined,
  { collection, id }: RecordKey,
  version: string | undefined,
): Identified {
  const isThere = record !== undefined && form.toFileForm(collection, record) !== undefined;
  if (version !== undefined && !(isThere && recordVersion(record) === version))
    throw new ApiError(
      'aborted',
      `record "${id}" was ${isThere ? 'changed' : 'removed'} since version ${version}`,
    );
  if (!isThere) throw notThere(collection, id);
  return record;
}

/** @throws ApiError `invalid_argument` with the problems, by collection and position */
function requireRight(problems: readonly RecordProblem[], changes: readonly RecordKey[]): void {
  if (problems.length === 0) return;
  const sentences = problems.map((problem) => {
    const at = changes.findLastIndex(({ collection, id }) => collection === problem.collection && id === problem.id);
    const where = at === -1 ? '' : ` (changes/${at})`;
    return `${problem.collection} "${problem.id}"${where}: ${problem.pointer || 'the record'} ${problem.message}`;
  });
  throw new ApiError('invalid_argument', `Nothing was changed. ${sentences.join('; ')}`, {
    details: problems.map((problem) => ({ ...problem })),
  });
}

/** Maximum number of collections in a message about an unknown one. */
const MOST_NAMED = 20;

/** @throws ApiError `not_found` */
function requireCollection(api: string, { collections }: RecordForm, name: string): void {
  if (collections.includes(name)) return;
  const more = collections.length > MOST_NAMED ? ` and ${collections.length - MOST_NAMED} more` : '';
  const known = `${collections.slice(0, MOST_NAMED).join(', ')}${more}`;
  throw new ApiError('not_found', `${api} has no collection ${JSON.stringify(name)}; it has ${known}`);
}

function notThere(collection: string, id: string): ApiError {
  return new ApiError('not_found', `record ${JSON.stringify(id)} not found in ${collection}`);
}
