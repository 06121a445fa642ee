// Action names in paths, and the states they lead to: `cancel`, `cancelled`.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';

/** States that are not regular past forms. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  send: ['sent'],
  resend: ['sent'],
  pay: ['paid'],
  hold: ['held', 'onhold', 'hold'],
  freeze: ['frozen'],
  unfreeze: ['active', 'unfrozen'],
  withdraw: ['withdrawn'],
  begin: ['begun', 'started', 'inprogress', 'running'],
  start: ['started', 'running', 'active', 'inprogress', 'starting', 'on'],
  restart: ['running', 'started', 'active', 'restarting'],
  resume: ['resumed', 'active', 'running', 'started', 'inprogress'],
  run: ['running', 'ran'],
  stop: ['stopped', 'stopping', 'inactive', 'off'],
  pause: ['paused', 'onhold'],
  unpause: ['active', 'running', 'unpaused'],
  activate: ['active', 'activated', 'enabled'],
  reactivate: ['active', 'reactivated', 'activated', 'enabled'],
  deactivate: ['inactive', 'deactivated', 'disabled'],
  enable: ['enabled', 'active', 'on'],
  disable: ['disabled', 'inactive', 'off'],
  open: ['open', 'opened'],
  reopen: ['reopened', 'open', 'opened'],
  complete: ['completed', 'complete', 'done', 'finished'],
  finish: ['finished', 'done', 'completed', 'complete'],
  unarchive: ['active', 'unarchived', 'open'],
  unpublish: ['unpublished', 'draft', 'inactive', 'private'],
  unlock: ['unlocked', 'active', 'open'],
  suspend: ['suspended', 'inactive'],
  unsuspend: ['active', 'unsuspended', 'enabled'],
  restore: ['restored', 'active', 'available'],
  reset: ['reset', 'new', 'pending', 'initial'],
  win: ['won'],
  lose: ['lost'],
  quit: ['quit'],
  do: ['done'],
  trash: ['trashed', 'deleted'],
  revoke: ['revoked', 'inactive'],
  void: ['voided', 'void'],
  ship: ['shipped'],
  submit: ['submitted', 'pending', 'inreview'],
};

/** Irregular past forms. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  'sell sold,buy bought,give given,take taken,draw drawn,write written,break broken,choose chosen,hide hidden,keep kept,leave left,lend lent,make made,put put,read read,set set,shut shut,split split,spend spent,throw thrown,undo undone,build built,forget forgotten,bring brought,deal dealt,cut cut,hit hit,seek sought,steal stolen,tell told,wear worn,bind bound,unbind unbound,withhold withheld,rewrite rewritten,rerun rerun,overdraw overdrawn'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);

/** Possible states after an action, normalised, the likeliest first. */
export function listStatesAfter(verb: string): readonly string[] {
  const word = normalizeName(verb);
  const declared = Object.hasOwn(STATES, word) ? (STATES[word] ?? []) : [];
  const [first = '', ...rest] = splitWords(verb);
  // `call-off` leads to `called_off`.
  const phrasal = rest.length > 0 ? pastForms(first).map((form) => `${form}${rest.join('')}`) : [];
  return [...new Set([...declared, ...phrasal, ...pastForms(word), word])];
}

function pastForms(word: string): readonly string[] {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return [irregular];
  if (word.endsWith('e')) return [`${word}d`];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ied`];
  return [`${word}ed`, `${word}${word.at(-1)}ed`];
}

/** Actions that this one reverts: after `unlock`, `locked` is false. */
export function inverseActions(verb: string): readonly string[] {
  const word = normalizeName(verb);
  const [, other] = /^(?:un|de|dis)(.{3,})$/.exec(word) ?? [];
  return [
    ...(other ? [other] : []),
    ...(word === 'disable' ? ['enable'] : []),
    ...(word === 'reopen' ? ['close'] : []),
  ];
}

/** Response properties that report success. */
const DONE = new Set(['deleted', 'success', 'successful', 'ok', 'acknowledged', 'removed', 'updated', 'result']);

/** Whether a response property reports success. */
export function isSuccessProperty(property: string): boolean {
  return DONE.has(property.toLowerCase());
}

/** Segments of search operations. */
const SEARCH = new Set(['search', 'query', 'find', 'filter', 'lookup']);
const COUNT = new Set(['count', 'counts']);
const MANY = /^(batch|bulk)|(batch|bulk)$/;
const CREATE = new Set(['create', 'add', 'new', 'insert', 'register']);

const CHANGE = new Set(['update', 'edit', 'modify', 'change', 'patch']);
const DELETE = new Set(['delete', 'remove', 'destroy', 'erase']);

/** The kind that a segment such as `update` implies; undefined for other segments. */
export function getWriteKind(word: string): 'change' | 'delete' | undefined {
  return CHANGE.has(normalizeName(word)) ? 'change' : DELETE.has(normalizeName(word)) ? 'delete' : undefined;
}

export function isSearchWord(word: string): boolean {
  return SEARCH.has(normalizeName(word)) || SEARCH.has(splitWords(word)[0] ?? '');
}

export function isCountWord(word: string): boolean {
  return COUNT.has(normalizeName(word));
}

export function isCreateWord(word: string): boolean {
  return CREATE.has(splitWords(word)[0] ?? '');
}

/** The bulk kind of a segment such as `batch` or `bulk-delete`; undefined for other segments. */
export function getBulkKind(word: string, method: string): 'createMany' | 'changeMany' | 'deleteMany' | undefined {
  const words = splitWords(word).join('');
  if (!MANY.test(words)) return undefined;
  if (/delete|remove|destroy/.test(words) || method === 'DELETE') return 'deleteMany';
  if (/update|patch|change|modify|edit/.test(words) || method === 'PUT' || method === 'PATCH') return 'changeMany';
  return /^(batch|bulk)?(create|add|insert|import|upload)?s?(batch|bulk)?$/.test(words) ? 'createMany' : undefined;
}
