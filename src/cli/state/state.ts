// `understudy state`: copies state between a folder and a PostgreSQL database.

import type { CopiedState, StoreStates } from '../../cluster/copy-state.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { MAIN } from '../../server/pipeline/sandbox/sandbox.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { STATE } from '../command-tables/project.ts';
import { countedNoun } from '../counted-noun.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';

/** The command. @throws UsageError if nothing was copied */
export async function state(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(STATE, args, io);
  if (!line) return 0;
  const [action, folder = '', ...documents] = line.positionals;
  const { store = io.env.UNDERSTUDY_STORE, sandboxes, replace, json } = line.values;
  if (!store) throw usageError(STATE, 'The database is missing: set --store URL or UNDERSTUDY_STORE.');
  if (action === 'export' && documents.length > 0)
    throw usageError(STATE, `state export takes one folder, not also ${documents.join(' ')}`);
  const [{ readSharedState, writeSharedState }, { readStreams, changeStreams }] = await Promise.all([
    import('../../cluster/copy-state.ts'),
    import('../../store/postgres/copy-streams.ts'),
  ]);
  if (action === 'export') {
    const copied = await readStreams(store, (streams) => readSharedState(streams, sandboxes));
    if (copied.main.size === 0 && copied.sandboxes.size === 0) throw new UsageError('The database contains no state.');
    await (await import('./write-state-folder.ts')).writeStateFolder(folder, copied);
    printResult(io, json, resultOf(copied), [...linesOf(copied), `Written to ${folder}. ${SECRETS}`]);
    return 0;
  }
  const { readStateFolder, servedStores } = await import('./read-state-folder.ts');
  const copied = await readStateFolder(folder, { sandboxes, stores: await servedStores(documents, io) });
  const hasOtherKeys = await changeStreams(store, (streams) => writeSharedState(streams, copied, replace));
  const more = hasOtherKeys ? [OTHER_KEYS] : [];
  printResult(io, json, { ...resultOf(copied), restartNeeded: hasOtherKeys }, [
    ...linesOf(copied),
    'Saved in the database.',
    ...more,
  ]);
  return 0;
}

const SECRETS = 'The folder contains secrets (passwords, tokens, signing keys); only you can read it.';
const OTHER_KEYS =
  'Restart all processes that use this database: until then they sign tokens with their old keys, which become invalid.';

/** One line per part. */
function linesOf({ main, keys, sandboxes }: CopiedState): readonly string[] {
  const lines = [...main].map(([api, records]) => `${MAIN}/${api}: ${recordCount(new Map([[api, records]]))}`);
  if (keys) lines.push('signing keys');
  for (const [name, { states, snapshots, controls }] of sandboxes) {
    const parts = [
      name !== MAIN && recordCount(states),
      snapshots.length > 0 && countedNoun(snapshots.length, 'snapshot'),
      controls && 'clock, random seed and faults',
    ];
    lines.push(`${name}: ${parts.filter(Boolean).join(', ')}`);
  }
  return lines;
}

/** The result as JSON. */
function resultOf({ main, keys, sandboxes }: CopiedState): object {
  const apis = Object.fromEntries([...main].map(([api, records]) => [api, sizeOf(new Map([[api, records]]))]));
  const others = [...sandboxes].map(([sandbox, { states, snapshots }]) => ({
    sandbox,
    records: sizeOf(states),
    snapshots: snapshots.length,
  }));
  return { records: apis, keys: keys !== undefined, sandboxes: others };
}

function recordCount(states: StoreStates): string {
  return countedNoun(sizeOf(states), 'record');
}

function sizeOf(states: StoreStates): number {
  return [...states.values()].flatMap((lists) => Object.values(lists)).reduce((sum, { length }) => sum + length, 0);
}
