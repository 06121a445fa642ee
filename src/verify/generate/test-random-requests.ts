// The phase `random`: generates requests, and reports findings with minimal ones.

import { createSeededRandom } from '../../mock/samples/generate/seeded-random.ts';
import type { TestedOperation } from '../cases/find-starting-request.ts';
import { openIfDuplicate } from '../cases/generate-cases.ts';
import type { UniqueValues } from '../cases/unique-values.ts';
import { createRequest } from '../credentials.ts';
import { findOtherOperation } from '../requests/find-other-operation.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';
import { AT_RANDOM, expectGenerated } from './expect-generated.ts';
import { fc } from './fast-check.ts';
import { createNearbyRequests, findChanges } from './nearby-requests.ts';
import {
  createNewFindings,
  describeLast,
  describeMinimal,
  type GeneratedExchange,
  type NewFinding,
} from './new-findings.ts';

/** Maximum number of minimised findings per operation; for each, of more requests, and their time in milliseconds. */
const MAX_FOUND = 5;
const MAX_SMALLER = 100;
const MAX_DURATION = 15_000;
/** Maximum length of path, query and headers, in characters. */
const MAX_HEAD = 6000;

export async function testRandomRequests(
  run: Run,
  { operation, start, session, mayVaryPath }: TestedOperation,
  uniqueValues: UniqueValues,
): Promise<void> {
  const nearbyRequests = createNearbyRequests(start.input, operation, run.variationContext, mayVaryPath);
  const newFindings = createNewFindings(session.resultsOf(operation));
  const exchanges = new Map<string, Promise<GeneratedExchange>>();
  /** Requests whose findings are all known: they are not sent again. */
  const recorded = new Set<GeneratedExchange>();

  /** Sends each request once; undefined if it cannot be sent. */
  const sendOnce = async (input: RequestInput): Promise<GeneratedExchange | undefined> => {
    const request = createRequest(operation, input, run.credentials).value;
    if (!request || findOtherOperation(run.variationContext.document, operation, request)) return undefined;
    const { method, target, headers, body } = request;
    // Longer heads are rejected before they are read (RFC 9110, section 4.1).
    if (target.length + headers.join().length > MAX_HEAD) return undefined;
    const key = JSON.stringify([method, target, headers, body && Buffer.from(body).toString('latin1')]);
    const known = exchanges.get(key);
    if (known) return known;
    const changes = findChanges(start.input, input);
    const generated = { ...run, operation, request, input, accepted: start.input, changes };
    const renewed = uniqueValues.renew(input);
    const expectation = openIfDuplicate(renewed, await expectGenerated(generated));
    const sent = createRequest(operation, renewed.input, run.credentials).value ?? request;
    const pending = session.send({ operation, phase: 'random', description: AT_RANDOM, expectation, request: sent });
    const checked = pending.then((one) => {
      session.record({ ...one, findings: [] });
      return { ...one, changes };
    });
    exchanges.set(key, checked);
    return checked;
  };

  for (let round = 0; round < MAX_FOUND && exchanges.size < run.randomRequests; round += 1) {
    const most = run.randomRequests - exchanges.size;
    let found: { readonly finding: NewFinding; readonly sent: number; readonly at: number } | undefined;
    let hasEnded = false;
    const maySend = (): boolean => {
      if (hasEnded || run.hasEnded()) return false;
      if (!found) return exchanges.size < run.randomRequests;
      return exchanges.size - found.sent < MAX_SMALLER && performance.now() - found.at < MAX_DURATION;
    };
    const property = fc.asyncProperty(nearbyRequests, async (input) => {
      if (!maySend()) return true;
      const checked = await sendOnce(input);
      const one = checked && newFindings.findIn(checked, found?.finding);
      if (checked && !found && !recorded.has(checked)) {
        recorded.add(checked);
        newFindings.recordOthers(checked, session);
      }
      // Other requests would be blamed for what this one did.
      hasEnded = one?.finding.check === 'response-received' && !(await session.responds());
      if (one) found = { finding: one, sent: found?.sent ?? exchanges.size, at: found?.at ?? performance.now() };
      return one === undefined;
    });
    const seed = createSeededRandom(run.seed, `${operation.id} at random ${round}`).between(-(2 ** 31), 2 ** 31 - 1);
    // Some generated requests were sent already, or cannot be.
    await fc.check(property, { seed, numRuns: most * 3 });
    if (!found) return;
    newFindings.add(found.finding);
    session.record(hasEnded ? describeLast(found.finding) : describeMinimal(found.finding));
    if (hasEnded) return;
  }
}
