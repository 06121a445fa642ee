// YAML, and with it JSON, as values, as text and as places: the only door to js-yaml.

import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const require = createRequire(import.meta.url);

/** How deep the parts of a text may be nested in one another, aliases included. Of 2,639 published documents the deepest has 33 levels. */
export const DEEPEST = 500;

/** What a text may become when its aliases are put in: so many characters, each value counted as one more. */
const LARGEST = 128 * 1024 * 1024;

/** From how many characters on a text leaves so much behind that it is worth a look for what nobody needs any more. */
const LARGE = 16 * 1024 * 1024;

/** A text that cannot be read, with its place; lines and columns are counted from 1. */
export class UnreadableText extends Error {
  readonly line: number;
  readonly column: number;
  /** The file that it stands in, as people know it, where that is not plain. */
  readonly file: string | undefined;

  constructor(
    reason: string,
    { line, column, file }: { readonly line: number; readonly column: number; readonly file?: string | undefined },
  ) {
    super(reason);
    this.name = 'UnreadableText';
    this.line = line;
    this.column = column;
    this.file = file;
  }
}

/** What is told of a text while it is gone through: each value, with the key or the index that it has in what holds it. */
export interface Visitor {
  /** @param offset - where its key begins, or in a list itself */
  enter(step: string | number | undefined, offset: number): void;
  leave(): unknown;
}

/**
 * Reads YAML 1.2 with the merge keys of 1.1. What aliases stand for is copied to where they stand.
 *
 * @param repeated - what becomes of a key that stands twice in one object: it is refused, or the last one counts
 * @throws UnreadableText
 */
export function parseYaml(text: string, repeated: 'refused' | 'last' = 'refused'): unknown {
  const { load, CORE_SCHEMA, mergeTag } = library();
  const value = reading(text, () =>
    load(text, {
      schema: CORE_SCHEMA.withTags(mergeTag),
      json: repeated === 'last',
      maxDepth: DEEPEST,
      maxTotalMergeKeys: 1_000_000,
    }),
  );
  requireBounds(value);
  if (text.length > LARGE) collectGarbage();
  // Nobody downstream has to expect that a part stands in two places.
  return JSON.parse(JSON.stringify(value));
}

/** A value as YAML. What YAML 1.1 takes for something else than a text, such as `no` or a date, is quoted: many programs read that. */
export function writeYaml(value: unknown): string {
  return library().dump(value, { noRefs: true, lineWidth: -1 });
}

/** Goes through the values of a text in their order; an alias is one value. @throws UnreadableText */
export function visitValues(text: string, visitor: Visitor): void {
  const { EVENT_ID, SCALAR_STYLE, getScalarValue, parseEvents } = library();
  const events = reading(text, () => parseEvents(text, { maxDepth: DEEPEST }));
  const offsetOf = (event: Exclude<(typeof events)[number], { type: 1 | 6 }>): number => {
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
    if (event.type !== EVENT_ID.SCALAR) return event.start;
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    return isQuoted ? event.valueStart - 1 : event.valueStart;
  };
  /** What is open, from the outermost: whether it is an object, and the key that was read last, or the next index. */
  const open: { readonly isObject: boolean; key: string | undefined; keyOffset: number; index: number }[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    const holder = open.at(-1);
    if (event.type === EVENT_ID.POP) {
      if (open.pop()) visitor.leave();
      continue;
    }
    const offset = offsetOf(event);
    if (holder?.isObject && holder.key === undefined && event.type === EVENT_ID.SCALAR) {
      holder.key = getScalarValue(text, event);
      holder.keyOffset = offset;
      continue;
    }
    visitor.enter(holder?.isObject ? holder.key : holder?.index, holder?.isObject ? holder.keyOffset : offset);
    if (holder) {
      holder.key = undefined;
      holder.index += 1;
    }
    const isObject = event.type === EVENT_ID.MAPPING;
    if (isObject || event.type === EVENT_ID.SEQUENCE) open.push({ isObject, key: undefined, keyOffset: 0, index: 0 });
    else visitor.leave();
  }
}

/**
 * Reading YAML leaves ten times the text behind, and V8 takes as much memory again before it looks for that by itself: of 58 MB, 1,560 MiB in place of 1,130.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** Loaded only when there is YAML to read that is not remembered, or to write. */
function library(): typeof import('js-yaml') {
  return require('js-yaml');
}

/** What the library throws, with its place. */
function reading<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { reason, message, mark } = error as Error & {
      readonly reason?: string;
      readonly mark?: { readonly line: number; readonly column: number };
    };
    if (!mark) throw new UnreadableText(reason ?? message, { line: 1, column: 1 });
    const line = text.split('\n', mark.line + 1)[mark.line] ?? '';
    const hint = line.includes('\t') ? ' (this line contains a tab; indent with spaces)' : '';
    throw new UnreadableText(`${reason}${hint}`, { line: mark.line + 1, column: mark.column + 1 });
  }
}

/** @throws UnreadableText if what aliases stand for is too much, too deep, or holds itself */
function requireBounds(value: unknown): void {
  const known = new Map<object, { readonly size: number; readonly depth: number }>();
  const refused = (reason: string) => new UnreadableText(reason, { line: 1, column: 1 });
  const measure = (part: unknown, above: number): { readonly size: number; readonly depth: number } => {
    if (typeof part === 'string') return { size: part.length + 1, depth: 0 };
    if (typeof part !== 'object' || part === null) return { size: 1, depth: 0 };
    const seen = known.get(part);
    if (above + (seen?.depth ?? 0) > DEEPEST)
      throw refused(`aliases nest more than ${DEEPEST} levels deep, or refer to themselves`);
    if (seen) return seen;
    let [size, depth] = [1, 0];
    for (const [key, value] of Object.entries(part)) {
      const below = measure(value, above + 1);
      size += key.length + below.size;
      depth = Math.max(depth, below.depth + 1);
      if (size > LARGEST) throw refused(`its aliases expand to more than ${LARGEST} characters`);
    }
    known.set(part, { size, depth });
    return { size, depth };
  };
  measure(value, 0);
}
