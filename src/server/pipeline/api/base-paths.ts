// The paths below which apis are served, as somebody says who starts them: `/v2`, or with several apis `pets=/v2,shop=/`.

import { UsageError } from '../../../schema/usage-error.ts';

/**
 * Base paths by the names of apis; none for an empty text. What is none of a path is told by who loads the api.
 *
 * @throws UsageError if an api is named that is not there, or several are and none is named
 */
export function readBasePaths(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  if (text === '') return new Map();
  const entries = text.split(',').map((entry): [name: string, base: string] => {
    const [, name, base = ''] = /^\s*([^=/\s]+)\s*=\s*(.*?)\s*$/.exec(entry) ?? [];
    return name === undefined ? [names.length === 1 ? (names[0] ?? '') : '', entry.trim()] : [name, base];
  });
  const problems = entries
    .filter(([name]) => !names.includes(name))
    .map(([name, base]) =>
      name === '' ? `base ${base} names no API; write ${names[0]}=${base}` : `unknown API "${name}"`,
    );
  if (problems.length > 0) throw new UsageError(`Invalid --base ${JSON.stringify(text)}:`, problems);
  return new Map(entries);
}
