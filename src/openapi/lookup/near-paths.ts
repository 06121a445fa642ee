// Suggestions of similar paths for one that does not exist.

import { nearest } from '../../schema/nearest.ts';

/** Maximum suggestions and candidates: the caller may be unauthenticated. */
const MOST_TOLD = 3;
const MOST_LOOKED_AT = 5000;
/** Maximum candidates that are compared letter by letter. */
const MOST_COMPARED = 200;
/** Limits of a requested path. */
const [MOST_SEGMENTS, LONGEST] = [30, 1000];

interface Segment {
  readonly text: string;
  /** Text before and after a value, in lower case; the whole text if there is no value. */
  readonly before: string;
  readonly behind: string | undefined;
  /** Text between values, in lower case. */
  readonly between: readonly string[];
}

/**
 * Returns a function that suggests templates matching a path except for one segment or for case, with the values of the
 * path filled in. Templates with a similar segment are preferred over those with a different one.
 */
export function createNearPaths(templates: () => readonly string[]): (path: string) => readonly string[] {
  let bySize: Map<number, (readonly Segment[])[]> | undefined;
  return (path) => {
    const asked = path.split('/').slice(1);
    if (asked.length > MOST_SEGMENTS || path.length > LONGEST) return [];
    bySize ??= sorted(templates());
    const lower = asked.map((segment) => segment.toLowerCase());
    const others: (readonly [segments: readonly Segment[], wrong: number])[] = [];
    for (const segments of (bySize.get(asked.length) ?? []).slice(0, MOST_LOOKED_AT)) {
      const wrong = differing(segments, lower);
      if (wrong === undefined) return [filled(segments, asked)];
      if (wrong >= 0) others.push([segments, wrong]);
    }
    const alike = others.filter(([segments, wrong]) => isAlike(lower[wrong] ?? '', segments[wrong]));
    const near = alike
      .slice(0, MOST_COMPARED)
      .filter(([segments, wrong]) => isNear(asked[wrong] ?? '', segments[wrong]));
    const beside = others.filter(([segments, wrong]) =>
      segments.some(({ behind }, at) => at !== wrong && behind === undefined),
    );
    const told = (near.length > 0 ? near : beside)
      .slice(0, MOST_TOLD)
      .map(([segments, wrong]) => filled(segments, asked, wrong));
    return [...new Set(told)];
  };
}

function sorted(templates: readonly string[]): Map<number, (readonly Segment[])[]> {
  const bySize = new Map<number, (readonly Segment[])[]>();
  for (const template of templates) {
    const segments = template
      .replace(/[?#].*$/, '')
      .split('/')
      .slice(1)
      .map(segmentOf);
    const known = bySize.get(segments.length) ?? [];
    known.push(segments);
    bySize.set(segments.length, known);
  }
  return bySize;
}

function segmentOf(text: string): Segment {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  const lower = text.toLowerCase();
  if (from === -1) return { text, before: lower, behind: undefined, between: [] };
  const between = lower
    .slice(from, to + 1)
    .split(/\{[^}]*\}/)
    .slice(1, -1);
  return { text, before: lower.slice(0, from), behind: lower.slice(to + 1), between };
}

/** The only segment that differs; undefined if none does, -1 if several do. */
function differing(segments: readonly Segment[], asked: readonly string[]): number | undefined {
  let wrong: number | undefined;
  for (const [at, segment] of segments.entries()) {
    if (fits(segment, asked[at] ?? '')) continue;
    if (wrong !== undefined) return -1;
    wrong = at;
  }
  return wrong;
}

function fits({ before, behind, between }: Segment, text: string): boolean {
  if (behind === undefined) return text === before;
  if (text.length <= before.length + behind.length || !text.startsWith(before) || !text.endsWith(behind)) return false;
  // Each value has at least one character.
  let at = before.length + 1;
  for (const part of between) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length + 1;
  }
  return at <= text.length - behind.length;
}

/** Cheap pre-check: whether a segment starts or ends alike and has a similar length. */
function isAlike(asked: string, segment: Segment | undefined): boolean {
  if (!segment || segment.behind !== undefined) return takesSeveral(segment);
  const { before } = segment;
  const differs = Math.abs(asked.length - before.length) > Math.max(1, asked.length / 3);
  return !differs && (asked[0] === before[0] || asked.at(-1) === before.at(-1));
}

/** Whether a segment has several values: then the text between them is worth a suggestion. */
function takesSeveral(segment: Segment | undefined): boolean {
  return segment !== undefined && segment.between.length > 0;
}

function isNear(asked: string, segment: Segment | undefined): boolean {
  if (takesSeveral(segment)) return true;
  return segment?.behind === undefined && nearest(asked, [segment?.text ?? '']) !== undefined;
}

/** @param wrong - index of the segment that differs */
function filled(segments: readonly Segment[], asked: readonly string[], wrong?: number): string {
  const parts = segments.map(({ text, before, behind }, at) => {
    if (behind === undefined || at === wrong) return text;
    const segment = asked[at] ?? '';
    const value = segment.slice(before.length, segment.length - behind.length);
    return text.slice(0, before.length) + value + text.slice(text.length - behind.length);
  });
  return `/${parts.join('/')}`;
}
