// Words and paths of deleted and archived items: `deleted`, `/files/{id}/trash`.

import { SAFE_METHODS } from '../../../openapi/methods.ts';
import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { PathNode } from './path-tree.ts';

/** The states of items that stay in the store but are left out of lists. */
export type HiddenState = 'deleted' | 'archived';

const STATES: ReadonlyMap<string, HiddenState> = new Map([
  ...['deleted', 'delete', 'deletion', 'trashed', 'trash', 'removed', 'discarded'].map(
    (word) => [word, 'deleted'] as const,
  ),
  ...['archived', 'archive'].map((word) => [word, 'archived'] as const),
]);
/** Words around these in names of properties: `is_deleted`, `dateArchived`, `in_trash`. */
const AROUND = new Set('is was at on in date time datetime timestamp utc ms soft softly'.split(' '));
const TIME = new Set('at on date time datetime timestamp utc ms'.split(' '));

/** The state that a word names: `trashed` is `deleted`; undefined for other words. */
export function findHiddenState(word: string): HiddenState | undefined {
  return STATES.get(normalizeName(word));
}

/** The state that a property shows by its name; undefined for other properties. */
export function readPropertyName(name: string): { readonly state: HiddenState; readonly isTime: boolean } | undefined {
  const words = splitWords(name);
  const [state, ...others] = words.flatMap((word) => STATES.get(word) ?? []);
  const isPlain = words.every((word) => STATES.has(word) || AROUND.has(word));
  return state && others.length === 0 && isPlain ? { state, isTime: words.some((word) => TIME.has(word)) } : undefined;
}

const REVERTING: ReadonlyMap<string, HiddenState | 'any'> = new Map([
  ['restore', 'any'],
  ['recover', 'any'],
  ['undelete', 'deleted'],
  ['untrash', 'deleted'],
  ['unremove', 'deleted'],
  ['undiscard', 'deleted'],
  ['unarchive', 'archived'],
]);
const ENTERING: ReadonlyMap<string, HiddenState> = new Map([
  ['archive', 'archived'],
  ['trash', 'deleted'],
  ['discard', 'deleted'],
  ['softdelete', 'deleted'],
]);

/** The effect of an action such as `restore` or `archive` on the state of an item; undefined for other actions. */
export function readActionName(
  action: string,
): { readonly state: HiddenState | 'any'; readonly isSet: boolean } | undefined {
  // `restore-user` means restore.
  for (const word of [normalizeName(action), splitWords(action)[0] ?? '']) {
    const reverted = REVERTING.get(word);
    if (reverted) return { state: reverted, isSet: false };
    const entered = ENTERING.get(word);
    if (entered) return { state: entered, isSet: true };
  }
  return undefined;
}

/** The word of an id or summary that says that an operation restores an item: "Restore file"; undefined without one. */
export function findRevertingWord(texts: readonly unknown[]): string | undefined {
  const words = texts.map((text) => (typeof text === 'string' ? (splitWords(text)[0] ?? '') : ''));
  return words.find((word) => REVERTING.has(word));
}

/** Which items a parameter selects: hidden ones too, hidden ones only, others only; or as its value says. */
export type HiddenSelection = 'include' | 'only' | 'exclude' | 'exact';

const NAMED = '(deleted|trashed|archived|removed|discarded|trash|archive)';
const PARAMETERS: readonly (readonly [HiddenSelection, RegExp])[] = [
  ['only', new RegExp(`^only${NAMED}|^${NAMED}only$`)],
  [
    'include',
    new RegExp(`^(include|includes|including|incl|with|show|return|list|display|get|fetch|view)(soft)?${NAMED}`),
  ],
  ['exclude', new RegExp(`^(exclude|excluding|without|hide|omit|skip|ignore|no)(soft)?${NAMED}`)],
  ['exact', new RegExp(`^(is|in)?${NAMED}$`)],
];

/** The items that a list parameter such as `include_deleted` or `archived` selects; undefined for other parameters. */
export function readParameterName(
  name: string,
): { readonly state: HiddenState; readonly selects: HiddenSelection } | undefined {
  const normalName = normalizeName(name);
  for (const [selects, pattern] of PARAMETERS) {
    const words = pattern.exec(normalName)?.slice(1) ?? [];
    const state = words.map((word) => findHiddenState(word ?? '')).find((found) => found !== undefined);
    if (state) return { state, selects };
  }
  return undefined;
}

/** Whether operations of a path lead to a state, such as `POST /files/{id}/archive`. */
export function canEnter(operations: PathNode['operations']): boolean {
  return [...operations.keys()].some((method) => !SAFE_METHODS.has(method) && method !== 'DELETE');
}

/** Whether a path reads deleted or archived items, or removes one of them for good. */
export function isHiddenPath({ segment = '', operations, isAction }: PathNode): boolean {
  return !isAction && findHiddenState(segment) !== undefined && operations.has('GET') && !canEnter(operations);
}
