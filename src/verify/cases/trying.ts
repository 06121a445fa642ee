// Tests one operation: baseline request, then its cases.

import type { Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { withContract } from '../contracts/with-contract.ts';
import { type Trying, tryAtRandom } from '../generate/random.ts';
import type { Call, Said } from '../requests/call.ts';
import type { Run } from '../run.ts';
import { followOwnLinks } from '../scenarios/links.ts';
import { begin } from './beginning.ts';
import { lookAtExamples } from './own-examples.ts';
import type { Trial } from './trial.ts';
import { otherMethods, trialsOf } from './trials.ts';

/** @returns why the operation was not tested; undefined if it was */
export async function tryOperation(run: Run, operation: Operation): Promise<string | undefined> {
  if (run.phases.has('examples')) lookAtExamples(run, operation);
  const untested = run.session.permission.objection(operation);
  if (untested) return untested.reason;
  const contract = run.contracts.get(operation.id);
  return contract
    ? withContract(run, operation, contract, (own) => testWithBaseline(own, operation))
    : testWithBaseline(run, operation);
}

async function testWithBaseline(run: Run, operation: Operation): Promise<string | undefined> {
  const { session, worlds: sandboxes, listed, made, requests } = run;
  const known = await listed.for(operation);
  const own = await made.for(operation, known);
  if (own === undefined) return 'it would change data that the run did not create, and creating an item for it failed';
  const mayVaryPath = session.permission.mayNameAny(operation);
  const withExistingIds = (input: Said) => made.naming(operation, input);
  const first = await begin(operation, own, { requests, session, mayGuess: mayVaryPath, naming: withExistingIds });
  // A new item is not always in the state that an operation needs.
  const isOther = mayVaryPath && own !== known && typeof first === 'string';
  const baseline = isOther
    ? await begin(operation, known, { requests, session, mayGuess: mayVaryPath, naming: withExistingIds })
    : first;
  // On a shared server, another path could change another item.
  const mayMove = sandboxes.areApart || SAFE_METHODS.has(operation.method);
  if (typeof baseline !== 'string') return runCases(run, { operation, begun: baseline, session, mayMove });
  if (!mayVaryPath) return baseline;
  // Required items may have to be created first, in the same sandbox.
  return session.within(async (sandbox) => {
    const values = await made.before(operation, listed.byHand(operation), sandbox);
    if (values === undefined) return baseline;
    const after = session.from(sandbox);
    const again = await begin(operation, values, {
      requests,
      session: after,
      mayGuess: false,
      naming: (input) => made.naming(operation, input, sandbox),
    });
    if (typeof again === 'string') return again;
    return runCases(run, { operation, begun: again, session: after, mayMove: sandboxes.areApart });
  });
}

/** Runs the cases of an operation with a baseline request. */
async function runCases(run: Run, tested: Trying): Promise<string | undefined> {
  const { operation, begun: baseline, session, mayMove } = tested;
  const { phases } = run;
  const isSelected = ({ phase, call: request }: Trial) =>
    phases.has(phase) && (mayMove || pathOf(request) === pathOf(baseline.call));
  for await (const testCase of trialsOf({ ...run, operation, ...baseline })) {
    if (run.hasEnded()) return 'the run was stopped';
    if (isSelected(testCase)) await session.try(testCase);
  }
  if (phases.has('random')) await tryAtRandom(run, tested);
  for (const testCase of otherMethods(run, operation, baseline.call))
    if (phases.has(testCase.phase)) await session.try(testCase);
  if (phases.has('scenarios')) await followOwnLinks(run, tested);
  return undefined;
}

function pathOf({ target }: Call): string {
  return target.replace(/\?.*$/s, '');
}
