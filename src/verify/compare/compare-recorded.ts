// Compares two servers with recorded requests, using the ids of each server.

import { findResources } from '../../mock/resources/find-resources.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { addCredentials } from '../credentials.ts';
import type { MatchedExchange } from '../import/match-recording.ts';
import type { Outage } from '../outage.ts';
import { createRun } from '../run.ts';
import { listLeftovers } from '../verify.ts';
import {
  comparisonOf,
  endedBy,
  inSandboxes,
  outageOf,
  type ParitySettings,
  type ServerComparison,
  urlsOf,
} from './compare-servers.ts';
import { ComparisonResults } from './comparison-results.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { createSecondServer, NOTHING_LEFT } from './second-server.ts';
import { ServerIds } from './server-ids.ts';
import { createServerPair } from './server-pair.ts';

/** @throws UsageError if `ignore` cannot be used */
export async function compareRecorded(
  settings: ParitySettings,
  recorded: readonly MatchedExchange[],
  remarks: readonly string[] = [],
): Promise<ServerComparison> {
  const { document, sides, otherData = false, signal, onProgress, operations } = settings;
  const began = performance.now();
  const known = createIgnoreRules(settings.ignore ?? []);
  const gathering = new ComparisonResults(known);
  const resources = findResources(document);
  const wanted = recorded.filter(({ operation }) => !operations || operations.includes(operation.id));
  const areStandIns = sides.every(({ worlds }) => worlds.areIsolated);
  const reasons = new Map<string, string>();
  let left: ServerComparison['left'] = [NOTHING_LEFT, NOTHING_LEFT];
  let outage: Outage | undefined;

  await inSandboxes(
    sides,
    async (shared = [{}, {}]) => {
      const { allowUnsafe = [], skipOperations = [] } = settings;
      const server = await createSecondServer(settings, shared[1]);
      const guard = server?.guard;
      const twin = createServerPair({ document, resources, sides, gathering, otherData, shared, guard });
      const allowWrites = areStandIns || (settings.allowWrites ?? false);
      const { credentials } = sides[0];
      const run = await createRun({
        document,
        target: twin.target,
        // The sandboxes of two mock servers may be changed in any way.
        sandboxes: { ...twin.worlds, areIsolated: areStandIns },
        credentials,
        checks: [],
        phases: [],
        allowWrites,
        allowUnsafe,
        skipOperations,
        signal: endedBy(twin, signal),
      });
      // A recording is sent in its order.
      run.session.permission.startUnsafe();
      const memory = new ServerIds(resources);
      const { onSend } = run.session;
      // Its reads before a write were not recorded.
      run.session.onSend = async (operation, call) => {
        const { isPaused } = gathering;
        gathering.isPaused = true;
        await onSend?.(operation, call);
        gathering.isPaused = isPaused;
      };
      for (const [index, one] of wanted.entries()) {
        if (run.hasEnded()) break;
        const reason = await send(one);
        if (reason !== undefined) reasons.set(one.operation.id, reason);
        onProgress?.({ done: index + 1, of: wanted.length, requests: index + 1, differences: gathering.differences });
      }
      gathering.isPaused = true;
      if (!areStandIns) await run.itemProvider.removeAll();
      left = [listLeftovers(run), (await server?.finish()) ?? NOTHING_LEFT];
      outage = outageOf(twin, run.session);

      /** @returns why it was not sent */
      async function send({ number, operation, call, answer, read }: MatchedExchange): Promise<string | undefined> {
        const role = resources.action(operation.id);
        const own = memory.here(call, operation, role);
        const { request: asked, reason } = addCredentials(own, operation, credentials);
        if (!asked) return reason;
        const what = `recorded request ${number}`;
        const exchange = await run.session.runCase(
          { operation, phase: 'examples', description: what, expectation: { kind: 'open' }, request: asked },
          NO_WORLD,
        );
        if (typeof exchange === 'string') return exchange;
        memory.learn(role, { ...answer, read }, exchange);
        return undefined;
      }
    },
    true,
  );

  const ids = new Set(wanted.map(({ operation }) => operation.id));
  const all = [...document.operations.values()].filter(({ id }) => ids.has(id));
  const others = document.operations.size - ids.size;
  const unseen =
    others > 0 && !operations ? [`${others} of ${document.operations.size} operations were not recorded.`] : [];
  return comparisonOf(
    all.map((operation) => gathering.parityOf(operation, reasons.get(operation.id))),
    {
      title: document.source.bundled.info.title,
      urls: urlsOf(sides),
      seed: undefined,
      passedOver: gathering.passedOver,
      unmet: known.unmet(),
      remarks: [...remarks, ...unseen],
      left,
      outage,
      duration: performance.now() - began,
      isCut: signal?.aborted === true || outage !== undefined,
    },
  );
}

const NO_WORLD: SandboxHeaders = {};
