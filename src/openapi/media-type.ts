// Media types and ranges: parsing, comparison and lookup in a document.

/** A media type (RFC 9110, section 8.3.1), or a range of them such as `text/*` or `application/*+json`. */
export interface MediaRange {
  /** In lower case; `*` for any. */
  readonly type: string;
  /** In lower case; `*` for any, `*+json` for any with that suffix (RFC 6839). */
  readonly subtype: string;
  /** By lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const TYPE = new RegExp(`[ \\t]*(${TOKEN})/(${TOKEN})[ \\t]*`, 'y');
const PARAMETER = new RegExp(`;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`, 'y');

/** Parses a media type of a header or a document; undefined if it is invalid. */
export function parseMediaType(text: string): MediaRange | undefined {
  const read = readMediaType(text, 0);
  return read?.end === text.length ? read.mediaType : undefined;
}

/** Reads the media type at a position of a text, and its end; undefined if it is invalid. */
export function readMediaType(text: string, start: number): { mediaType: MediaRange; end: number } | undefined {
  TYPE.lastIndex = start;
  const [whole, type, subtype] = TYPE.exec(text) ?? [];
  if (whole === undefined || type === undefined || subtype === undefined) return undefined;
  let end = start + whole.length;
  let parameters: Map<string, string> | undefined;
  while (text[end] === ';') {
    PARAMETER.lastIndex = end;
    const [one, name, token, quoted = ''] = PARAMETER.exec(text) ?? [];
    if (one === undefined) return undefined;
    end += one.length;
    if (name === undefined) continue;
    parameters ??= new Map();
    // The first of two equal parameters counts, as in browsers (WHATWG MIME Sniffing, section 4.4).
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, token ?? quoted.replace(/\\(.)/g, '$1'));
  }
  const mediaType = {
    type: type.toLowerCase(),
    subtype: subtype.toLowerCase(),
    parameters: parameters ?? NO_PARAMETERS,
  };
  return { mediaType, end };
}

/** No parameters. */
export const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** A media type without its parameters, in lower case. */
export function bareMediaType(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** Formats a media type. */
export function formatMediaType({ type, subtype, parameters }: MediaRange): string {
  const parameterTexts = [...parameters].map(([name, value]) =>
    WHOLE_TOKEN.test(value) ? `; ${name}=${value}` : `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return `${type}/${subtype}${parameterTexts.join('')}`;
}

const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`);

/** Whether it is a single type and not a range. */
export function isConcrete({ type, subtype }: MediaRange): boolean {
  return type !== '*' && !subtype.startsWith('*');
}

/** Whether its bodies are JSON (RFC 6839, section 3.1), except gRPC and Connect messages. */
export function isJson({ type, subtype }: MediaRange): boolean {
  if (/^(grpc|connect)\b/.test(subtype)) return false;
  return subtype.endsWith('+json') || (subtype === 'json' && (type === 'application' || type === 'text'));
}

/** The specificity of a range for a type: 0 if it does not match; higher for narrower ranges. */
export function rangeSpecificity(range: MediaRange, one: MediaRange): number {
  if (range.type === '*' && range.subtype === '*') return 1;
  if (range.type !== one.type) return 0;
  if (range.subtype === one.subtype) return 4;
  if (range.subtype === '*') return 2;
  return range.subtype.startsWith('*+') && one.subtype.endsWith(range.subtype.slice(1)) ? 3 : 0;
}

/**
 * The declared media types that match the type of a body, the most specific one first. A declared parameter such as
 * `version` must not differ; `charset` is ignored, because it is an encoding, not a type.
 */
export function matchMediaTypes(declared: Iterable<string>, actual: MediaRange): readonly string[] {
  const found: { readonly key: string; readonly rank: number }[] = [];
  for (const key of declared) {
    const range = cachedMediaType(key);
    const specificity = range ? rangeSpecificity(range, actual) : 0;
    if (!range || specificity === 0) continue;
    let rank = specificity * 100;
    let differs = false;
    for (const [name, value] of range.parameters) {
      const given = actual.parameters.get(name);
      if (given?.toLowerCase() === value.toLowerCase()) rank += 1;
      else if (name !== 'charset' && given !== undefined) differs = true;
      else rank -= 1;
    }
    if (!differs) found.push({ key, rank });
  }
  return found.sort((a, b) => b.rank - a.rank).map(({ key }) => key);
}

/**
 * Whether it is a JSON sequence: one per line (https://github.com/ndjson/ndjson-spec), or one per record (RFC 7464).
 */
export function isJsonLines({ subtype }: MediaRange): boolean {
  return /^(x-)?(ndjson|jsonl|json-lines|jsonlines|ldjson|json-stream)$|json-seq$/.test(subtype);
}

/** Whether it is a stream of server-sent events. */
export function isEventStream({ type, subtype }: MediaRange): boolean {
  return type === 'text' && subtype === 'event-stream';
}

/** Whether its bodies consist of items: events, or JSON texts. */
export function isSequence(media: MediaRange): boolean {
  return isEventStream(media) || isJsonLines(media);
}

const cache = new Map<string, MediaRange | undefined>();
/** Documents have few; tests may create many. */
const MAX_CACHED = 10_000;

/** As `parseMediaType`, cached: for names in documents, not for client input. */
export function cachedMediaType(key: string): MediaRange | undefined {
  if (cache.has(key)) return cache.get(key);
  if (cache.size >= MAX_CACHED) cache.clear();
  const read = parseMediaType(key);
  cache.set(key, read);
  return read;
}
