// Media types and ranges of them, and which one of a document a body means.

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

/** A media type as it stands in a header field or in a document; undefined when it is none. */
export function parseMediaType(text: string): MediaRange | undefined {
  const read = readMediaType(text, 0);
  return read?.end === text.length ? read.mediaType : undefined;
}

/** The media type that starts at some place in a text, and where it ends; undefined when there is none. */
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
    // Of one that stands twice the first counts, as in browsers (WHATWG MIME Sniffing, section 4.4).
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, token ?? quoted.replace(/\\(.)/g, '$1'));
  }
  const mediaType = { type: type.toLowerCase(), subtype: subtype.toLowerCase(), parameters: parameters ?? NONE };
  return { mediaType, end };
}

/** No parameters. */
export const NONE: ReadonlyMap<string, string> = new Map();

/** A media type without its parameters, in lower case; what is none is given back in lower case. */
export function bareMediaType(text: string): string {
  return (text.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** A media type as one writes it. */
export function mediaTypeText({ type, subtype, parameters }: MediaRange): string {
  const told = [...parameters].map(([name, value]) =>
    WHOLE_TOKEN.test(value) ? `; ${name}=${value}` : `; ${name}="${value.replace(/["\\]/g, '\\$&')}"`,
  );
  return `${type}/${subtype}${told.join('')}`;
}

const WHOLE_TOKEN = new RegExp(`^${TOKEN}$`);

/** Whether it is one type, and not a range of them. */
export function isConcrete({ type, subtype }: MediaRange): boolean {
  return type !== '*' && !subtype.startsWith('*');
}

/** Whether its bodies are JSON (RFC 6839, section 3.1). Those of gRPC and Connect, which end like it, are messages. */
export function isJson({ type, subtype }: MediaRange): boolean {
  if (/^(grpc|connect)\b/.test(subtype)) return false;
  return subtype.endsWith('+json') || (subtype === 'json' && (type === 'application' || type === 'text'));
}

/** How near a range comes to a type: 0 when it does not cover it, and the more the less else it would cover. */
export function nearness(range: MediaRange, one: MediaRange): number {
  if (range.type === '*' && range.subtype === '*') return 1;
  if (range.type !== one.type) return 0;
  if (range.subtype === one.subtype) return 4;
  if (range.subtype === '*') return 2;
  return range.subtype.startsWith('*+') && one.subtype.endsWith(range.subtype.slice(1)) ? 3 : 0;
}

/**
 * The names of those media types of a document that a body with this type may mean, the most specific one first. A parameter such as `version` that the
 * document names must not be another one; a `charset` says how a text is written, not what it is.
 */
export function matching(declared: Iterable<string>, came: MediaRange): readonly string[] {
  const found: { readonly key: string; readonly rank: number }[] = [];
  for (const key of declared) {
    const range = knownMediaType(key);
    const near = range ? nearness(range, came) : 0;
    if (!range || near === 0) continue;
    let rank = near * 100;
    let isOther = false;
    for (const [name, value] of range.parameters) {
      const given = came.parameters.get(name);
      if (given?.toLowerCase() === value.toLowerCase()) rank += 1;
      else if (name !== 'charset' && given !== undefined) isOther = true;
      else rank -= 1;
    }
    if (!isOther) found.push({ key, rank });
  }
  return found.sort((a, b) => b.rank - a.rank).map(({ key }) => key);
}

/** Whether a media type is one of many JSON texts in one body: a line each (https://github.com/ndjson/ndjson-spec), or a record each (RFC 7464). */
export function isJsonLines({ subtype }: MediaRange): boolean {
  return /^(x-)?(ndjson|jsonl|json-lines|jsonlines|ldjson|json-stream)$|json-seq$/.test(subtype);
}

const known = new Map<string, MediaRange | undefined>();
/** Documents have few; who makes many, in a test say, is not to fill the memory. */
const MOST_KNOWN = 10_000;

/** As `parseMediaType`, remembered: for names in documents, not for what clients send. */
export function knownMediaType(key: string): MediaRange | undefined {
  if (known.has(key)) return known.get(key);
  if (known.size >= MOST_KNOWN) known.clear();
  const read = parseMediaType(key);
  known.set(key, read);
  return read;
}
