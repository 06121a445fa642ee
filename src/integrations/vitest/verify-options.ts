// The options of verify in tests, with the meaning of its flags.

import { serverAddress } from '../../cli/flag-values.ts';
import type { SchemeCredentials } from '../../cli/verify/schemes.ts';
import { checksOf, limitsOf, phasesOf } from '../../cli/verify/verify-flags.ts';
import type { VerifyServersSettings } from '../../cli/verify/verify-servers.ts';
import type { Document } from '../../openapi/document.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { isSecretGiven } from '../../server/pipeline/security/secret-name.ts';
import type { Phase } from '../../verify/cases/test-case.ts';
import type { CheckId } from '../../verify/checks.ts';
import type { OAuthClient } from '../../verify/oauth/client.ts';
import { createRunLimits, type RunLimits } from '../../verify/run-limits.ts';

/** Options of a verify run. All are optional, and mean the same as the flags of `understudy verify`. */
export interface VerifyOptions {
  /** The URL of the server. Default: a mock server of the document is started. */
  readonly url?: string;
  /**
   * Credentials by the names of security schemes: a token, a key, `user:password`, or a client that requests tokens.
   */
  readonly auth?: Readonly<Record<string, string | OAuthClient>>;
  /** The same of a second caller, who must not reach the items of the first. Default: it is not tested. */
  readonly authOther?: VerifyOptions['auth'];
  /** The same with valid tokens without the scopes of the operations. Default: they are not tested. */
  readonly authUnscoped?: VerifyOptions['auth'];
  /** Expired tokens by the names of security schemes. Default: none. */
  readonly authExpired?: Readonly<Record<string, string>>;
  /** Header fields of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of parameters and body properties, by name or `operationId.name`; below an operationId, those for it. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The folder of contracts; false for none. Default: `contracts`, if it exists. */
  readonly contracts?: string | false;
  /** Whether mutating requests may be sent to a server that is no mock server. Default false. */
  readonly allowWrites?: boolean;
  /**
   * Operations that are sent although they can change items that the run did not create: operationIds, or `METHOD
   * /path` with `*`. Default: none.
   */
  readonly allowUnsafe?: readonly string[];
  /** Operations that are never sent, in addition to those of the config; in the same form. Default: none. */
  readonly skipOperations?: readonly string[];
  /** Whether an operation that was not reached fails. Default: it is skipped. */
  readonly requireTested?: boolean;
  /** Operations that are tried, by their ids. Default: all. */
  readonly operations?: readonly string[];
  /** The checks to run. Default: all. */
  readonly checks?: readonly CheckId[];
  /** The checks to skip. Default: none. */
  readonly skip?: readonly CheckId[];
  /** The phases to run. Default: all. */
  readonly phases?: readonly Phase[];
  /** How many requests are generated at random for each operation. Default 40. */
  readonly random?: number;
  /** Requests are the same for the same text. Default `understudy`. */
  readonly seed?: string;
  /** Timeout of a response, in seconds. Default 10. */
  readonly timeout?: number;
  /** How many operations are tried side by side. Default 10. */
  readonly concurrency?: number;
  /** Maximum number of requests per second. Default: unlimited. */
  readonly rate?: number;
  /** A file of known findings, which do not fail; `understudy verify --write-baseline` writes it. Default: none. */
  readonly baseline?: string;
  /** When the run ends, in seconds. Operations that were not tested are skipped. Default: unlimited. */
  readonly maxTime?: number;
  /** The number of requests after which the run ends. Default: unlimited. */
  readonly maxRequests?: number;
  /** The number of new errors after which the run ends. Default: unlimited. */
  readonly maxFindings?: number;
  /** Certificates in PEM that are trusted, too. */
  readonly ca?: string;
  /** Whether any certificate will do. Default false. */
  readonly insecure?: boolean;
  /** Hosts that documents may be fetched from, such as `api.example.com,localhost:3000`. Default: none. */
  readonly allowFetch?: string;
}

/** The ids of all that is tried. @throws UsageError with one that no document has */
export function operationsIn({ operations }: VerifyOptions, documents: readonly Document[]): readonly string[] {
  const all = documents.flatMap((document) => [...document.operations.keys()]);
  if (!operations) return all;
  const unknown = operations.filter((id) => !all.includes(id));
  if (unknown.length === 0) return operations;
  const problems = unknown.map((id) => {
    const meant = findNearestName(id, all);
    return `${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
  });
  throw new UsageError('Unknown operation:', problems);
}

/** @param wanted - operationIds @throws UsageError if an option is invalid */
export function settingsFor(options: VerifyOptions, wanted: readonly string[]): VerifyServersSettings {
  const { url, headers = {}, values = {}, timeout = 10, concurrency = 10, insecure = false, ca } = options;
  const secret = Object.entries(headers).filter(([name, text]) => isSecretGiven(name, text));
  return {
    url: url === undefined ? undefined : serverAddress(url),
    ...schemeCredentials(options.auth),
    callers: {
      other: schemeCredentials(options.authOther),
      unscoped: schemeCredentials(options.authUnscoped),
      expired: new Map(Object.entries(options.authExpired ?? {})),
    },
    secrets: new Map(secret.map(([name, text]) => [`${name} header`, text])),
    rate: options.rate,
    target: {
      timeout: timeout * 1000,
      headers,
      concurrency,
      isInsecure: insecure,
      ...(ca !== undefined && { ca }),
    },
    checks: checksOf({ checks: options.checks?.join(','), skip: options.skip?.join(',') }),
    phases: phasesOf({ phases: options.phases?.join(',') }),
    randomRequests: options.random ?? 40,
    values: new Map(Object.entries(values)),
    contracts: options.contracts,
    allowWrites: options.allowWrites ?? false,
    allowUnsafe: options.allowUnsafe ?? [],
    skipOperations: options.skipOperations ?? [],
    seed: options.seed,
    operations: wanted,
    signal: new AbortController().signal,
    onNotice: (sentence) => console.warn(`understudy: ${sentence}`),
    onProgress: undefined,
  };
}

/** The limits of a run, whose time begins now. @throws UsageError if one is invalid */
export function startLimits({ maxTime, maxRequests, maxFindings }: VerifyOptions): RunLimits {
  return createRunLimits(
    limitsOf({
      'max-time': maxTime?.toString(),
      'max-requests': maxRequests?.toString(),
      'max-findings': maxFindings?.toString(),
    }),
  );
}

function schemeCredentials(auth: VerifyOptions['auth'] = {}): SchemeCredentials {
  const all = Object.entries(auth);
  return {
    credentials: new Map(all.flatMap(([name, one]) => (typeof one === 'string' ? [[name, one] as const] : []))),
    clients: new Map(all.flatMap(([name, one]) => (typeof one === 'string' ? [] : [[name, one] as const]))),
  };
}
