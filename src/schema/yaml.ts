// YAML and JSON: parsing, writing and positions. The only module that imports js-yaml.

import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseNumber } from './json/exact-number.ts';
import { parseJson } from './json/parse-json.ts';
import { stringifyJson } from './json/stringify-json.ts';
import { positionAt, START, UsageError } from './usage-error.ts';
import { locateYamlMistake, type YamlMistake } from './yaml-error.ts';

const require = createRequire(import.meta.url);

/** Maximum nesting, including aliases. Of 2,639 published documents the deepest has 33 levels. */
export const MAX_YAML_DEPTH = 500;

/** Maximum characters after alias expansion, each value counted as one more. */
const MAX_EXPANDED_LENGTH = 128 * 1024 * 1024;

/** Minimum characters of a text after which garbage is collected. */
const LARGE_TEXT_LENGTH = 16 * 1024 * 1024;

/** Callbacks for the values of a text, with their key or index. */
export interface YamlVisitor {
  /** @param offset - start of the key, or of a list item */
  enter(step: string | number | undefined, offset: number): void;
  leave(): unknown;
}

/**
 * Parses YAML 1.2 with the merge keys of 1.1. Aliases are expanded.
 *
 * @param repeated - how to handle duplicate keys: reject them, or use the last one
 * @throws UsageError with a position
 */
export function parseYaml(text: string, repeated: 'rejected' | 'last' = 'rejected'): unknown {
  const { load, mergeTag, CORE_SCHEMA } = library();
  const value = withPositions(text, () =>
    load(text, {
      schema: CORE_SCHEMA.withTags(mergeTag, ...numberTags()),
      json: repeated === 'last',
      maxDepth: MAX_YAML_DEPTH,
      maxTotalMergeKeys: 1_000_000,
    }),
  );
  requireBounds(value);
  if (text.length > LARGE_TEXT_LENGTH) collectGarbage();
  // Copies shared parts, so that callers need not expect them.
  return parseJson(stringifyJson(value));
}

/** Writes YAML. Strings that YAML 1.1 reads as other types, such as `no` or dates, are quoted for older programs. */
export function writeYaml(value: unknown): string {
  const { dump, DUMP_SCHEMA, intCoreTag } = library();
  // The other tags of its schema quote texts.
  const own = DUMP_SCHEMA.tags.findLast(({ tagName }) => tagName === intCoreTag.tagName) ?? intCoreTag;
  const integer = { ...own, identify: (one: unknown) => typeof one === 'bigint' || own.identify?.(one) === true };
  return dump(value, { noRefs: true, lineWidth: -1, schema: DUMP_SCHEMA.withTags(integer as typeof intCoreTag) });
}

/** Visits the values of a text in order; an alias is one value. @throws UsageError with a position */
export function visitYamlValues(text: string, visitor: YamlVisitor): void {
  const { EVENT_ID, SCALAR_STYLE, getScalarValue, parseEvents } = library();
  const events = withPositions(text, () => parseEvents(text, { maxDepth: MAX_YAML_DEPTH }));
  const offsetOf = (event: Exclude<(typeof events)[number], { type: 1 | 6 }>): number => {
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
    if (event.type !== EVENT_ID.SCALAR) return event.start;
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    return isQuoted ? event.valueStart - 1 : event.valueStart;
  };
  /** The stack of open objects and lists: the last key, or the next index. */
  const stack: { readonly isObject: boolean; key: string | undefined; keyOffset: number; index: number }[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    const parent = stack.at(-1);
    if (event.type === EVENT_ID.POP) {
      if (stack.pop()) visitor.leave();
      continue;
    }
    const offset = offsetOf(event);
    if (parent?.isObject && parent.key === undefined && event.type === EVENT_ID.SCALAR) {
      parent.key = getScalarValue(text, event);
      parent.keyOffset = offset;
      continue;
    }
    visitor.enter(parent?.isObject ? parent.key : parent?.index, parent?.isObject ? parent.keyOffset : offset);
    if (parent) {
      parent.key = undefined;
      parent.index += 1;
    }
    const isObject = event.type === EVENT_ID.MAPPING;
    if (isObject || event.type === EVENT_ID.SEQUENCE) stack.push({ isObject, key: undefined, keyOffset: 0, index: 0 });
    else visitor.leave();
  }
}

/**
 * Frees memory after parsing: it leaves ten times the text behind, and V8 collects it too late. For 58 MB, the peak is
 * 1,130 MiB instead of 1,560.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

/** The tags of numbers, with a `bigint` for integers beyond 2^53. */
function numberTags() {
  const { defineScalarTag, floatCoreTag, intCoreTag } = library();
  return [intCoreTag, floatCoreTag].map((tag) =>
    defineScalarTag(tag.tagName, {
      ...tag,
      resolve(source, isExplicit, tagName) {
        const value = tag.resolve(source, isExplicit, tagName);
        return Number.isInteger(value) && !Number.isSafeInteger(value) ? exactNumber(source, value) : value;
      },
    }),
  );
}

function exactNumber(source: string, rounded: unknown): unknown {
  const digits = /^0[xo]/.test(source) ? String(BigInt(source)) : source.replace(/^\+/, '');
  return parseNumber(digits) ?? rounded;
}

/** Loaded only to parse uncached YAML, or to write it. */
function library(): typeof import('js-yaml') {
  return require('js-yaml');
}

/** Converts errors of the library, with the positions of the mistakes. */
function withPositions<T>(text: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const { reason, offset } = locateYamlMistake(text, mistakeOf(error as Error), findMistake);
    const position = positionAt(text, offset);
    const line = text.split('\n', position.line).at(-1) ?? '';
    const hint = line.includes('\t') ? ' (this line contains a tab; indent with spaces)' : '';
    throw new UsageError(`${reason}${hint}`, [], { position });
  }
}

function findMistake(text: string): YamlMistake | undefined {
  try {
    library().parseEvents(text, { maxDepth: MAX_YAML_DEPTH });
    return undefined;
  } catch (error) {
    return mistakeOf(error as Error);
  }
}

/** A problem that the library has found, and its place. */
function mistakeOf(error: Error): YamlMistake {
  const { reason, mark } = error as Error & { readonly reason?: string; readonly mark?: { readonly position: number } };
  return { reason: reason ?? error.message, offset: mark?.position ?? 0 };
}

/** @throws UsageError if expanded aliases are too large, too deep or recursive */
function requireBounds(value: unknown): void {
  const known = new Map<object, { readonly size: number; readonly depth: number }>();
  const aliasError = (reason: string) => new UsageError(reason, [], { position: START });
  const measure = (part: unknown, above: number): { readonly size: number; readonly depth: number } => {
    if (typeof part === 'string') return { size: part.length + 1, depth: 0 };
    if (typeof part !== 'object' || part === null) return { size: 1, depth: 0 };
    const seen = known.get(part);
    if (above + (seen?.depth ?? 0) > MAX_YAML_DEPTH)
      throw aliasError(`aliases nest more than ${MAX_YAML_DEPTH} levels deep, or refer to themselves`);
    if (seen) return seen;
    let [size, depth] = [1, 0];
    for (const [key, value] of Object.entries(part)) {
      const below = measure(value, above + 1);
      size += key.length + below.size;
      depth = Math.max(depth, below.depth + 1);
      if (size > MAX_EXPANDED_LENGTH)
        throw aliasError(`its aliases expand to more than ${MAX_EXPANDED_LENGTH} characters`);
    }
    known.set(part, { size, depth });
    return { size, depth };
  };
  measure(value, 0);
}
