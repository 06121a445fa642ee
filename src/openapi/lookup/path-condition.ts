// What a path of a document says behind a `#` or a `?`: such as `/#X-Amz-Target=Shop.List`, `/files/{id}#tags&version`, `/search?q={q}`.

import { fieldIn } from '../parameters/form-field.ts';
import { decodeQuery, type Pair, pairsOf } from '../parameters/query.ts';

/** Something that must stand in the query, in a header field, or in a form that is sent. */
export interface Condition {
  readonly name: string;
  /** The only text that it may have; undefined when any. */
  readonly text: string | undefined;
  /** The name of the path parameter that its text is; undefined when it is none. */
  readonly value: string | undefined;
}

/** What a request says beside its path. */
export interface RequestDetails {
  /** Without its `?`. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Its body, when that is a form without files. Default: it is none. */
  readonly form?: Uint8Array | undefined;
}

/** How a condition is met. */
export interface Met extends Pair {
  /** Whether it is by the form. */
  readonly inForm: boolean;
}

/** The conditions in what stands behind the `#` or the `?` of a template. */
export function conditionsOf(tail: string): readonly Condition[] {
  return tail.split(/[&#?]/).flatMap((term) => {
    const [, name = '', , said] = /^([^=]*)(=(.*))?$/s.exec(term) ?? [];
    const [, value] = /^\{([^}]+)\}$/.exec(said ?? '') ?? [];
    // A name that is a value itself says nothing.
    if (name === '' || name.includes('{')) return [];
    return [{ name, text: value === undefined ? said : undefined, value }];
  });
}

/** Tells which conditions a request meets. The query is taken apart once, the form is looked through once for each name, and only if there are conditions. */
export function createMeter({ query, headers, form }: RequestDetails): (condition: Condition) => Met | undefined {
  let pairs: readonly Pair[] | undefined;
  const fields = new Map<string, string | undefined>();
  const fieldOf = (name: string): string | undefined => {
    if (form && !fields.has(name)) fields.set(name, fieldIn(form, name));
    return fields.get(name);
  };
  return ({ name, text }) => {
    pairs ??= pairsOf(query);
    const isMeant = (said: string) => text === undefined || said === text;
    const pair = pairs.find((one) => one.name === name && isMeant(decodedOr(one.text)));
    if (pair) return { name, text: pair.text.replaceAll('+', '%20'), inForm: false };
    const header = headers[name.toLowerCase()];
    if (header !== undefined && isMeant(header)) return { name, text: encodeURIComponent(header), inForm: false };
    // What stands in the query is not said again.
    const field = pairs.some((one) => one.name === name) ? undefined : fieldOf(name);
    if (field === undefined || !isMeant(decodedOr(field))) return undefined;
    return { name, text: field.replaceAll('+', '%20'), inForm: true };
  };
}

function decodedOr(text: string): string {
  try {
    return decodeQuery(text);
  } catch {
    return text;
  }
}
