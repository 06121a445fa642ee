// Control commands for the state of sandboxes: reset, snapshots, undo, changes.

import { columns } from '../columns.ts';
import { usageError } from '../command-line.ts';
import { CHANGES, RESET, RESTORE, SANDBOXES, SNAPSHOT, UNDO } from '../command-tables/control-data.ts';
import { countedNoun } from '../counted-noun.ts';
import { controlCommand, defined, wholeNumberFlag } from './control-command.ts';

export const reset = controlCommand(RESET, async (sandbox, { values: { fixtures } }) => {
  const value = await sandbox.reset(fixtures);
  const to = fixtures === undefined ? 'the fixtures' : `the fixtures ${fixtures}`;
  return { value, lines: [`Sandbox ${value.sandbox} reset to ${to}.`] };
});

export const sandboxes = controlCommand(SANDBOXES, async (_, { positionals: [action, name], values }, server) => {
  if (action === undefined) {
    const value = await server.control('listSandboxes');
    const rows = value.sandboxes.map(({ sandbox, expires }) => [
      sandbox,
      expires === undefined ? 'persistent' : `expires at ${expires} without a request`,
    ]);
    return { value, lines: columns(rows) };
  }
  if (name === undefined) throw usageError(SANDBOXES, `NAME is missing. Usage: understudy sandboxes ${action} NAME`);
  if (action === 'remove') {
    await server.control('removeSandbox', { name });
    return { value: {}, lines: [`Sandbox ${name} removed.`] };
  }
  const { from, at, api, fixtures } = values;
  const start = defined({ from, at: wholeNumberFlag('--at', at), api, fixtures });
  const value = await server.control('createSandbox', { name, ...start });
  return { value, lines: [`Sandbox ${value.sandbox} created.`] };
});

export const snapshot = controlCommand(SNAPSHOT, async (sandbox, { positionals: [name] }) => {
  if (name === undefined) {
    const value = await sandbox.control('listSnapshots');
    return { value, lines: value.snapshots.length > 0 ? value.snapshots : ['No snapshots.'] };
  }
  const value = await sandbox.snapshot(name);
  return { value, lines: [`Saved snapshot ${value.snapshot}.`] };
});

export const restore = controlCommand(RESTORE, async (sandbox, { positionals: [name = ''] }) => {
  const value = await sandbox.restore(name);
  return { value, lines: [`Restored snapshot ${value.snapshot}.`] };
});

export const undo = controlCommand(UNDO, async (sandbox, { positionals: [count], values: { to: version, api } }) => {
  const to = wholeNumberFlag('--to', version);
  const changes = wholeNumberFlag('COUNT', count) ?? (to === undefined ? 1 : undefined);
  const value = await sandbox.control('undoChanges', defined({ changes, to, api }));
  return {
    value,
    lines: [value.undone === 0 ? 'No changes to undo.' : `${countedNoun(value.undone, 'change')} undone.`],
  };
});

export const changes = controlCommand(CHANGES, async (sandbox, { values: { limit, api } }) => {
  const value = await sandbox.control('listChanges', defined({ limit: wholeNumberFlag('--limit', limit), api }));
  const rows = value.changes.map(({ number, at = '', operation = 'unknown', caller = '', touched, edits }) => [
    String(number),
    at,
    operation,
    caller,
    edits.map(({ kind, collection, id }) => `${kind} ${collection} ${id}`).join(', ') +
      (touched > edits.length ? `, … ${touched} in all` : ''),
  ]);
  return { value, lines: rows.length > 0 ? columns(rows) : ['No changes.'] };
});
