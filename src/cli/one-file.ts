// The argument of commands that are given one file and nothing else.

import { Problems } from '../schema/problems.ts';

/**
 * The file that is named; undefined when the usage was asked for, which is printed.
 *
 * @param missing - what to say when no file is named
 * @throws Problems if there is no file, or anything beside it
 */
export function oneFile(args: readonly string[], usage: string, missing: string): string | undefined {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage);
    return undefined;
  }
  const [path, ...others] = args;
  const surplus = [...(path?.startsWith('-') ? [path] : []), ...others];
  if (surplus.length > 0)
    throw new Problems(`These are not understood: ${surplus.join(' ')}`, usage.trimEnd().split('\n'));
  if (path === undefined) throw new Problems(missing, usage.trimEnd().split('\n'));
  return path;
}
