// Media types of a document that an `Accept` header allows (RFC 9110, section 12.5.1).

import {
  cachedMediaType,
  isConcrete,
  isJson,
  type MediaRange,
  NO_PARAMETERS,
  rangeSpecificity,
  readMediaType,
} from './media-type.ts';

/** A declared media type that a client accepts. */
export interface AcceptedMediaType {
  /** Its name in the document. */
  readonly key: string;
  /** For a declared range such as `image/*`: the concrete type that the client requested, if any. */
  readonly requested: MediaRange | undefined;
}

/** A media range of an `Accept` header. */
interface Accepted {
  readonly range: MediaRange;
  /** From 0 (not acceptable) to 1. */
  readonly weight: number;
}

/** The preference for a declared type: weight, specificity of the match, and position in the header. */
interface Preference {
  readonly weight: number;
  readonly near: number;
  readonly at: number;
}

/**
 * The media types of a document that a client accepts, the preferred one first. Ties are broken by specificity, then by
 * position in the header, then JSON first, then the order of the document. An empty or unreadable header accepts all.
 * If nothing matches, undeclared parameters (`text/csv; header=absent` for `text/csv`) are ignored.
 */
export function negotiateMediaTypes(
  declared: Iterable<string>,
  accept: string | undefined,
): readonly AcceptedMediaType[] {
  const accepted = parseAccept(accept ?? '');
  const found: (AcceptedMediaType & Preference & { readonly json: number })[] = [];
  const lenientMatches: (AcceptedMediaType & Preference & { readonly json: number })[] = [];
  const plainJson: AcceptedMediaType[] = [];
  for (const key of declared) {
    const offered = cachedMediaType(key);
    if (!offered) continue;
    const json = key === 'application/json' ? 0 : isJson(offered) ? 1 : 2;
    const liked = isConcrete(offered) ? preferenceFor(offered, accepted) : rangePreference(offered, accepted);
    if (liked && liked.weight > 0) found.push({ key, requested: undefined, json, ...liked });
    if (liked) continue;
    const lenient = preferenceFor(offered, accepted, 'and parameters that it does not have');
    if (lenient && lenient.weight > 0) lenientMatches.push({ key, requested: undefined, json, ...lenient });
    if (isPlainJson(offered)) plainJson.push({ key, requested: undefined });
  }
  if (found.length === 0 && lenientMatches.length > 0) return best(lenientMatches);
  // Clients name API versions that documents omit (`application/vnd.github.v3+json`); they read JSON (RFC 6839, section
  // 3.1).
  if (found.length === 0 && accepted.some(({ range, weight }) => weight > 0 && isJson(range))) return plainJson;
  return best(found);
}

function best<T extends Preference & { readonly json: number }>(liked: readonly T[]): readonly T[] {
  return liked.toSorted((a, b) => b.weight - a.weight || b.near - a.near || a.at - b.at || a.json - b.json);
}

function isPlainJson({ type, subtype }: MediaRange): boolean {
  return type === 'application' && subtype === 'json';
}

/** The preference by the most specific accepted range that covers a type. */
function preferenceFor(
  offered: MediaRange,
  accepted: readonly Accepted[],
  mode?: 'and parameters that it does not have',
): Preference | undefined {
  let best: Preference | undefined;
  for (const [at, { range, weight }] of accepted.entries()) {
    const near = specificityWithParameters(range, offered, mode !== undefined);
    if (near > (best?.near ?? 0)) best = { weight, near, at };
  }
  return best;
}

/** The preference by the accepted range with the highest weight that overlaps a declared range. */
function rangePreference(offered: MediaRange, accepted: readonly Accepted[]) {
  let best: (Preference & Pick<AcceptedMediaType, 'requested'>) | undefined;
  for (const [at, { range, weight }] of accepted.entries()) {
    const requested = isConcrete(range) && rangeSpecificity(offered, range) > 0 ? range : undefined;
    const near = requested
      ? NAMED_WITHIN_A_RANGE
      : 100 * Math.max(rangeSpecificity(offered, range), rangeSpecificity(range, offered));
    if (near === 0 || (best && (weight < best.weight || (weight === best.weight && near <= best.near)))) continue;
    best = { weight, near, at, requested };
  }
  return best;
}

/** Ranks a type that a declared range merely allows below a declared type. */
const NAMED_WITHIN_A_RANGE = 350;

function specificityWithParameters(range: MediaRange, offered: MediaRange, isLenient: boolean): number {
  let near = 100 * rangeSpecificity(range, offered);
  for (const [name, value] of range.parameters) {
    const declaredValue = offered.parameters.get(name);
    // A charset is an encoding, not a type; all text is written in UTF-8.
    if (declaredValue === undefined && isLenient) continue;
    if (name !== 'charset' && declaredValue?.toLowerCase() !== value.toLowerCase()) return 0;
    if (declaredValue !== undefined) near += 1;
  }
  return near;
}

/** The readable elements of an `Accept` header in order; all media types if there is none. */
function parseAccept(text: string): readonly Accepted[] {
  const accepted: Accepted[] = [];
  for (let at = 0; at < text.length; at += 1) {
    while (text[at] === ' ' || text[at] === '\t') at += 1;
    const read = readMediaType(text, at);
    if (read && (read.end === text.length || text[read.end] === ',')) {
      accepted.push(parseWeight(read.mediaType));
      at = read.end;
    } else {
      const comma = text.indexOf(',', read?.end ?? at);
      if (comma === -1) break;
      at = comma;
    }
  }
  return accepted.length > 0 ? accepted : ANY_TYPE;
}

const ANY_TYPE: readonly Accepted[] = [{ range: { type: '*', subtype: '*', parameters: NO_PARAMETERS }, weight: 1 }];

/** Parameters from `q` on do not belong to the type. */
function parseWeight({ type, subtype, parameters }: MediaRange): Accepted {
  const typeParameters = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name === 'q') break;
    typeParameters.set(name, value);
  }
  const weight = Number(parameters.get('q') ?? 1);
  return { range: { type, subtype, parameters: typeParameters }, weight: weight >= 0 ? Math.min(1, weight) : 1 };
}
