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
  return contract ? withContract(run, operation, contract, (own) => tryIn(own, operation)) : tryIn(run, operation);
}

async function tryIn(run: Run, operation: Operation): Promise<string | undefined> {
  const { session, worlds, listed, made, requests } = run;
  const known = await listed.for(operation);
  const own = await made.for(operation, known);
  if (own === undefined) return 'it would change data that the run did not create, and creating an item for it failed';
  const mayGuess = session.permission.mayNameAny(operation);
  const naming = (said: Said) => made.naming(operation, said);
  const first = await begin(operation, own, { requests, session, mayGuess, naming });
  // A new item is not always in the state that an operation needs.
  const isOther = mayGuess && own !== known && typeof first === 'string';
  const begun = isOther ? await begin(operation, known, { requests, session, mayGuess, naming }) : first;
  // On a shared server, another path could change another item.
  const mayMove = worlds.areApart || SAFE_METHODS.has(operation.method);
  if (typeof begun !== 'string') return tryBegun(run, { operation, begun, session, mayMove });
  if (!mayGuess) return begun;
  // Required items may have to be created first, in the same sandbox.
  return session.within(async (world) => {
    const values = await made.before(operation, listed.byHand(operation), world);
    if (values === undefined) return begun;
    const after = session.from(world);
    const again = await begin(operation, values, {
      requests,
      session: after,
      mayGuess: false,
      naming: (said) => made.naming(operation, said, world),
    });
    if (typeof again === 'string') return again;
    return tryBegun(run, { operation, begun: again, session: after, mayMove: worlds.areApart });
  });
}

/** Runs the cases of an operation with a baseline request. */
async function tryBegun(run: Run, trying: Trying): Promise<string | undefined> {
  const { operation, begun, session, mayMove } = trying;
  const { phases } = run;
  const isMeant = ({ phase, call }: Trial) => phases.has(phase) && (mayMove || pathOf(call) === pathOf(begun.call));
  for await (const trial of trialsOf({ ...run, operation, ...begun })) {
    if (run.hasEnded()) return 'the run was stopped';
    if (isMeant(trial)) await session.try(trial);
  }
  if (phases.has('random')) await tryAtRandom(run, trying);
  for (const trial of otherMethods(run, operation, begun.call)) if (phases.has(trial.phase)) await session.try(trial);
  if (phases.has('scenarios')) await followOwnLinks(run, trying);
  return undefined;
}

function pathOf({ target }: Call): string {
  return target.replace(/\?.*$/s, '');
}
