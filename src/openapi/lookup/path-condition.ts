// Conditions of a path after `#` or `?`, such as `/#X-Amz-Target=Shop.List` or `/search?q={q}`.

import { findFormField } from '../parameters/form-fields.ts';
import { decodeQuery, parseQueryPairs, type QueryPair } from '../parameters/query-pairs.ts';

/** A value that must occur in the query, a header or a form. */
export interface PathCondition {
  readonly name: string;
  /** The required text; undefined for any. */
  readonly text: string | undefined;
  /** The path parameter that has this text as its value; undefined for none. */
  readonly value: string | undefined;
}

/** The parts of a request besides its path. */
export interface RequestDetails {
  /** Without its `?`. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body if it is a form without files. Default: none. */
  readonly form?: Uint8Array | undefined;
}

/** The text that satisfies a condition. */
interface ConditionMatch extends QueryPair {
  /** Whether it comes from the form. */
  readonly isInForm: boolean;
}

/** Parses the conditions after the `#` or `?` of a template. */
export function parseConditions(tail: string): readonly PathCondition[] {
  return tail.split(/[&#?]/).flatMap((term) => {
    const [, name = '', , sent] = /^([^=]*)(=(.*))?$/s.exec(term) ?? [];
    const [, value] = /^\{([^}]+)\}$/.exec(sent ?? '') ?? [];
    // A name that is itself a value is no condition.
    if (name === '' || name.includes('{')) return [];
    return [{ name, text: value === undefined ? sent : undefined, value }];
  });
}

/** Matches conditions against a request. Query and form are parsed lazily and once. */
export function createConditionMatcher({
  query,
  headers,
  form,
}: RequestDetails): (condition: PathCondition) => ConditionMatch | undefined {
  let pairs: readonly QueryPair[] | undefined;
  const fields = new Map<string, string | undefined>();
  const fieldOf = (name: string): string | undefined => {
    if (form && !fields.has(name)) fields.set(name, findFormField(form, name));
    return fields.get(name);
  };
  return ({ name, text }) => {
    pairs ??= parseQueryPairs(query);
    const isExpected = (sent: string) => text === undefined || sent === text;
    const pair = pairs.find((one) => one.name === name && isExpected(decodeOrRaw(one.text)));
    if (pair) return { name, text: pair.text.replaceAll('+', '%20'), isInForm: false };
    const header = headers[name.toLowerCase()];
    if (header !== undefined && isExpected(header)) return { name, text: encodeURIComponent(header), isInForm: false };
    // The query takes precedence over the form.
    const field = pairs.some((one) => one.name === name) ? undefined : fieldOf(name);
    if (field === undefined || !isExpected(decodeOrRaw(field))) return undefined;
    return { name, text: field.replaceAll('+', '%20'), isInForm: true };
  };
}

function decodeOrRaw(text: string): string {
  try {
    return decodeQuery(text);
  } catch {
    return text;
  }
}
