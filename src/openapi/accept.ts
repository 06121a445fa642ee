// What a client accepts, held against the media types that a document declares (RFC 9110, section 12.5.1).

import { isConcrete, isJson, knownMediaType, type MediaRange, NONE, nearness, readMediaType } from './media-type.ts';

/** A declared media type that a client accepts. */
export interface Acceptable {
  /** Its name in the document. */
  readonly key: string;
  /** Where that is a range such as `image/*`: the one type of it that the client named, if it named one. */
  readonly asked: MediaRange | undefined;
}

/** A media range of an `Accept` field. */
interface Accepted {
  readonly range: MediaRange;
  /** From 0, not at all, to 1. */
  readonly weight: number;
}

/** Why one declared type is liked: how much, how exactly it was named, and where. */
interface Liking {
  readonly weight: number;
  readonly near: number;
  readonly at: number;
}

/**
 * The media types of a document that a client accepts, what it likes best first. Of those that it likes as much: what it names more exactly, what it names
 * first, JSON, and what the document names first. A field that says nothing, or nothing that can be read, accepts all. Where nothing is accepted otherwise, parameters
 * of which the document says nothing (`text/csv; header=absent` where it has `text/csv`) are passed over: whoever gets a 406 for one could not ask at all.
 */
export function acceptable(declared: Iterable<string>, accept: string | undefined): readonly Acceptable[] {
  const accepted = parseAccept(accept ?? '');
  const found: (Acceptable & Liking & { readonly json: number })[] = [];
  const unnamed: (Acceptable & Liking & { readonly json: number })[] = [];
  const plain: Acceptable[] = [];
  for (const key of declared) {
    const offered = knownMediaType(key);
    if (!offered) continue;
    const json = key === 'application/json' ? 0 : isJson(offered) ? 1 : 2;
    const liked = isConcrete(offered) ? likingOf(offered, accepted) : likingOfRange(offered, accepted);
    if (liked && liked.weight > 0) found.push({ key, asked: undefined, json, ...liked });
    if (liked) continue;
    const likedAlmost = likingOf(offered, accepted, 'and parameters that it does not have');
    if (likedAlmost && likedAlmost.weight > 0) unnamed.push({ key, asked: undefined, json, ...likedAlmost });
    if (isPlainJson(offered)) plain.push({ key, asked: undefined });
  }
  if (found.length === 0 && unnamed.length > 0) return best(unnamed);
  // Clients name versions of an API so (`application/vnd.github.v3+json`) of which documents say nothing; JSON is what they read (RFC 6839, section 3.1).
  if (found.length === 0 && accepted.some(({ range, weight }) => weight > 0 && isJson(range))) return plain;
  return best(found);
}

function best<T extends Liking & { readonly json: number }>(liked: readonly T[]): readonly T[] {
  return liked.toSorted((a, b) => b.weight - a.weight || b.near - a.near || a.at - b.at || a.json - b.json);
}

function isPlainJson({ type, subtype }: MediaRange): boolean {
  return type === 'application' && subtype === 'json';
}

/** By the accepted range that comes nearest to a type. */
function likingOf(
  offered: MediaRange,
  accepted: readonly Accepted[],
  also?: 'and parameters that it does not have',
): Liking | undefined {
  let best: Liking | undefined;
  for (const [at, { range, weight }] of accepted.entries()) {
    const near = nearnessWithParameters(range, offered, also !== undefined);
    if (near > (best?.near ?? 0)) best = { weight, near, at };
  }
  return best;
}

/** By the accepted range that is liked best and overlaps a declared one. */
function likingOfRange(offered: MediaRange, accepted: readonly Accepted[]) {
  let best: (Liking & Pick<Acceptable, 'asked'>) | undefined;
  for (const [at, { range, weight }] of accepted.entries()) {
    const asked = isConcrete(range) && nearness(offered, range) > 0 ? range : undefined;
    const near = asked ? NAMED_WITHIN_A_RANGE : 100 * Math.max(nearness(offered, range), nearness(range, offered));
    if (near === 0 || (best && (weight < best.weight || (weight === best.weight && near <= best.near)))) continue;
    best = { weight, near, at, asked };
  }
  return best;
}

/** A type that the document only allows counts less than one that it names. */
const NAMED_WITHIN_A_RANGE = 350;

function nearnessWithParameters(range: MediaRange, offered: MediaRange, isLenient: boolean): number {
  let near = 100 * nearness(range, offered);
  for (const [name, value] of range.parameters) {
    const has = offered.parameters.get(name);
    // A charset says how a text is written, not what it is; all are written in UTF-8.
    if (has === undefined && isLenient) continue;
    if (name !== 'charset' && has?.toLowerCase() !== value.toLowerCase()) return 0;
    if (has !== undefined) near += 1;
  }
  return near;
}

/** The elements of an `Accept` field that can be read, in their order; when there are none, all media types. */
function parseAccept(text: string): readonly Accepted[] {
  const accepted: Accepted[] = [];
  for (let at = 0; at < text.length; at += 1) {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    const read = readMediaType(text, at);
    if (read && (read.end === text.length || text[read.end] === ',')) {
      accepted.push(weighed(read.mediaType));
      at = read.end;
    } else {
      const comma = text.indexOf(',', read?.end ?? at);
      if (comma === -1) break;
      at = comma;
    }
  }
  return accepted.length > 0 ? accepted : ANYTHING;
}

const ANYTHING: readonly Accepted[] = [{ range: { type: '*', subtype: '*', parameters: NONE }, weight: 1 }];

/** `q` and what stands behind it say nothing of the type. */
function weighed({ type, subtype, parameters }: MediaRange): Accepted {
  const own = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name === 'q') break;
    own.set(name, value);
  }
  const weight = Number(parameters.get('q') ?? 1);
  return { range: { type, subtype, parameters: own }, weight: weight >= 0 ? Math.min(1, weight) : 1 };
}
