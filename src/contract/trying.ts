// One operation is tried, from the first request that is accepted to those that must not be.

import type { Operation } from '../openapi/document.ts';
import { CHANGING } from '../openapi/methods.ts';
import { begin } from './beginning.ts';
import { lookAtExamples } from './own-examples.ts';
import { tryAtRandom } from './random/random.ts';
import type { Call } from './request/call.ts';
import type { Run } from './run.ts';
import { withContract } from './script/with-contract.ts';
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
  const { session, worlds, listed, made, requests, phases } = run;
  const known = await listed.for(operation);
  // Where there is only one world, nothing is changed there but what was made here.
  const mayGuess = worlds.areApart || !CHANGING.has(operation.method);
  const own = mayGuess ? known : await made.for(operation, known);
  if (own === undefined) return 'it would change or delete what was not made here';
  const begun = await begin(operation, own, requests, session, mayGuess);
  if (typeof begun === 'string') return begun;
  const isMeant = ({ phase, call }: Trial) =>
    phases.has(phase) && session.mayAsk(call.method) && (mayGuess || pathOf(call) === pathOf(begun.call));
  for await (const trial of trialsOf({ ...run, operation, ...begun })) {
    if (run.hasEnded()) return 'it was ended';
    if (isMeant(trial)) await session.try(trial);
  }
  if (phases.has('random')) await tryAtRandom(run, { operation, begun, session, mayMove: mayGuess });
  for (const trial of otherMethods(run.document, operation, begun.call, run.credentials))
    if (phases.has(trial.phase) && session.mayAsk(trial.call.method)) await session.try(trial);
  return undefined;
}

function pathOf({ target }: Call): string {
  return target.replace(/\?.*$/s, '');
}
