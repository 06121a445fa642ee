// The input and output of a request log: whole exchanges, and list lines.

import type { Finding } from '../../../openapi/finding.ts';
import type { ResolvedLink } from '../../../openapi/links.ts';
import type { ErrorCode } from '../errors/api-error.ts';
import type { ResponseSource } from '../handler-response.ts';
import type { WireBody, WireRequest, WireResponse } from '../wire.ts';

/** One request with its response, to be recorded. */
export interface ExchangeRecord {
  readonly at: Date;
  readonly request: Pick<WireRequest, 'method' | 'target' | 'body'> & Partial<Pick<WireRequest, 'headers'>>;
  readonly response: Pick<WireResponse<WireBody>, 'status' | 'body'> &
    Partial<Pick<WireResponse, 'headers' | 'cookies'>>;
  /** Names of headers with API keys, in lower case. Their values are not recorded. */
  readonly keyNames?: ReadonlySet<string> | undefined;
  /** The operation's id, when one was found. */
  readonly operation: string | undefined;
  /** The api that has the operation, by its name. */
  readonly api?: string | undefined;
  /** The id of its trace. Default: none. */
  readonly traceId?: string | undefined;
  /** Its duration in milliseconds of the machine clock. Default: unknown. */
  readonly duration?: number | undefined;
  /** A name or id of the caller. Default: none. */
  readonly caller?: string | undefined;
  /** The credential of the caller, or one that was issued. It is not stored, and redacted everywhere. */
  readonly credential?: string | undefined;
  /** The id of its fault plan, or the header with its own fault. Default: none. */
  readonly fault?: string | undefined;
  /** The source of the response; none for the issuer. */
  readonly source?: ResponseSource | undefined;
  /** The code of an error response. */
  readonly code?: ErrorCode | undefined;
  /** Request and response, if the bodies are messages. */
  readonly messages?: { readonly request: unknown; readonly response: unknown } | undefined;
  /** The reason of an error response. */
  readonly reason?: string | undefined;
  /** The links of the response. Default: none. */
  readonly links?: readonly ResolvedLink[];
  /** Violations of the request or the response. */
  readonly findings: readonly Finding[];
  /** Notices about accepted but suspicious input. */
  readonly warnings: readonly string[];
}

/** An exchange as it is shown: without the secrets in its headers, bodies and target. */
export interface RecordedExchange {
  /** Counted from 1 for each sandbox. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly operation?: string;
  /** The api that has the operation. */
  readonly api?: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  /** The id of its trace (W3C Trace Context). */
  readonly traceId?: string;
  /** In milliseconds. */
  readonly duration?: number;
  readonly caller?: string;
  readonly fault?: string;
  readonly source?: ResponseSource;
  readonly code?: ErrorCode;
  /** Names in lower case. Values are cut after 1,000 characters, all headers after 8 KiB. Absent for none. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** Absent when it was empty or long. */
  readonly requestBody?: string;
  readonly responseBody?: string;
  readonly reason?: string;
  readonly links?: readonly ResolvedLink[];
  readonly findings: readonly string[];
  readonly warnings: readonly string[];
}

/** An exchange in a list: without bodies, and with a shortened target. */
export interface ExchangeSummary
  extends Omit<
    RecordedExchange,
    'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody' | 'reason' | 'links' | 'findings' | 'warnings'
  > {
  /** The number of findings. */
  readonly findings: number;
  readonly warnings: number;
}

/** The names of secrets in an operation of an API, by its document. */
export type SecretNamesOf = (api: string | undefined, operation: string | undefined) => ReadonlySet<string>;
