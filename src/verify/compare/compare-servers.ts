// Compares two servers with the requests of a verify run.

import { findResources } from '../../mock/resources/find-resources.ts';
import type { Document } from '../../openapi/document.ts';
import type { SandboxHeaders, TestSandboxes } from '../cases/sandboxes.ts';
import type { CredentialsByScheme } from '../credentials.ts';
import type { Outage } from '../outage.ts';
import type { VerifySettings } from '../settings.ts';
import type { Target } from '../target.ts';
import type { Verdict, VerdictLeftovers } from '../verdict.ts';
import { type Progress, verify } from '../verify.ts';
import { ComparisonResults, type OperationComparison } from './comparison-results.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { createSecondServer, NO_LEFTOVERS } from './second-server.ts';
import { createServerPair, type ServerPair, type ServerSide } from './server-pair.ts';

export interface ParitySettings
  extends Pick<
    VerifySettings,
    | 'values'
    | 'seed'
    | 'operations'
    | 'phases'
    | 'contracts'
    | 'allowWrites'
    | 'allowUnsafe'
    | 'skipOperations'
    | 'concurrency'
    | 'maxBoundaryRequests'
    | 'signal'
  > {
  readonly document: Document;
  /** The first one receives the requests, the second one the same with its own ids. */
  readonly sides: readonly [first: ServerSide, second: ServerSide];
  /** Whether both have different data: then only structure and sent values are compared. Default false. */
  readonly hasOtherData?: boolean;
  /** Whether the second server is a mock of the document: what the document leaves open is a warning. Default false. */
  readonly isMock?: boolean;
  /** Whether texts of error responses are compared: `title`, `detail`, `message`. Default: they are warnings. */
  readonly comparesErrorTexts?: boolean;
  /** Fields that are known to differ, see `ignored`. Default: none. */
  readonly ignore?: readonly string[];
  readonly onProgress?: (progress: Omit<Progress, 'findings'> & { readonly differences: number }) => void;
}

/** The result of a comparison. */
export interface ServerComparison {
  readonly title: string;
  /** The addresses of both. */
  readonly urls: readonly [first: string, second: string];
  /** The random seed of the requests; undefined for a recording. */
  readonly seed: string | undefined;
  readonly operations: readonly OperationComparison[];
  /** The mean score of the compared operations, in percent, rounded down; undefined if none was compared. */
  readonly score: number | undefined;
  readonly exchanges: number;
  /** The number of ignored differences, and the rules that matched nothing. */
  readonly ignoredCount: number;
  readonly unusedRules: readonly string[];
  /** Notices about what could not be compared, a sentence each. */
  readonly notices: readonly string[];
  /** Leftovers on each shared server. */
  readonly leftovers: readonly [first: VerdictLeftovers, second: VerdictLeftovers];
  /**
   * A server that rejected all requests from some moment on, which ended the comparison. Undefined if there was none.
   */
  readonly outage: Outage | undefined;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether it ended early. */
  readonly isIncomplete: boolean;
}

/** Maximum number of requests about the values of one operation: each goes to two servers. */
const MAX_BOUNDARY_REQUESTS = 150;

/** @throws UsageError for invalid `ignore` rules. Errors of the servers are part of the result */
export async function compareServers(settings: ParitySettings): Promise<ServerComparison> {
  const { document, sides, seed = 'understudy', hasOtherData = false, onProgress, operations } = settings;
  const began = performance.now();
  const rules = createIgnoreRules(settings.ignore ?? []);
  const results = new ComparisonResults(rules);
  const resources = findResources(document);
  let leftOnSecond = NO_LEFTOVERS;
  let outage: Outage | undefined;
  const verdict = await inSandboxes(sides, async (shared) => {
    const { allowUnsafe = [], skipOperations = [] } = settings;
    const server = await createSecondServer(settings, shared?.[1]);
    const pair = createServerPair({
      document,
      resources,
      sides,
      results,
      hasOtherData,
      comparesErrorTexts: settings.comparesErrorTexts ?? false,
      isMock: settings.isMock ?? false,
      guard: server?.guard,
      ...(shared && { shared }),
    });
    const {
      values,
      allowWrites,
      concurrency,
      maxBoundaryRequests: most = MAX_BOUNDARY_REQUESTS,
      phases,
      contracts,
      signal,
    } = settings;
    const verdict = await verify({
      document,
      target: pair.target,
      sandboxes: pair.sandboxes,
      credentials: sides[0].credentials,
      checks: [],
      coverage: false,
      seed,
      maxBoundaryRequests: most,
      // A mock server may be changed: it has sandboxes.
      allowWrites: allowWrites ?? false,
      allowUnsafe,
      skipOperations,
      ...(values && { values }),
      ...(phases && { phases }),
      ...(contracts && { contracts }),
      ...(operations && { operations }),
      ...(concurrency !== undefined && { concurrency }),
      signal: joinSignals(pair, signal),
      ...(onProgress && {
        onProgress: ({ done, of, requests }) =>
          onProgress({ done, of, requests, differences: results.differenceCount }),
      }),
    });
    if (server) leftOnSecond = await server.finish();
    outage = findOutage(pair, verdict);
    return verdict;
  });
  const all = verdict.operations.map(({ operation, reason }) => results.resultOf(operation, reason));
  return createComparison(all, {
    title: verdict.title,
    urls: urlsOf(sides),
    seed,
    ignoredCount: results.ignoredCount,
    unusedRules: rules.listUnused(),
    notices: results.notices,
    leftovers: [verdict.leftovers ?? NO_LEFTOVERS, leftOnSecond],
    outage,
    duration: performance.now() - began,
    isIncomplete: verdict.isIncomplete,
  });
}

export function createComparison(
  operations: readonly OperationComparison[],
  others: Omit<ServerComparison, 'operations' | 'score' | 'exchanges'>,
): ServerComparison {
  const scores = operations.flatMap(({ score }) => score ?? []);
  const score = scores.length === 0 ? undefined : Math.floor(scores.reduce((sum, one) => sum + one, 0) / scores.length);
  return { ...others, operations, score, exchanges: operations.reduce((sum, { exchanges }) => sum + exchanges, 0) };
}

/** The signal that ends a comparison: the caller's, or an outage of the second server. */
export function joinSignals({ signal }: ServerPair, wanted: AbortSignal | undefined): AbortSignal {
  return wanted ? AbortSignal.any([wanted, signal]) : signal;
}

/** @param run - of the requests, which knows the first server */
export function findOutage(pair: ServerPair, { outage }: Pick<Verdict, 'outage'>): Outage | undefined {
  return outage ? { ...outage, server: 'reference' } : pair.outage;
}

export function urlsOf(sides: readonly [ServerSide, ServerSide]): readonly [string, string] {
  return [sides[0].target.url, sides[1].target.url];
}

/**
 * Runs work in sandboxes where both servers have them: one per request if both are mock servers, else one for all.
 *
 * @param isShared - whether it is one scenario, which needs one sandbox
 */
export function inSandboxes<T>(
  [first, second]: readonly [ServerSide, ServerSide],
  work: (shared: readonly [SandboxHeaders, SandboxHeaders] | undefined) => Promise<T>,
  isShared = false,
): Promise<T> {
  if (first.sandboxes.areIsolated && second.sandboxes.areIsolated && !isShared) return work(undefined);
  return first.sandboxes.withSandbox((one) => second.sandboxes.withSandbox((other) => work([one, other])));
}

/** The sandboxes and credentials of a server. */
export function createSide(target: Target, sandboxes: TestSandboxes, credentials: CredentialsByScheme): ServerSide {
  // A mock server accepts any credential by default.
  return {
    target,
    sandboxes,
    credentials: credentials.size === 0 && sandboxes.areIsolated ? new Map([['', 'token']]) : credentials,
  };
}
