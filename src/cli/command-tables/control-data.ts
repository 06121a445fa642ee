// Control commands for the data of a running server.

import { defineCommand, type FlagTable } from '../command.ts';
import { CONTROL_FLAGS, TOKEN_NOTE } from './control-flags.ts';

const GROUP = 'Control a running server';
const API = { takes: 'NAME', help: 'the API, where there are several' };
const FIXTURES = {
  takes: 'NAME',
  help: 'the fixture set to start from, such as empty',
  defaultNote: 'the usual fixtures',
};
const notes = [TOKEN_NOTE];

/** Flags of lists that come in pages. */
export const PAGE_FLAGS = {
  limit: { takes: 'NUMBER', help: 'maximum number of lines', default: '100' },
  after: { takes: 'NUMBER', help: 'start after this position, which is printed where there are more' },
} as const satisfies FlagTable;

export const RESET = defineCommand({
  name: 'reset',
  group: GROUP,
  isCommon: true,
  arguments: '',
  summary: 'reset a sandbox to the fixtures',
  about: ['Resets a sandbox to the fixtures: records, clock, random seed, faults and recorded requests.'],
  flags: { fixtures: FIXTURES, ...CONTROL_FLAGS },
  notes,
});

export const SANDBOXES = defineCommand({
  name: 'sandboxes',
  group: GROUP,
  arguments: '[ACTION NAME]',
  actions: ['create', 'remove'],
  usage: ['sandboxes', 'sandboxes create NAME', 'sandboxes remove NAME'],
  summary: 'list, create or remove sandboxes',
  about: ['Lists the sandboxes, creates one, or removes one.'],
  flags: {
    from: { takes: 'NAME', help: 'copy this sandbox', defaultNote: 'start from the fixtures' },
    at: { takes: 'NUMBER', help: 'copy its state after this change', defaultNote: 'the newest' },
    api: API,
    fixtures: FIXTURES,
    ...CONTROL_FLAGS,
  },
  notes,
});

export const SNAPSHOT = defineCommand({
  name: 'snapshot',
  group: GROUP,
  arguments: '[NAME]',
  usage: ['snapshot NAME', 'snapshot'],
  summary: 'save the records as a snapshot, or list snapshots',
  about: ['Saves the current records under a name. Without a name it lists the snapshots.'],
  flags: CONTROL_FLAGS,
  notes,
});

export const RESTORE = defineCommand({
  name: 'restore',
  group: GROUP,
  arguments: 'NAME',
  summary: 'restore a snapshot',
  about: ['Restores the records of a snapshot.'],
  flags: CONTROL_FLAGS,
  notes,
});

export const UNDO = defineCommand({
  name: 'undo',
  group: GROUP,
  arguments: '[COUNT]',
  usage: ['undo [COUNT]', 'undo --to NUMBER'],
  summary: 'undo the last changes',
  about: ['Undoes the last change, the last COUNT changes, or all changes after one.'],
  flags: {
    to: { takes: 'NUMBER', help: 'undo all changes after this one; 0 undoes all' },
    api: API,
    ...CONTROL_FLAGS,
  },
  notes,
});

export const CHANGES = defineCommand({
  name: 'changes',
  group: GROUP,
  arguments: '',
  summary: 'list data changes',
  about: ['Lists changes to the data, the oldest first: number, time, operation, caller, records.'],
  flags: {
    limit: { takes: 'NUMBER', help: 'maximum number of changes, the newest', default: '100' },
    api: API,
    ...CONTROL_FLAGS,
  },
  notes,
});

export const RECORDS = defineCommand({
  name: 'records',
  group: GROUP,
  arguments: '[COLLECTION]',
  usage: ['records', 'records COLLECTION', 'records COLLECTION --create COUNT'],
  summary: 'list records, or create many',
  about: [
    'Lists the collections, or the records of one, the oldest first. --create adds generated records that match the schema.',
  ],
  flags: {
    q: { takes: 'TEXT', help: 'only records that contain this text' },
    ...PAGE_FLAGS,
    create: { takes: 'COUNT', help: 'create this many records, at most 5000' },
    api: API,
    ...CONTROL_FLAGS,
  },
  notes,
});
