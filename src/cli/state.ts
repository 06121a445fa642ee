// `understudy state`: carries a state between a folder and a PostgreSQL.

import { parseArgs } from 'node:util';
import { Problems } from '../schema/problems.ts';

const USAGE = `understudy state export DIR --store URL [--sandboxes]
understudy state import DIR --store URL [--sandboxes] [--replace]

Carries the state of main, all of it or nothing, from a PostgreSQL (serve --store) into a folder as serve --data has it, or from such a folder into a PostgreSQL. What could be taken back is
not carried, nor are the keys that tokens are signed with.

  --store URL      the PostgreSQL, as postgres://user:password@host/database (or UNDERSTUDY_STORE)
  --sandboxes      those of sandboxes, too
  --replace        take the place of what is in the database
`;

/** The command. @throws Problems if nothing was carried */
export async function state(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const [verb, folder, ...more] = positionals;
  const { store = process.env.UNDERSTUDY_STORE, sandboxes, replace } = values;
  if ((verb !== 'export' && verb !== 'import') || folder === undefined || more.length > 0 || !store)
    throw new Problems('These arguments cannot be used:', USAGE.trimEnd().split('\n'));
  const [{ readStates, writeStates }, { readStreams, writeStreams }] = await Promise.all([
    import('./state-folder.ts'),
    import('../store/postgres/carrying.ts'),
  ]);
  if (verb === 'export') {
    const all = [...(await readStreams(store))];
    const states = new Map(sandboxes ? all : all.filter(([name]) => name.startsWith('main/')));
    if (states.size === 0) throw new Problems('There is no state in the database.', []);
    await writeStates(folder, states);
    process.stdout.write(`${told(states)}All of it was written into ${folder}.\n`);
    return 0;
  }
  const states = await readStates(folder, sandboxes);
  await writeStreams(store, states, replace);
  process.stdout.write(`${told(states)}All of it is kept in the database.\n`);
  return 0;
}

function told(states: ReadonlyMap<string, Readonly<Record<string, readonly unknown[]>>>): string {
  return [...states]
    .map(([name, records]) => `${name}: ${Object.values(records).flat().length} records`)
    .join('\n')
    .concat('\n');
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
