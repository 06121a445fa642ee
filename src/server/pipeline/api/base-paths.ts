// Parses base paths: `/v2`, or with several APIs `pets=/v2,shop=/`.

import { UsageError } from '../../../schema/usage-error.ts';

/**
 * Base paths by API name; none for an empty text. Paths are validated when an API is loaded.
 *
 * @throws UsageError for an unknown name, or several APIs without names
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
