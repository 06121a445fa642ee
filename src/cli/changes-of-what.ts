// `understudy changes`: of documents where there are some, else of the records of a stand-in that is running.

import { parseArgs } from 'node:util';
import type { CommandIO } from './io.ts';

/** Flags that say something of a stand-in, and take a value. */
const OF_RECORDS = ['url', 'sandbox', 'limit', 'api'] as const;

/** The command. @throws Problems as both of them do */
export async function changesOfWhat(args: readonly string[], io: CommandIO): Promise<number> {
  const options = Object.fromEntries(OF_RECORDS.map((flag) => [flag, { type: 'string' }] as const));
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, strict: false, options });
  const isHelp = values.help === true || args.includes('-h');
  const flags = Object.keys(values).filter((flag) => flag !== 'json' && flag !== 'help');
  const isOfRecords = positionals.length === 0 && flags.every((flag) => OF_RECORDS.some((one) => one === flag));
  if (isHelp) {
    io.stdout.write(
      `${(await import('./changes.ts')).CHANGES_USAGE}\nWithout documents, of a stand-in that is running:\n\n`,
    );
    return (await import('./steer.ts')).steer('changes', ['--help'], io);
  }
  if (isOfRecords) return (await import('./steer.ts')).steer('changes', args, io);
  return (await import('./changes.ts')).documentChanges(args, io);
}
