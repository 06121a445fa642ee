// What a path of a document says behind a `#` or a `?`: such as `/#X-Amz-Target=Shop.List`, `/files/{id}#tags&version`, `/search?q={q}`.

import { decodeQuery, type Pair, pairsOf } from '../parameter/query.ts';

/** Something that must stand in the query or in a header field. */
export interface Condition {
  readonly name: string;
  /** The only text that it may have; undefined when any. */
  readonly text: string | undefined;
  /** The name of the path parameter that its text is; undefined when it is none. */
  readonly value: string | undefined;
}

/** What a request says beside its path. */
export interface Told {
  /** Without its `?`. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
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

/** Tells which conditions a request meets. The query is taken apart once, and only if there are conditions. */
export function createMeter({ query, headers }: Told): (condition: Condition) => Pair | undefined {
  let pairs: readonly Pair[] | undefined;
  return ({ name, text }) => {
    pairs ??= pairsOf(query);
    const isMeant = (said: string) => text === undefined || said === text;
    const pair = pairs.find((one) => one.name === name && isMeant(decodedOr(one.text)));
    if (pair) return { name, text: pair.text.replaceAll('+', '%20') };
    const field = headers[name.toLowerCase()];
    return field !== undefined && isMeant(field) ? { name, text: encodeURIComponent(field) } : undefined;
  };
}

function decodedOr(text: string): string {
  try {
    return decodeQuery(text);
  } catch {
    return text;
  }
}
