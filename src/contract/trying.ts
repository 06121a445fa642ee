// One operation is tried, from the first request that is accepted to those that must not be.

import type { Operation } from '../openapi/document.ts';
import { CHANGING } from '../openapi/methods.ts';
import { begin } from './beginning.ts';
import { lookAtExamples } from './own-examples.ts';
import { type Trying, tryAtRandom } from './random/random.ts';
import type { Call } from './request/call.ts';
import type { Run } from './run.ts';
import { withContract } from './script/with-contract.ts';
import { followOwnLinks } from './story/links.ts';
import type { Trial } from './trial.ts';
import { otherMethods, trialsOf } from './trials.ts';

/** @returns why it was not reached; undefined when it was */
export async function tryOperation(run: Run, operation: Operation): Promise<string | undefined> {
  if (run.phases.has('examples')) lookAtExamples(run, operation);
  if (!run.session.mayAsk(operation.method)) return 'it changes something, and --allow-writes was not said';
  const contract = run.contracts.get(operation.id);
  return contract ? withContract(run, operation, contract, (own) => tryIn(own, operation)) : tryIn(run, operation);
}

async function tryIn(run: Run, operation: Operation): Promise<string | undefined> {
  const { session, worlds, listed, made, requests } = run;
  const known = await listed.for(operation);
  // Where there is only one world, nothing is changed there but what was made here.
  const mayGuess = worlds.areApart || !CHANGING.has(operation.method);
  const own = mayGuess ? known : await made.for(operation, known);
  if (own === undefined) return 'it would change or delete what was not made here';
  const begun = await begin(operation, own, {
    requests,
    session,
    mayGuess,
    naming: (said) => made.naming(operation, said),
  });
  if (typeof begun !== 'string') return tryBegun(run, { operation, begun, session, mayMove: mayGuess });
  if (!mayGuess) return begun;
  // What it needs to be there may have to be made first, in the same world.
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

/** Tries an operation of which one request was accepted. */
async function tryBegun(run: Run, trying: Trying): Promise<string | undefined> {
  const { operation, begun, session, mayMove } = trying;
  const { phases } = run;
  const isMeant = ({ phase, call }: Trial) =>
    phases.has(phase) && session.mayAsk(call.method) && (mayMove || pathOf(call) === pathOf(begun.call));
  for await (const trial of trialsOf({ ...run, operation, ...begun })) {
    if (run.hasEnded()) return 'it was ended';
    if (isMeant(trial)) await session.try(trial);
  }
  if (phases.has('random')) await tryAtRandom(run, trying);
  for (const trial of otherMethods(run.document, operation, begun.call, run.credentials))
    if (phases.has(trial.phase) && session.mayAsk(trial.call.method)) await session.try(trial);
  if (phases.has('stories')) await followOwnLinks(run, trying);
  return undefined;
}

function pathOf({ target }: Call): string {
  return target.replace(/\?.*$/s, '');
}
