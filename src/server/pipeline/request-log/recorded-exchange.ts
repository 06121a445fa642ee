// What a journal is told of an exchange, and what it tells: as a whole, and in a line of a list.

import type { Finding } from '../../../openapi/finding.ts';
import type { ResolvedLink } from '../../../openapi/links.ts';
import type { ErrorCode } from '../errors/failure.ts';
import type { Source } from '../reply.ts';
import type { WireBody, WireRequest, WireResponse } from '../wire.ts';

/** One request with its answer, to be recorded. */
export interface ExchangeRecord {
  readonly at: Date;
  readonly request: Pick<WireRequest, 'method' | 'target' | 'body'> & Partial<Pick<WireRequest, 'headers'>>;
  readonly response: Pick<WireResponse<WireBody>, 'status' | 'body'> & Partial<Pick<WireResponse, 'headers'>>;
  /** Names of headers that hold API keys, in lower case. Their values are not kept. */
  readonly keyNames?: ReadonlySet<string> | undefined;
  /** The operation's id, when one was found. */
  readonly operation: string | undefined;
  /** The api that has the operation, by its name. */
  readonly api?: string | undefined;
  /** How long it took, in milliseconds by the clock of the machine. Default: nobody knows. */
  readonly duration?: number | undefined;
  /** A name or an id of the caller. Default: nobody had to say so. */
  readonly caller?: string | undefined;
  /** What the caller has shown to be known by, or was given. It is not kept, and left out wherever it stands. */
  readonly credential?: string | undefined;
  /** The id of the fault plan that it met, or the name of the header field in which it brought its own. Default: it met none. */
  readonly fault?: string | undefined;
  /** Who made the answer; nothing for those of the issuer. */
  readonly source?: Source | undefined;
  /** The code of the failure that was answered, if it was one. */
  readonly code?: ErrorCode | undefined;
  /** What was asked and what was answered, where the bodies are messages. */
  readonly messages?: { readonly asked: unknown; readonly answered: unknown } | undefined;
  /** Why it was refused. */
  readonly reason?: string | undefined;
  /** What the answer leads to. Default: nothing. */
  readonly links?: readonly ResolvedLink[];
  /** What the document says against the request or the answer. */
  readonly findings: readonly Finding[];
  /** What was accepted although the sender may be mistaken. */
  readonly warnings: readonly string[];
}

/** An exchange as it is shown: without the secrets in its headers, bodies and target. */
export interface ShownExchange {
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
  /** In milliseconds. */
  readonly duration?: number;
  readonly caller?: string;
  readonly fault?: string;
  readonly source?: Source;
  readonly code?: ErrorCode;
  /** By their names in lower case: values are cut after 1,000 characters, and all of them after 8 KiB. Absent when there were none. */
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

/** What a list tells of it: no bodies, and of the target no more than fits in a line. */
export interface BriefExchange
  extends Omit<
    ShownExchange,
    'requestHeaders' | 'responseHeaders' | 'requestBody' | 'responseBody' | 'reason' | 'links' | 'findings' | 'warnings'
  > {
  /** How many there are. */
  readonly findings: number;
  readonly warnings: number;
}

/** The names of secrets in an operation of an api, as far as its document says. */
export type SecretsOf = (api: string | undefined, operation: string | undefined) => ReadonlySet<string>;
