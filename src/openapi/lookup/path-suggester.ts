// Suggestions of similar paths for one that does not exist.

import { findNearestName } from '../../schema/nearest-name.ts';

/** Maximum suggestions and candidates: the caller may be unauthenticated. */
const MAX_SUGGESTIONS = 3;
const MAX_CANDIDATES = 5000;
/** Maximum candidates that are compared letter by letter. */
const MAX_COMPARED = 200;
/** Limits of a requested path. */
const [MAX_SEGMENTS, MAX_LENGTH] = [30, 1000];

interface Segment {
  readonly text: string;
  /** Text before and after a value, in lower case; the whole text if there is no value. */
  readonly before: string;
  readonly after: string | undefined;
  /** Text between values, in lower case. */
  readonly between: readonly string[];
}

/**
 * Returns a function that suggests templates matching a path except for one segment or for case, with the values of the
 * path filled in. Templates with a similar segment are preferred over those with a different one.
 */
export function createPathSuggester(templates: () => readonly string[]): (path: string) => readonly string[] {
  let bySize: Map<number, (readonly Segment[])[]> | undefined;
  return (path) => {
    const requested = path.split('/').slice(1);
    if (requested.length > MAX_SEGMENTS || path.length > MAX_LENGTH) return [];
    bySize ??= groupBySize(templates());
    const lower = requested.map((segment) => segment.toLowerCase());
    const others: (readonly [segments: readonly Segment[], wrong: number])[] = [];
    for (const segments of (bySize.get(requested.length) ?? []).slice(0, MAX_CANDIDATES)) {
      const differingIndex = findDifference(segments, lower);
      if (differingIndex === undefined) return [fillTemplate(segments, requested)];
      if (differingIndex >= 0) others.push([segments, differingIndex]);
    }
    const alike = others.filter(([segments, differingIndex]) =>
      isAlike(lower[differingIndex] ?? '', segments[differingIndex]),
    );
    const similar = alike
      .slice(0, MAX_COMPARED)
      .filter(([segments, differingIndex]) => isSimilar(requested[differingIndex] ?? '', segments[differingIndex]));
    const sharingText = others.filter(([segments, differingIndex]) =>
      segments.some(({ after }, at) => at !== differingIndex && after === undefined),
    );
    const suggestions = (similar.length > 0 ? similar : sharingText)
      .slice(0, MAX_SUGGESTIONS)
      .map(([segments, differingIndex]) => fillTemplate(segments, requested, differingIndex));
    return [...new Set(suggestions)];
  };
}

function groupBySize(templates: readonly string[]): Map<number, (readonly Segment[])[]> {
  const bySize = new Map<number, (readonly Segment[])[]>();
  for (const template of templates) {
    const segments = template
      .replace(/[?#].*$/, '')
      .split('/')
      .slice(1)
      .map(parseSegment);
    const known = bySize.get(segments.length) ?? [];
    known.push(segments);
    bySize.set(segments.length, known);
  }
  return bySize;
}

function parseSegment(text: string): Segment {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  const lower = text.toLowerCase();
  if (from === -1) return { text, before: lower, after: undefined, between: [] };
  const between = lower
    .slice(from, to + 1)
    .split(/\{[^}]*\}/)
    .slice(1, -1);
  return { text, before: lower.slice(0, from), after: lower.slice(to + 1), between };
}

/** The only segment that differs; undefined if none does, -1 if several do. */
function findDifference(segments: readonly Segment[], requested: readonly string[]): number | undefined {
  let differingIndex: number | undefined;
  for (const [at, segment] of segments.entries()) {
    if (matches(segment, requested[at] ?? '')) continue;
    if (differingIndex !== undefined) return -1;
    differingIndex = at;
  }
  return differingIndex;
}

function matches({ before, after, between }: Segment, text: string): boolean {
  if (after === undefined) return text === before;
  if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after)) return false;
  // Each value has at least one character.
  let at = before.length + 1;
  for (const part of between) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length + 1;
  }
  return at <= text.length - after.length;
}

/** Cheap pre-check: whether a segment starts or ends alike and has a similar length. */
function isAlike(requested: string, segment: Segment | undefined): boolean {
  if (!segment || segment.after !== undefined) return hasSeveralValues(segment);
  const { before } = segment;
  const differs = Math.abs(requested.length - before.length) > Math.max(1, requested.length / 3);
  return !differs && (requested[0] === before[0] || requested.at(-1) === before.at(-1));
}

/** Whether a segment has several values: then the text between them is worth a suggestion. */
function hasSeveralValues(segment: Segment | undefined): boolean {
  return segment !== undefined && segment.between.length > 0;
}

function isSimilar(requested: string, segment: Segment | undefined): boolean {
  if (hasSeveralValues(segment)) return true;
  return segment?.after === undefined && findNearestName(requested, [segment?.text ?? '']) !== undefined;
}

/** @param differingIndex - index of the segment that differs */
function fillTemplate(segments: readonly Segment[], requested: readonly string[], differingIndex?: number): string {
  const parts = segments.map(({ text, before, after }, at) => {
    if (after === undefined || at === differingIndex) return text;
    const segment = requested[at] ?? '';
    const value = segment.slice(before.length, segment.length - after.length);
    return text.slice(0, before.length) + value + text.slice(text.length - after.length);
  });
  return `/${parts.join('/')}`;
}
