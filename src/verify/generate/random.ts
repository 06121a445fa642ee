// The phase `random`: generates requests, and reports findings with minimal ones.

import { createSeededRandom } from '../../mock/samples/generate/seeded-random.ts';
import type { Operation } from '../../openapi/document.ts';
import type { Begun } from '../cases/beginning.ts';
import { callFor } from '../credentials.ts';
import type { Said } from '../requests/call.ts';
import { otherOperation } from '../requests/other-operation.ts';
import type { Run } from '../run.ts';
import type { Session } from '../session.ts';
import { fc } from './fast-check.ts';
import { DRAWN, drawnMeaning } from './meaning.ts';
import { changesIn, requestsNear } from './nearby-requests.ts';
import { createNewFindings, lastBeforeEnd, type NewFinding, type Shown, smallest } from './new-findings.ts';

/** Maximum number of minimised findings per operation; for each, of more requests, and their time in milliseconds. */
const MAX_FOUND = 5;
const MAX_SMALLER = 100;
const MAX_DURATION = 15_000;
/** Maximum length of path, query and headers, in characters. */
const MAX_HEAD = 6000;

/** An operation with its baseline request. */
export interface Trying {
  readonly operation: Operation;
  readonly begun: Begun;
  readonly session: Session;
  /** Whether path values may be varied. */
  readonly mayMove: boolean;
}

export async function tryAtRandom(
  run: Run,
  { operation, begun: baseline, session, mayMove: mayVaryPath }: Trying,
): Promise<void> {
  const nearbyRequests = requestsNear(baseline.said, operation, run.varying, mayVaryPath);
  const newFindings = createNewFindings(session.gathered(operation));
  const exchanges = new Map<string, Promise<Shown>>();
  /** Requests whose findings are all known: they are not sent again. */
  const recorded = new Set<Shown>();

  /** Sends each request once; undefined if it cannot be sent. */
  const sendOnce = async (input: Said): Promise<Shown | undefined> => {
    const { call: request } = callFor(operation, input, run.credentials);
    if (!request || otherOperation(run.varying.document, operation, request)) return undefined;
    const { method, target, headers, body } = request;
    // Longer heads are rejected before they are read (RFC 9110, section 4.1).
    if (target.length + headers.join().length > MAX_HEAD) return undefined;
    const key = JSON.stringify([method, target, headers, body && Buffer.from(body).toString('latin1')]);
    const known = exchanges.get(key);
    if (known) return known;
    const changes = changesIn(baseline.said, input);
    const expectation = await drawnMeaning({
      ...run,
      operation,
      call: request,
      said: input,
      accepted: baseline.said,
      changes,
    });
    const pending = session.look({ operation, phase: 'random', what: DRAWN, meant: expectation, call: request });
    const checked = pending.then((one) => ({ ...one, changes }));
    exchanges.set(key, checked);
    return checked;
  };

  for (let round = 0; round < MAX_FOUND && exchanges.size < run.random; round += 1) {
    const most = run.random - exchanges.size;
    let found: { readonly finding: NewFinding; readonly sent: number; readonly at: number } | undefined;
    let hasEnded = false;
    const maySend = (): boolean => {
      if (hasEnded || run.hasEnded()) return false;
      if (!found) return exchanges.size < run.random;
      return exchanges.size - found.sent < MAX_SMALLER && performance.now() - found.at < MAX_DURATION;
    };
    const property = fc.asyncProperty(nearbyRequests, async (input) => {
      if (!maySend()) return true;
      const checked = await sendOnce(input);
      const one = checked && newFindings.in(checked, found?.finding);
      if (checked && !found && !recorded.has(checked)) {
        recorded.add(checked);
        newFindings.putOthers(checked, session);
      }
      // Other requests would be blamed for what this one did.
      hasEnded = one?.complaint.check === 'response-received' && !(await session.responds());
      if (one) found = { finding: one, sent: found?.sent ?? exchanges.size, at: found?.at ?? performance.now() };
      return one === undefined;
    });
    const seed = createSeededRandom(run.seed, `${operation.id} at random ${round}`).between(-(2 ** 31), 2 ** 31 - 1);
    // Some generated requests were sent already, or cannot be.
    await fc.check(property, { seed, numRuns: most * 3 });
    if (!found) return;
    newFindings.add(found.finding);
    session.put(hasEnded ? lastBeforeEnd(found.finding) : smallest(found.finding));
    if (hasEnded) return;
  }
}
