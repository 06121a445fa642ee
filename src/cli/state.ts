// `understudy state`: carries a state between a folder and a PostgreSQL.

import { parseArgs } from 'node:util';
import { MAIN } from '../engine/sandbox.ts';
import type { Carried, States } from '../replica/carrying.ts';
import { Problems } from '../schema/problems.ts';
import type { CommandIO } from './io.ts';

const USAGE = `understudy state export DIR --store URL [--sandboxes]
understudy state import DIR [FILE…] --store URL [--sandboxes] [--replace]

Carries a state, all of it or nothing, from a PostgreSQL (serve --store) into a folder as serve --data has it, or from such a folder into a PostgreSQL: the records of main, and the keys that
tokens are signed with, so that nobody has to log in again. The folder holds secrets; only its owner may read it.
What is imported is held against what \`understudy serve\` serves here, or would serve of FILE…; what that could not use is refused.
Not carried: what could be taken back, recorded exchanges, and logins that were begun and not ended.

  --store URL      the PostgreSQL, as postgres://user:password@host/database (or UNDERSTUDY_STORE)
  --sandboxes      sandboxes, too; and the clock, the seed, the fault plans and the snapshots of each, and of main
  --replace        take the place of what is in the database; each sandbox as a whole
`;

/** The command. @throws Problems if nothing was carried */
export async function state(args: readonly string[], io: CommandIO): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const [verb, folder, ...documents] = positionals;
  const { store = io.env.UNDERSTUDY_STORE, sandboxes, replace } = values;
  if (
    (verb !== 'export' && verb !== 'import') ||
    folder === undefined ||
    !store ||
    (verb === 'export' && documents.length > 0)
  )
    throw new Problems('These arguments cannot be used:', USAGE.trimEnd().split('\n'));
  const [{ readCarried, writeCarried }, { readStreams, changeStreams }] = await Promise.all([
    import('../replica/carrying.ts'),
    import('../store/postgres/carrying.ts'),
  ]);
  if (verb === 'export') {
    const carried = await readStreams(store, (streams) => readCarried(streams, sandboxes));
    if (carried.main.size === 0 && carried.sandboxes.size === 0)
      throw new Problems('There is no state in the database.', []);
    await (await import('./write-state-folder.ts')).writeFolder(folder, carried);
    io.stdout.write(`${told(carried)}All of it was written into ${folder}. ${SECRETS}\n`);
    return 0;
  }
  const [{ readFolder }, { servedStores }] = await Promise.all([
    import('./read-state-folder.ts'),
    import('./served-stores.ts'),
  ]);
  const carried = await readFolder(folder, { sandboxes, stores: await servedStores(documents, io) });
  const hasOtherKeys = await changeStreams(store, (streams) => writeCarried(streams, carried, replace));
  io.stdout.write(`${told(carried)}All of it is kept in the database.\n`);
  if (hasOtherKeys) io.stdout.write(`${OTHER_KEYS}\n`);
  return 0;
}

const SECRETS =
  'It holds secrets, such as passwords, tokens and what signs them: only you may read it, so keep it that way.';
const OTHER_KEYS =
  'Processes that use it already sign with the keys that they had until they are started again; what was signed with those is good nowhere then.';

/** What was carried, a line each. */
function told({ main, keys, sandboxes }: Carried): string {
  const lines = [...main].map(([api, records]) => `${MAIN}/${api}: ${counted(new Map([[api, records]]))}`);
  if (keys) lines.push('the keys of logins');
  for (const [name, { states, snapshots, world }] of sandboxes) {
    const parts = [
      name !== MAIN && counted(states),
      snapshots.length > 0 && `${snapshots.length} ${snapshots.length === 1 ? 'snapshot' : 'snapshots'}`,
      world && 'its clock, seed and fault plans',
    ];
    lines.push(`${name}: ${parts.filter(Boolean).join(', ')}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

function counted(states: States): string {
  const count = [...states.values()]
    .flatMap((lists) => Object.values(lists))
    .reduce((sum, { length }) => sum + length, 0);
  return count === 1 ? '1 record' : `${count} records`;
}

function readArguments(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      store: { type: 'string' },
      sandboxes: { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Problems('These arguments cannot be used:', [(error as Error).message, ...USAGE.trimEnd().split('\n')]);
  }
}
