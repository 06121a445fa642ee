// `understudy fixtures save`: writes what a sandbox holds as fixture files, which a reset can lead to.

import { parseArgs } from 'node:util';
import { DEFAULT, SET_NAME } from '../record/fixture-sets.ts';
import { Problems } from '../schema/problems.ts';
import type { CommandIO } from './io.ts';
import { readSaved } from './read-saved.ts';
import { writeSet } from './write-set.ts';

const USAGE = `understudy fixtures save NAME [--url URL] [--sandbox NAME] [--api NAME] [--folder DIR] [--replace]

Writes the records of a stand-in that runs as fixtures of this name: one file for each collection, one record a line, in sets/NAME/ beside the fixtures
that the api started from. POST /_understudy/reset {"fixtures": "NAME"} leads to them.

  --url URL        where it listens (default: UNDERSTUDY_URL, else http://127.0.0.1:8080)
  --sandbox NAME   whose records (default main)
  --api NAME       of this api only
  --folder DIR     the folder of the fixtures, where it is not below this one
  --replace        take the place of a set of this name
`;

/** The command. @throws Problems if nothing can be read, or nothing written; then no file has changed */
export async function fixtures(args: readonly string[], io: CommandIO): Promise<number> {
  const { values, positionals } = readArguments(args);
  const [verb, name = '', ...more] = positionals;
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  if (verb !== 'save' || more.length > 0)
    throw new Problems('These arguments cannot be used:', USAGE.trimEnd().split('\n'));
  if (!SET_NAME.test(name) || name === DEFAULT)
    throw new Problems(`Fixtures cannot be called ${JSON.stringify(name)}:`, [
      name === DEFAULT
        ? 'these are those that the api starts from'
        : 'a name takes up to 64 lower-case letters, digits, - and _, with a letter or digit at either end',
    ]);
  const { url = io.env.UNDERSTUDY_URL || 'http://127.0.0.1:8080', sandbox, api, folder, replace } = values;
  const saved = await readSaved({ url, sandbox, api });
  if (folder !== undefined && saved.length > 1)
    throw new Problems('One folder is for one api:', [
      `name it by --api: there are ${saved.map((one) => one.api).join(', ')}`,
    ]);
  for (const line of await writeSet(saved, { name, folder, replace })) io.stdout.write(`${line}\n`);
  return 0;
}

function readArguments(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      url: { type: 'string' },
      sandbox: { type: 'string', default: 'main' },
      api: { type: 'string' },
      folder: { type: 'string' },
      replace: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new Problems('These arguments cannot be used:', [(error as Error).message, ...USAGE.trimEnd().split('\n')]);
  }
}
