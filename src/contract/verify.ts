// Holds a server against a document: tries each operation in all that the document says of it, and tells what is not kept.

import type { Document, Operation } from '../openapi/document.ts';
import { CHANGING } from '../openapi/methods.ts';
import type { Schema } from '../openapi/objects.ts';
import type { Part } from '../openapi/references.ts';
import { createSchemaPlaces } from '../openapi/schemas/schema-places.ts';
import { findResources } from '../resource/find-resources.ts';
import type { Role } from '../resource/resource.ts';
import { createDraw } from '../sample/draw.ts';
import { createSampler } from '../sample/sampler.ts';
import { begin } from './beginning.ts';
import { CHECK_IDS, type CheckId } from './checks.ts';
import { type Credentials, callFor } from './credentials.ts';
import { createKnownValues } from './known-values.ts';
import { createMade } from './made.ts';
import type { Call } from './request/call.ts';
import { createRequests } from './request/requests.ts';
import type { Varying } from './request/variations.ts';
import { createSession } from './session.ts';
import { type Life, livesIn, liveThrough } from './story/life.ts';
import { askLists } from './story/lists.ts';
import type { Story } from './story/story.ts';
import type { Target } from './target.ts';
import type { Trial } from './trial.ts';
import { otherMethods, trialsOf } from './trials.ts';
import { findingsOf, type OperationVerdict, type Verdict } from './verdict.ts';
import type { World, Worlds } from './worlds.ts';

export interface VerifySettings {
  readonly document: Document;
  readonly target: Target;
  readonly worlds: Worlds;
  /** What is shown to the server. Default: nothing. */
  readonly credentials?: Credentials;
  /** Values of path parameters, by their names or `operationId.name`. Default: none. */
  readonly values?: ReadonlyMap<string, string>;
  /** What requests follow from. Default `understudy`. */
  readonly seed?: string;
  /** Default: all. */
  readonly checks?: readonly CheckId[];
  /** Operations that are tried, by their ids. Default: all. */
  readonly operations?: readonly string[];
  /** Whether requests may be sent that change something where others would see it. Default false. */
  readonly allowWrites?: boolean;
  /** How many operations are tried side by side. Default 10. */
  readonly concurrency?: number;
  /** The most requests about the values of one operation. Default 300. */
  readonly most?: number;
  /** Told what was done so far. */
  readonly onProgress?: (progress: Progress) => void;
  /** Ends it: what was done is told. */
  readonly signal?: AbortSignal;
}

export interface Progress {
  /** How many operations and stories are done, of how many. */
  readonly done: number;
  readonly of: number;
  readonly requests: number;
  readonly findings: number;
}

function pathOf({ target }: Call): string {
  return target.replace(/\?.*$/s, '');
}

/** Tries a server. Whatever it answers, or not, is told, not thrown. */
export async function verify(settings: VerifySettings): Promise<Verdict> {
  const { document, target, worlds, operations: wanted, concurrency = 10, seed = 'understudy', onProgress } = settings;
  const { credentials = new Map(), checks = CHECK_IDS, allowWrites = false, most = 300, signal } = settings;
  const began = performance.now();
  const session = createSession({ ...settings, credentials, checks: new Set(checks), allowWrites });
  const sampler = await createSampler(document);
  const varying: Varying = {
    document,
    places: createSchemaPlaces(document.references, document.source.bundled.openapi),
    sample: (part) =>
      sampler.sample(part as Part<Schema>, createDraw(seed, part.pointer), { direction: 'request' }).value,
  };
  const requests = createRequests(document, sampler, seed, varying);
  const resources = findResources(document);
  const made = createMade(resources, requests, session);
  const listed = createKnownValues(resources, requests, session.ask, settings.values ?? new Map());
  const operations = [...document.operations.values()].filter(({ id }) => !wanted || wanted.includes(id));
  const reasons = new Map<Operation, string | undefined>();
  const ended = () => signal?.aborted === true;

  /** @returns why it was not reached; undefined when it was */
  async function tryOperation(operation: Operation): Promise<string | undefined> {
    if (!session.mayAsk(operation.method)) return 'it changes something, and --allow-writes was not said';
    const known = await listed.for(operation);
    // Where there is only one world, nothing is changed there but what was made here.
    const mayGuess = worlds.areApart || !CHANGING.has(operation.method);
    const own = mayGuess ? known : await made.for(operation, known);
    if (own === undefined) return 'it would change or delete what was not made here';
    const begun = await begin(operation, own, requests, session, mayGuess);
    if (typeof begun === 'string') return begun;
    const isElsewhere = ({ call }: Trial) => !mayGuess && pathOf(call) !== pathOf(begun.call);
    for await (const trial of trialsOf({ operation, ...begun, credentials, varying, most })) {
      if (ended()) return 'it was ended';
      if (session.mayAsk(trial.call.method) && !isElsewhere(trial)) await session.try(trial);
    }
    for (const trial of otherMethods(document, operation, begun.call, credentials))
      if (session.mayAsk(trial.call.method)) await session.try(trial);
    return undefined;
  }

  const storyIn = (world: World): Story => ({
    requests,
    async ask({ operation }, said, what) {
      const shown = callFor(operation, said, credentials);
      if (shown.reason !== undefined || !session.mayAsk(operation.method)) return shown.reason ?? 'it may not be asked';
      return session.try({ operation, phase: 'stories', what, meant: { kind: 'open' }, call: shown.call }, world);
    },
    tell: session.tell,
  });
  const live = async (life: Life) => {
    if (!session.mayAsk(life.create.operation.method)) return;
    const above = await listed.for(life.create.operation);
    await session.within((world) => liveThrough(storyIn(world), life, above));
  };
  const lookAt = async (role: Role) => {
    const above = await listed.for(role.operation);
    if (session.mayAsk(role.operation.method)) await session.within((world) => askLists(storyIn(world), role, above));
  };

  const isWanted = ({ operation }: Role) => operations.includes(operation);
  const roles = operations.flatMap(({ id }) => resources.role(id) ?? []);
  const trials = operations.map((operation) => async () => void reasons.set(operation, await tryOperation(operation)));
  const stories: (() => Promise<void>)[] = [
    ...livesIn(resources, requests)
      .filter(({ create }) => isWanted(create))
      .map((life) => () => live(life)),
    ...roles.filter(({ deed }) => deed === 'list' || deed === 'search').map((role) => () => lookAt(role)),
  ];
  const verdictNow = (): readonly OperationVerdict[] =>
    operations.map((operation) => {
      const { found, requests: count, statuses } = session.gathered(operation);
      const isBroken = found.some(({ severity }) => severity === 'finding');
      const isReached = [...statuses.keys()].some((status) => status < 400);
      const reason = isReached ? undefined : (reasons.get(operation) ?? 'it was ended before');
      const outcome = isBroken ? 'broken' : reason === undefined ? 'kept' : 'not reached';
      return { operation, outcome, reason, requests: count, statuses, found };
    });
  const count = (all: readonly OperationVerdict[]) => all.reduce((sum, { requests: own }) => sum + own, 0);
  let done = 0;
  const doAll = async (steps: readonly (() => Promise<void>)[], atOnce: number) => {
    const waiting = steps.values();
    const work = async () => {
      for (const step of waiting) {
        if (ended()) return;
        await step();
        done += 1;
        const now = verdictNow();
        const findings = findingsOf({ operations: now }).length;
        onProgress?.({ done, of: trials.length + stories.length, requests: count(now), findings });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  };
  // A story is about what changes by its own requests only.
  const stepsAtOnce = worlds.areApart ? concurrency : 1;
  await doAll(trials, stepsAtOnce);
  await doAll(stories, stepsAtOnce);
  if (!worlds.areApart) await made.remove();
  const all = verdictNow();
  return {
    title: document.source.bundled.info.title,
    url: target.url,
    seed,
    operations: all,
    requests: count(all),
    duration: performance.now() - began,
    isCut: ended(),
  };
}
