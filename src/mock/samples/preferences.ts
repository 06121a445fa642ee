// What a client would like to be answered, as users of Prism say it: `Prefer: code=404, example=none` (RFC 7240).

import type { WireHeaders } from '../../server/pipeline/wire.ts';

/** What a client prefers; undefined where it does not say. */
export interface Preferences {
  /** The status of the answer, as it was said. */
  readonly code?: string;
  /** The name of an example of the document. */
  readonly example?: string;
  /** `true` for a sample, `false` for an example. */
  readonly dynamic?: string;
  /** How many seconds the answer is to take, as it was said. */
  readonly wait?: string;
}

const NAMES = ['code', 'example', 'dynamic', 'wait'] as const;
type Name = (typeof NAMES)[number];

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 7240, section 2; the parameters of a preference count as preferences, and a name of an example may have other signs in it. */
const PREFERENCE = new RegExp(
  `[ \\t]*(${TOKEN})[ \\t]*(?:=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^,;"]*)))?[ \\t]*(?:[,;]|$)`,
  'y',
);
/** How much of the field is read, in characters. */
const LONGEST = 2000;

/** @param query - with `__code` and its kin, which count more than the field. Default: none */
export function preferencesIn({ prefer }: WireHeaders, query?: URLSearchParams): Preferences | undefined {
  if (prefer === undefined && !query) return undefined;
  const found: Partial<Record<Name, string>> = {};
  for (const name of query ? NAMES : []) {
    const value = query?.get(`__${name}`);
    // Of all but a flag, nothing says nothing: a form that was left empty.
    if (typeof value === 'string' && (value !== '' || name === 'dynamic')) found[name] = value;
  }
  for (const [name, value] of preferences(prefer ?? '')) {
    // Of one that stands twice the first counts.
    const known = NAMES.find((one) => one === name);
    if (known) found[known] ??= value;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function* preferences(field: string): Generator<readonly [name: string, value: string]> {
  PREFERENCE.lastIndex = 0;
  const text = field.slice(0, LONGEST);
  for (let match = PREFERENCE.exec(text); match && match[0] !== ''; match = next(match, text)) {
    const [, name = '', quoted, plain = ''] = match;
    yield [name.toLowerCase(), quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/g, '$1')];
  }
}

function next({ index, 0: whole }: RegExpExecArray, text: string): RegExpExecArray | null {
  PREFERENCE.lastIndex = index + whole.length;
  return PREFERENCE.exec(text);
}

/** Preferences as they are told to have been followed. */
export function appliedText(preferences: Preferences): string {
  return NAMES.flatMap((name) => {
    const value = preferences[name];
    if (value === undefined) return [];
    if (value === '') return [name];
    return [/^[\w.-]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/[^\x20-\x7e]|["\\]/g, '?')}"`];
  }).join(', ');
}
