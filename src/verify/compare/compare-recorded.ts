// Compares two servers with recorded requests, using the ids of each server.

import { findResources } from '../../mock/resources/find-resources.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { addCredentials } from '../credentials.ts';
import type { MatchedExchange } from '../import/match-recording.ts';
import type { Outage } from '../outage.ts';
import { createRun } from '../run.ts';
import { listLeftovers } from '../verify.ts';
import {
  createComparison,
  findOutage,
  inSandboxes,
  joinSignals,
  type ParitySettings,
  type ServerComparison,
  urlsOf,
} from './compare-servers.ts';
import { ComparisonResults } from './comparison-results.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { createSecondServer, NO_LEFTOVERS } from './second-server.ts';
import { ServerIds } from './server-ids.ts';
import { createServerPair } from './server-pair.ts';

/** @throws UsageError if `ignore` cannot be used */
export async function compareRecorded(
  settings: ParitySettings,
  recorded: readonly MatchedExchange[],
  remarks: readonly string[] = [],
): Promise<ServerComparison> {
  const {
    document,
    sides,
    hasOtherData = false,
    comparesErrorTexts = false,
    isMock = false,
    signal,
    onProgress,
    operations,
  } = settings;
  const began = performance.now();
  const rules = createIgnoreRules(settings.ignore ?? []);
  const results = new ComparisonResults(rules);
  const resources = findResources(document);
  const wanted = recorded.filter(({ operation }) => !operations || operations.includes(operation.id));
  const areMocks = sides.every(({ sandboxes }) => sandboxes.areIsolated);
  const reasons = new Map<string, string>();
  let left: ServerComparison['leftovers'] = [NO_LEFTOVERS, NO_LEFTOVERS];
  let outage: Outage | undefined;

  await inSandboxes(
    sides,
    async (shared = [{}, {}]) => {
      const { allowUnsafe = [], skipOperations = [] } = settings;
      const server = await createSecondServer(settings, shared[1]);
      const guard = server?.guard;
      const pair = createServerPair({
        document,
        resources,
        sides,
        results,
        hasOtherData,
        comparesErrorTexts,
        isMock,
        shared,
        guard,
      });
      const allowWrites = areMocks || (settings.allowWrites ?? false);
      const { credentials } = sides[0];
      const run = await createRun({
        document,
        target: pair.target,
        // The sandboxes of two mock servers may be changed in any way.
        sandboxes: { ...pair.sandboxes, areIsolated: areMocks },
        credentials,
        checks: [],
        phases: [],
        allowWrites,
        allowUnsafe,
        skipOperations,
        signal: joinSignals(pair, signal),
      });
      // A recording is sent in its order.
      run.session.permission.startUnsafe();
      const memory = new ServerIds(resources);
      const { onSend } = run.session;
      // Its reads before a write were not recorded.
      run.session.onSend = async (operation, call) => {
        const { isPaused } = results;
        results.isPaused = true;
        await onSend?.(operation, call);
        results.isPaused = isPaused;
      };
      for (const [index, one] of wanted.entries()) {
        if (run.hasEnded()) break;
        const reason = await send(one);
        if (reason !== undefined) reasons.set(one.operation.id, reason);
        onProgress?.({ done: index + 1, of: wanted.length, requests: index + 1, differences: results.differenceCount });
      }
      results.isPaused = true;
      if (!areMocks) await run.itemProvider.removeAll();
      left = [listLeftovers(run), (await server?.finish()) ?? NO_LEFTOVERS];
      outage = findOutage(pair, run.session);

      /** @returns why it was not sent */
      async function send({
        number,
        operation,
        request,
        response,
        decoded,
      }: MatchedExchange): Promise<string | undefined> {
        const action = resources.action(operation.id);
        const own = memory.translate(request, operation, action);
        const authenticated = addCredentials(own, operation, credentials);
        if (!authenticated.ok) return authenticated.reason;
        const what = `recorded request ${number}`;
        const exchange = await run.session.runCase(
          {
            operation,
            phase: 'examples',
            description: what,
            expectation: { kind: 'open' },
            request: authenticated.value,
          },
          SHARED_SANDBOX,
        );
        if (!exchange.ok) return exchange.reason;
        memory.learn(action, { ...response, decoded }, exchange.value);
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
  return createComparison(
    all.map((operation) => results.resultOf(operation, reasons.get(operation.id))),
    {
      title: document.source.bundled.info.title,
      urls: urlsOf(sides),
      seed: undefined,
      ignoredCount: results.ignoredCount,
      unusedRules: rules.listUnused(),
      notices: [...remarks, ...unseen],
      leftovers: left,
      outage,
      duration: performance.now() - began,
      isIncomplete: signal?.aborted === true || outage !== undefined,
    },
  );
}

const SHARED_SANDBOX: SandboxHeaders = {};
