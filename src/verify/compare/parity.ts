// Compares two servers of one document: the requests by which one would be verified go to both, and where they answer differently is told.

import { findResources } from '../../mock/resources/find-resources.ts';
import type { Document } from '../../openapi/document.ts';
import type { World, Worlds } from '../cases/worlds.ts';
import type { Credentials } from '../credentials.ts';
import type { Outage } from '../outage.ts';
import type { VerifySettings } from '../settings.ts';
import type { Target } from '../target.ts';
import type { Verdict, VerdictLeftovers } from '../verdict.ts';
import { type Progress, verify } from '../verify.ts';
import { Gathering, type OperationParity } from './gathering.ts';
import { ignored } from './ignored.ts';
import { createSecondServer, NOTHING_LEFT } from './second-server.ts';
import { createTwin, type Side, type Twin } from './twin.ts';

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
    | 'most'
    | 'signal'
  > {
  readonly document: Document;
  /** The first one is asked as it answers; of the second one the same is asked in its own words. */
  readonly sides: readonly [first: Side, second: Side];
  /** Whether both hold other records: then only their forms are compared, and what was sent. Default false. */
  readonly otherData?: boolean;
  /** Fields that are known to differ, see `ignored`. Default: none. */
  readonly ignore?: readonly string[];
  readonly onProgress?: (progress: Omit<Progress, 'findings'> & { readonly differences: number }) => void;
}

/** What came of it. */
export interface Comparison {
  readonly title: string;
  /** The addresses of both. */
  readonly urls: readonly [first: string, second: string];
  /** What requests followed from; undefined where they were recorded. */
  readonly seed: string | undefined;
  readonly operations: readonly OperationParity[];
  /** The mean of the scores of the operations that were compared, in percent, rounded down; undefined where none was. */
  readonly score: number | undefined;
  readonly exchanges: number;
  /** How many differences were passed over, and what was to be passed over and was never met. */
  readonly passedOver: number;
  readonly unmet: readonly string[];
  /** What could not be compared, a sentence each. */
  readonly remarks: readonly string[];
  /** What was changed on each server, where others share it, and not undone. */
  readonly left: readonly [first: VerdictLeftovers, second: VerdictLeftovers];
  /** That a server rejected all requests from some moment on, so that the comparison was ended. Undefined where none did. */
  readonly outage: Outage | undefined;
  /** In milliseconds. */
  readonly duration: number;
  /** Whether it was ended before all was compared. */
  readonly isCut: boolean;
}

/** How many requests about the values of one operation are sent: each goes to two servers. */
const MOST = 150;

/** @throws Problems if `ignore` cannot be used. Whatever the servers answer, or not, is told */
export async function compareServers(settings: ParitySettings): Promise<Comparison> {
  const { document, sides, seed = 'understudy', otherData = false, onProgress, operations } = settings;
  const began = performance.now();
  const known = ignored(settings.ignore ?? []);
  const gathering = new Gathering(known);
  const resources = findResources(document);
  let leftOnSecond = NOTHING_LEFT;
  let outage: Outage | undefined;
  const verdict = await inWorlds(sides, async (shared) => {
    const { allowUnsafe = [], skipOperations = [] } = settings;
    const server = await createSecondServer(settings, shared?.[1]);
    const twin = createTwin({
      document,
      resources,
      sides,
      gathering,
      otherData,
      guard: server?.guard,
      ...(shared && { shared }),
    });
    const { values, allowWrites, concurrency, most = MOST, phases, contracts, signal } = settings;
    const verdict = await verify({
      document,
      target: twin.target,
      worlds: twin.worlds,
      credentials: sides[0].credentials,
      checks: [],
      coverage: false,
      seed,
      most,
      // A stand-in may be asked anything: it has a world for that.
      allowWrites: allowWrites ?? false,
      allowUnsafe,
      skipOperations,
      ...(values && { values }),
      ...(phases && { phases }),
      ...(contracts && { contracts }),
      ...(operations && { operations }),
      ...(concurrency !== undefined && { concurrency }),
      signal: endedBy(twin, signal),
      ...(onProgress && {
        onProgress: ({ done, of, requests }) => onProgress({ done, of, requests, differences: gathering.differences }),
      }),
    });
    if (server) leftOnSecond = await server.finish();
    outage = outageOf(twin, verdict);
    return verdict;
  });
  const all = verdict.operations.map(({ operation, reason }) => gathering.parityOf(operation, reason));
  return comparisonOf(all, {
    title: verdict.title,
    urls: urlsOf(sides),
    seed,
    passedOver: gathering.passedOver,
    unmet: known.unmet(),
    remarks: [],
    left: [verdict.leftovers ?? NOTHING_LEFT, leftOnSecond],
    outage,
    duration: performance.now() - began,
    isCut: verdict.isCut,
  });
}

export function comparisonOf(
  operations: readonly OperationParity[],
  others: Omit<Comparison, 'operations' | 'score' | 'exchanges'>,
): Comparison {
  const scores = operations.flatMap(({ score }) => score ?? []);
  const score = scores.length === 0 ? undefined : Math.floor(scores.reduce((sum, one) => sum + one, 0) / scores.length);
  return { ...others, operations, score, exchanges: operations.reduce((sum, { exchanges }) => sum + exchanges, 0) };
}

/** What ends a comparison: whoever wants that, or an outage of the second server. */
export function endedBy({ signal }: Twin, wanted: AbortSignal | undefined): AbortSignal {
  return wanted ? AbortSignal.any([wanted, signal]) : signal;
}

/** @param run - that asks, which knows the first server */
export function outageOf(twin: Twin, { outage }: Pick<Verdict, 'outage'>): Outage | undefined {
  return outage ? { ...outage, server: 'reference' } : twin.outage;
}

export function urlsOf(sides: readonly [Side, Side]): readonly [string, string] {
  return [sides[0].target.url, sides[1].target.url];
}

/**
 * Lets something happen where both sides have worlds for it: one for each request where both are stand-ins; else one for all of it, which in a stand-in is a
 * sandbox.
 *
 * @param isShared - whether all of it is one story, which needs one world
 */
export function inWorlds<T>(
  [first, second]: readonly [Side, Side],
  work: (shared: readonly [World, World] | undefined) => Promise<T>,
  isShared = false,
): Promise<T> {
  if (first.worlds.areApart && second.worlds.areApart && !isShared) return work(undefined);
  return first.worlds.within((one) => second.worlds.within((other) => work([one, other])));
}

/** The worlds and the credentials of a server, as it is asked. */
export function sideOf(target: Target, worlds: Worlds, credentials: Credentials): Side {
  // A stand-in lets everybody in who shows anything, unless it says otherwise.
  return {
    target,
    worlds,
    credentials: credentials.size === 0 && worlds.areApart ? new Map([['', 'token']]) : credentials,
  };
}
