// The opened record: edit, save with its version, delete.

import { type RecordField, UnderstudyError } from '../../client/client.ts';
import { Breadcrumbs } from '../parts/place-link.ts';
import { fixedPlaces, ownId } from '../parts/record-id.ts';
import { isSame, rebased, without } from '../parts/values.ts';
import { html, useEffect, useMemo, useRef, useState, type VNode } from '../preact.ts';
import { messageOf, useLoaded, useSession } from '../session.ts';
import { JsonForm, UnreadableContext } from './fields.ts';
import { findingsIn, Others, type RecordFinding, shownAt } from './findings.ts';
import { blankFor, RecordForm } from './form.ts';
import { RemoveDialog } from './remove-dialog.ts';
import { Conflict, draftAt, storeDraft, type UnsavedRecord } from './unsaved-edits.ts';

interface Props {
  readonly api: string;
  readonly collection: string;
  /** Undefined for a new one. */
  readonly id: string | undefined;
  readonly fields: readonly RecordField[];
  onClose(): void;
}

export function RecordPane({ api, collection, id, fields, onClose }: Props): VNode {
  const { sandbox, go, notify } = useSession();
  const place = [sandbox.name, api, collection, id ?? '+'];
  const known = useMemo(() => new Map(fields.map((field) => [field.pointer, field])), [fields]);
  const {
    value: stored,
    problem,
    isLoading,
    reload,
  } = useLoaded(
    async () =>
      id === undefined
        ? undefined
        : ((await sandbox.control('getRecord', { api, collection, id }).catch(unlessGone)) ?? null),
    [api, collection, id],
    ({ event, data }) => (event === 'change' || event === 'undone') && data.api === api,
  );
  const [draft, setDraft] = useState<UnsavedRecord | undefined>(
    () => draftAt(place) ?? (id === undefined ? { base: undefined, record: blankRecord(known) } : undefined),
  );
  const [findings, setFindings] = useState<readonly RecordFinding[]>([]);
  const [error, setError] = useState<string | undefined>(undefined);
  const [isJson, setIsJson] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [isRemovalOpen, setIsRemovalOpen] = useState(false);
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const pane = useRef<HTMLElement>(null);
  const record = draft ? draft.record : stored?.record;
  const isChanged = draft !== undefined && (draft.base === undefined || !isSame(draft.base.record, draft.record));
  /** Its new version, where it was changed elsewhere during the edit; null where it was deleted. */
  const theirs = draft?.base && stored !== undefined && stored?.version !== draft.base.version ? stored : undefined;
  const isConflict = theirs !== undefined && isChanged && !isSaving;

  const change = (next: UnsavedRecord | undefined) => {
    storeDraft(place, next && !isSame(next.base?.record, next.record) ? next : undefined);
    setDraft(next);
  };
  const edit = (next: unknown) => {
    const base = draft ? draft.base : stored ? { record: stored.record, version: stored.version } : undefined;
    change({ base, record: next });
  };
  const forget = () => {
    setFindings([]);
    setError(undefined);
    setUnreadable(new Set());
  };
  const takeTheirs = () => {
    change(undefined);
    forget();
  };
  const save = async (what: UnsavedRecord) => {
    setIsSaving(true);
    forget();
    try {
      const [done] = await sandbox.changeRecords(
        [
          what.base
            ? { collection, replace: what.record as object, version: what.base.version }
            : { collection, add: what.record as object },
        ],
        api,
      );
      // Shown as written until the stored record is loaded.
      change(
        done?.version === undefined || id === undefined
          ? undefined
          : { base: { record: what.record, version: done.version }, record: what.record },
      );
      notify(what.base ? 'Record saved.' : 'Record created.', 'good');
      if (id === undefined && done) go({ rest: [api, collection, done.id] });
      else reload();
    } catch (thrown) {
      const found = findingsIn(thrown);
      setFindings(found);
      const isOlder = thrown instanceof UnderstudyError && thrown.code === 'aborted';
      if (isOlder) reload();
      else if (found.length === 0) setError(messageOf(thrown));
    } finally {
      setIsSaving(false);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (draft && isChanged && !isConflict && unreadable.size === 0) void save(draft);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  // A draft without changes is dropped.
  useEffect(() => {
    if (draft?.base && !isChanged) change(undefined);
  }, [stored]);
  useEffect(() => {
    const wrong = pane.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    wrong?.focus();
    wrong?.scrollIntoView({ block: 'center' });
  }, [findings]);

  const findingsId = id ?? findings.find((one) => one.collection === collection)?.id;
  const isOwn = (one: RecordFinding) => one.collection === collection && one.id === findingsId;
  const shownFindings = new Map<string, string[]>();
  for (const { pointer, message } of findings.filter(isOwn)) {
    const at = isJson ? '' : shownAt(pointer, record);
    const text = at === pointer ? message : `${pointer} ${message}`;
    shownFindings.set(at, [...(shownFindings.get(at) ?? []), text]);
  }
  const references = new Map(
    (stored?.references ?? []).map((one) => [one.pointer, { api, collection: one.collection, id: one.id }]),
  );
  const name = id === undefined ? '' : ownId(id, stored?.record);
  const title = id === undefined ? `New record in ${collection}` : name;
  return html`<article class="record" aria-label=${id === undefined ? title : `Record ${name} of ${collection}`} ref=${pane}>
    ${id !== undefined && html`<${Breadcrumbs} api=${api} collection=${collection} id=${id} stored=${stored} />`}
    <header>
      <h2 tabindex="-1"><small>${id === undefined ? '' : `${collection} `}</small>${title}</h2>
      <button type="button" class="quiet" aria-label="Close" onClick=${onClose}>×</button>
    </header>
    ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    ${stored === null && !isConflict && html`<p class="empty">Record ${id} of ${collection} does not exist${isLoading ? '' : ' any more'}.</p>`}
    ${
      isConflict &&
      html`<${Conflict} base=${draft.base?.record} mine=${draft.record} theirs=${theirs?.record} onTake=${takeTheirs}
        onPut=${() => {
          const put = theirs
            ? {
                base: { record: theirs.record, version: theirs.version },
                record: rebased(draft.base?.record, draft.record, theirs.record),
              }
            : { base: undefined, record: draft.record };
          change(put);
          void save(put);
        }} />`
    }
    ${error !== undefined && html`<p class="problem" role="alert">${error}</p>`}
    <${Others} api=${api} findings=${findings.filter((one) => !isOwn(one))} />
    ${findings.length > 0 && html`<p class="unseen" role="alert">Not saved. ${findings.map(({ pointer, message }) => `${pointer} ${message}`).join('; ')}</p>`}
    ${
      record !== undefined &&
      html`<form onSubmit=${submit} onKeyDown=${keys} novalidate>
      <div class="mode" role="group" aria-label="View">
        <button type="button" aria-pressed=${isJson ? 'false' : 'true'} onClick=${() => setIsJson(false)} disabled=${unreadable.size > 0}>Form</button>
        <button type="button" aria-pressed=${isJson ? 'true' : 'false'} onClick=${() => setIsJson(true)} disabled=${unreadable.size > 0}>JSON</button>
      </div>
      <${UnreadableContext.Provider} value=${(field: string, isUnreadable: boolean) => setUnreadable((before) => (before.has(field) === isUnreadable ? before : new Set(isUnreadable ? [...before, field] : [...before].filter((one) => one !== field))))}>
        ${
          isJson
            ? html`<${JsonForm} value=${record} findings=${shownFindings.get('') ?? []} onChange=${edit} />`
            : html`<${RecordForm} record=${record} fields=${known} findings=${shownFindings} references=${references}
                fixed=${id === undefined ? NONE : fixedPlaces(id, record)} onChange=${edit} />`
        }
      <//>
      <p class="row foot">
        <button type="submit" class="main" disabled=${!isChanged || isConflict || isSaving || unreadable.size > 0}>${id === undefined ? 'Create' : 'Save'}</button>
        ${isChanged && id !== undefined && !isConflict && html`<button type="button" onClick=${takeTheirs}>Discard changes</button> <span class="soft">Unsaved changes</span>`}
        ${id !== undefined && stored && html`<button type="button" class="end" onClick=${() => setIsRemovalOpen(true)}>Delete…</button>`}
      </p>
    </form>`
    }
    ${
      isRemovalOpen &&
      stored &&
      id !== undefined &&
      html`<${RemoveDialog} api=${api} collection=${collection} id=${id} name=${name} version=${stored.version} onClose=${() => setIsRemovalOpen(false)} onRemoved=${() => {
        storeDraft(place, undefined);
        onClose();
      }} />`
    }
  </article>`;
}

/** Without id: the server assigns one. */
function blankRecord(fields: ReadonlyMap<string, RecordField>): unknown {
  return without(without(blankFor('', fields), ['id']), ['item', 'id']);
}

const NONE: ReadonlySet<string> = new Set();

/** A missing record is not an error. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof UnderstudyError && error.code === 'not_found')) throw error;
  return undefined;
}
