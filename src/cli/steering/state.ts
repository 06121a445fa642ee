// Commands about the records of sandboxes: begin again, remember, go back, look at what has changed.

import { Problems } from '../../schema/problems.ts';
import { columns } from '../columns.ts';
import { counted, type Steering, said, wholeNumber } from './steering.ts';

const API = { takes: 'NAME', help: 'the api that is meant, where there are several' };

const FIXTURES = { takes: 'NAME', help: 'the fixtures to start from, such as empty (default: the usual ones)' };

export const reset: Steering = {
  usage: ['reset'],
  about: 'Starts over from the fixtures: records, clock, seed, faults and recorded exchanges.',
  flags: { fixtures: FIXTURES },
  words: [0, 0],
  async run(sandbox, { flags: { fixtures } }) {
    const value = await sandbox.reset(fixtures as string | undefined);
    return { value, lines: [`The sandbox ${value.sandbox} starts over.`] };
  },
};

export const sandboxes: Steering = {
  usage: ['sandboxes', 'sandboxes make NAME', 'sandboxes remove NAME'],
  about: 'Shows the sandboxes, makes one, or removes one.',
  flags: {
    from: { takes: 'NAME', help: 'the sandbox that a new one goes on from (default: none)' },
    at: { takes: 'NUMBER', help: 'the change of that sandbox after which it goes on (default: the newest)' },
    api: API,
    fixtures: FIXTURES,
  },
  words: [0, 2],
  async run(_, { words: [deed, name], flags }, standIn) {
    if (deed === undefined) {
      const value = await standIn.control('listSandboxes');
      const rows = value.sandboxes.map(({ sandbox, expires }) => [
        sandbox,
        expires === undefined ? 'stays' : `ends at ${expires} if nobody asks for it`,
      ]);
      return { value, lines: columns(rows) };
    }
    if (name === undefined) throw new Problems('Name the sandbox: understudy sandboxes make NAME, or remove NAME.', []);
    if (deed === 'make') {
      const value = await standIn.control('createSandbox', {
        name,
        ...said({
          from: flags.from as string | undefined,
          at: wholeNumber('--at', flags.at),
          api: flags.api as string | undefined,
          fixtures: flags.fixtures as string | undefined,
        }),
      });
      return { value, lines: [`The sandbox ${value.sandbox} is there.`] };
    }
    if (deed !== 'remove') throw new Problems(`Sandboxes are made or removed: "${deed}" is neither.`, []);
    await standIn.control('removeSandbox', { name });
    return { value: {}, lines: [`The sandbox ${name} is gone.`] };
  },
};

export const snapshot: Steering = {
  usage: ['snapshot NAME', 'snapshot'],
  about: 'Remembers the records under a name, or shows the names that there are.',
  words: [0, 1],
  async run(sandbox, { words: [name] }) {
    if (name === undefined) {
      const value = await sandbox.control('listSnapshots');
      return { value, lines: value.snapshots.length > 0 ? value.snapshots : ['There are no snapshots.'] };
    }
    const value = await sandbox.snapshot(name);
    return { value, lines: [`The records are remembered as ${value.snapshot}.`] };
  },
};

export const restore: Steering = {
  usage: ['restore NAME'],
  about: 'Goes back to a snapshot.',
  words: [1, 1],
  async run(sandbox, { words: [name = ''] }) {
    const value = await sandbox.restore(name);
    return { value, lines: [`The records are those of ${value.snapshot} again.`] };
  },
};

export const undo: Steering = {
  usage: ['undo [COUNT]', 'undo --to NUMBER'],
  about: 'Takes back the last change, the last so many, or all after one.',
  flags: { to: { takes: 'NUMBER', help: 'the change after which all are taken back; 0 for all' }, api: API },
  words: [0, 1],
  async run(sandbox, { words: [count], flags }) {
    const to = wholeNumber('--to', flags.to);
    const changes = wholeNumber('COUNT', count) ?? (to === undefined ? 1 : undefined);
    const value = await sandbox.control('undoChanges', said({ changes, to, api: flags.api as string | undefined }));
    return { value, lines: [`${counted(value.undone, 'change')} taken back.`] };
  },
};

export const changes: Steering = {
  usage: ['changes'],
  about: 'Shows what has changed, the oldest first: number, time, operation, caller, records.',
  flags: { limit: { takes: 'NUMBER', help: 'how many at most, the newest (default 100)' }, api: API },
  words: [0, 0],
  async run(sandbox, { flags }) {
    const limit = wholeNumber('--limit', flags.limit);
    const value = await sandbox.control('listChanges', said({ limit, api: flags.api as string | undefined }));
    const rows = value.changes.map(({ number, at = '', operation = 'unknown', caller = '', touched, edits }) => [
      String(number),
      at,
      operation,
      caller,
      edits.map(({ kind, collection, id }) => `${kind} ${collection} ${id}`).join(', ') +
        (touched > edits.length ? `, … ${touched} in all` : ''),
    ]);
    return { value, lines: rows.length > 0 ? columns(rows) : ['Nothing has changed.'] };
  },
};
