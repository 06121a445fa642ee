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
const MOST_FOUND = 5;
const MOST_SMALLER = 100;
const LONGEST = 15_000;
/** Maximum length of path, query and headers, in characters. */
const MOST_HEAD = 6000;

/** An operation with its baseline request. */
export interface Trying {
  readonly operation: Operation;
  readonly begun: Begun;
  readonly session: Session;
  /** Whether path values may be varied. */
  readonly mayMove: boolean;
}

export async function tryAtRandom(run: Run, { operation, begun, session, mayMove }: Trying): Promise<void> {
  const near = requestsNear(begun.said, operation, run.varying, mayMove);
  const newFindings = createNewFindings(session.gathered(operation));
  const shown = new Map<string, Promise<Shown>>();
  /** Requests whose findings are all known: they are not sent again. */
  const told = new Set<Shown>();

  /** Sends each request once; undefined if it cannot be sent. */
  const ask = async (said: Said): Promise<Shown | undefined> => {
    const { call } = callFor(operation, said, run.credentials);
    if (!call || otherOperation(run.varying.document, operation, call)) return undefined;
    const { method, target, headers, body } = call;
    // Longer heads are rejected before they are read (RFC 9110, section 4.1).
    if (target.length + headers.join().length > MOST_HEAD) return undefined;
    const key = JSON.stringify([method, target, headers, body && Buffer.from(body).toString('latin1')]);
    const known = shown.get(key);
    if (known) return known;
    const changes = changesIn(begun.said, said);
    const meant = await drawnMeaning({ ...run, operation, call, said, accepted: begun.said, changes });
    const asked = session.look({ operation, phase: 'random', what: DRAWN, meant, call });
    const judged = asked.then((one) => ({ ...one, changes }));
    shown.set(key, judged);
    return judged;
  };

  for (let turn = 0; turn < MOST_FOUND && shown.size < run.random; turn += 1) {
    const most = run.random - shown.size;
    let found: { readonly finding: NewFinding; readonly sent: number; readonly at: number } | undefined;
    let hasEnded = false;
    const mayAsk = (): boolean => {
      if (hasEnded || run.hasEnded()) return false;
      if (!found) return shown.size < run.random;
      return shown.size - found.sent < MOST_SMALLER && performance.now() - found.at < LONGEST;
    };
    const property = fc.asyncProperty(near, async (said) => {
      if (!mayAsk()) return true;
      const judged = await ask(said);
      const one = judged && newFindings.in(judged, found?.finding);
      if (judged && !found && !told.has(judged)) {
        told.add(judged);
        newFindings.putOthers(judged, session);
      }
      // Other requests would be blamed for what this one did.
      hasEnded = one?.complaint.check === 'response-received' && !(await session.responds());
      if (one) found = { finding: one, sent: found?.sent ?? shown.size, at: found?.at ?? performance.now() };
      return one === undefined;
    });
    const seed = createSeededRandom(run.seed, `${operation.id} at random ${turn}`).between(-(2 ** 31), 2 ** 31 - 1);
    // Some generated requests were sent already, or cannot be.
    await fc.check(property, { seed, numRuns: most * 3 });
    if (!found) return;
    newFindings.add(found.finding);
    session.put(hasEnded ? lastBeforeEnd(found.finding) : smallest(found.finding));
    if (hasEnded) return;
  }
}
