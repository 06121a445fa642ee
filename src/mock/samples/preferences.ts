// Parses preferences in the syntax of Prism: `Prefer: code=404, example=none` (RFC 7240).

import type { WireHeaders } from '../../server/pipeline/wire.ts';

/** Preferences of a client; undefined if absent. */
export interface Preferences {
  /** The status, as it was sent. */
  readonly code?: string;
  /** The name of an example of the document. */
  readonly example?: string;
  /** `true` for a sample, `false` for an example. */
  readonly dynamic?: string;
  /** The delay in seconds, as it was sent. */
  readonly wait?: string;
  /** After how many items a stream ends, as it was sent. */
  readonly 'stream-items'?: string;
}

const NAMES = ['code', 'example', 'dynamic', 'wait', 'stream-items'] as const;
type Name = (typeof NAMES)[number];

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** RFC 7240, section 2; the parameters of a preference count as preferences, and a name of an example may have other signs in it. */
const PREFERENCE = new RegExp(
  `[ \\t]*(${TOKEN})[ \\t]*(?:=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^,;"]*)))?[ \\t]*(?:[,;]|$)`,
  'y',
);
/** Maximum number of parsed characters. */
const LONGEST = 2000;

/** @param query - with `__code` and others, which override the header. Default: none */
export function preferencesIn({ prefer }: WireHeaders, query?: URLSearchParams): Preferences | undefined {
  if (prefer === undefined && !query) return undefined;
  const found: Partial<Record<Name, string>> = {};
  for (const name of query ? NAMES : []) {
    const value = query?.get(`__${name}`);
    // Except for a flag, an empty value is an unfilled form field.
    if (typeof value === 'string' && (value !== '' || name === 'dynamic')) found[name] = value;
  }
  for (const [name, value] of preferences(prefer ?? '')) {
    // The first of repeated preferences counts.
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

/** The value of `Preference-Applied`. */
export function appliedText(preferences: Preferences): string {
  return NAMES.flatMap((name) => {
    const value = preferences[name];
    if (value === undefined) return [];
    if (value === '') return [name];
    return [/^[\w.-]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/[^\x20-\x7e]|["\\]/g, '?')}"`];
  }).join(', ');
}
