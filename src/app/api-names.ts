// Names and base paths of APIs. Names are stable, because state files use them.

import { basename, dirname, extname } from 'node:path';
import { UsageError } from '../schema/usage-error.ts';
import { CONTROL_API } from '../server/control/api-store.ts';
import { ISSUER, PENDING } from '../server/oidc/login/login-types.ts';
import { IDEMPOTENCY_KEYS } from '../server/pipeline/idempotency/idempotency-keys.ts';

/** Names of files and folders without a meaning. */
const GENERAL =
  /^(openapi|swagger|api|apis|spec|specs|specification|schema|index|main|root|docs?|dist|src|v\d[\d.]*|latest|document)?$/i;

/**
 * A name for each document, by its file, else by the nearest folder with a meaningful name, else by its host.
 * Duplicates get a number.
 *
 * @param locations - absolute paths or URLs
 */
export function apiNames(locations: readonly string[]): string[] {
  const taken = new Set([CONTROL_API, ISSUER, PENDING, IDEMPOTENCY_KEYS]);
  return locations.map((location) => {
    const name = nameFor(location);
    let own = name;
    for (let count = 2; taken.has(own); count += 1) own = `${name}-${count}`;
    taken.add(own);
    return own;
  });
}

function nameFor(location: string): string {
  const url = /^https?:/i.test(location) ? new URL(location) : undefined;
  const path = url ? decoded(url.pathname) : location;
  const file = basename(path, extname(path)).replace(/[._-]?(openapi|swagger)[._-]?/gi, '');
  for (let name = file, at = path; ; ) {
    if (!GENERAL.test(name) && plain(name) !== '') return plain(name);
    if (dirname(at) === at) break;
    at = dirname(at);
    name = basename(at);
  }
  return plain(url?.hostname ?? '') || 'api';
}

/** A text with a bad escape, as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A valid API name: lower-case letters, digits and `-`, at most 60, a letter first; empty if nothing remains. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 60)
    .replace(/-+$/, '');
}

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
