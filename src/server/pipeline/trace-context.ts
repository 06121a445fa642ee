// The position of a request in a distributed trace (W3C Trace Context).

/** The position of a request in a distributed trace. */
export interface TraceContext {
  /** The id of the trace: 32 hexadecimal digits. */
  readonly traceId: string;
  /** The id of the current span, 16 hexadecimal digits: that of the mock server, or without one that of the client. */
  readonly spanId: string;
  /** Whether the trace is recorded. */
  readonly isSampled: boolean;
  /** The headers that pass it on: `traceparent`, and `tracestate` if there is one. */
  readonly headers: TraceHeaders;
}

/** A type, not an interface, so that it can be given to `fetch`. */
export type TraceHeaders = { readonly traceparent: string; readonly tracestate?: string };

/** Four fields; those of a later version may be followed by others (section 3.2.4, "Versioning of traceparent"). */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const [NO_TRACE, NO_SPAN] = ['0'.repeat(32), '0'.repeat(16)];
/** Maximum length of a header that is passed on, in characters. At least 512 are required of a `tracestate`. */
const MAX_LENGTH = 8192;
const MAX_MEMBERS = 32;
/** A key, and a value that does not end with a space (section 3.3.1). */
const MEMBER = /^[a-z\d][a-z\d_\-*/@]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const SAMPLED = 1;

type Headers = Readonly<Record<string, string | undefined>>;

/** A request with its trace. */
interface TracedRequest {
  readonly trace?: TraceContext;
  readonly headers: Headers;
}

/** The trace of a request: its own span, or the one that its headers name. Undefined without a valid one. */
export function traceOf({ trace, headers }: TracedRequest): TraceContext | undefined {
  return trace ?? readTraceContext(headers);
}

/**
 * Reads the trace headers. An invalid `traceparent` is ignored with its `tracestate`; an invalid `tracestate` alone.
 * Valid ones are passed on unchanged, as a server without a span of its own has to.
 */
export function readTraceContext({ traceparent, tracestate }: Headers): TraceContext | undefined {
  if (traceparent === undefined || traceparent.length > MAX_LENGTH) return undefined;
  const [, version, traceId, spanId, flags, rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const isVersion = version === '00' ? rest === undefined : version !== 'ff';
  if (!isVersion || traceId === NO_TRACE || spanId === NO_SPAN) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  const hasState = tracestate !== undefined && isTraceState(tracestate);
  return { traceId, spanId, isSampled, headers: hasState ? { traceparent, tracestate } : { traceparent } };
}

/** Whether it is a list of at most 32 members with different keys. An empty one is not worth sending. */
function isTraceState(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const keys = new Set(members.map((member) => member.slice(0, member.indexOf('='))));
  const isList = members.length > 0 && members.length <= MAX_MEMBERS && keys.size === members.length;
  return isList && members.every((member) => MEMBER.test(member));
}
