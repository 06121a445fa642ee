// Rounds with the same replicas: working clients, disturbances, then calm until all respond.

import { setTimeout as wait } from 'node:timers/promises';
import { playRound, type Round } from './clients.ts';
import type { Replicas } from './replicas.ts';
import { connections, send } from './send.ts';
import { type Planned, type TroubleName, troublemaker } from './troubles.ts';

/** Maximum time until all respond again, in milliseconds. */
const RECOVERY = 60_000;
/** Interval between checks of a response. */
const LOOK = 50;

export interface Planning {
  readonly seed: string;
  readonly clients: number;
  readonly operations: number;
  readonly troubles: readonly Planned[];
}

/** Runs a round. @throws Error with the seed and all violations */
export async function roundWithTroubles(replicas: Replicas, planning: Planning): Promise<Round> {
  const round = await roundAsSeen(replicas, planning);
  if (round.objections.length === 0) return round;
  const troubles = planning.troubles.map(({ after, trouble }) => `  after ${after} answers: ${trouble}`);
  throw new Error([`Seed ${planning.seed}:`, ...troubles, ...round.objections].join('\n'));
}

/**
 * Runs a round for each disturbance, so that histories stay short: operations with an unknown end make the search longer.
 *
 * @returns the number of operations by kind of end
 * @throws Error with the seed and all violations
 */
export async function roundForEach(
  replicas: Replicas,
  troubles: readonly TroubleName[],
  { seed, clients, operations }: Omit<Planning, 'troubles'>,
): Promise<Round['ends']> {
  let [responded, rejected, unknown] = [0, 0, 0];
  for (const trouble of troubles) {
    const planning = { seed: `${seed} ${trouble}`, clients, operations, troubles: [{ after: 1, trouble }] };
    const { ends } = await roundWithTroubles(replicas, planning);
    responded += ends.responded;
    rejected += ends.rejected;
    unknown += ends.unknown;
  }
  return { responded, rejected, unknown };
}

/** Runs a round; violations are returned, not thrown. */
export async function roundAsSeen(
  replicas: Replicas,
  { seed, clients, operations, troubles }: Planning,
): Promise<Round> {
  const maker = troublemaker(seed, replicas, troubles);
  const urls = replicas.all.map(({ url }) => url);
  const calm = async () => {
    await maker.calm();
    await Promise.all(urls.map(responses));
  };
  const settings = { seed, urls, clients, operations, onResponse: maker.onResponse, abandoned: maker.failed, calm };
  const round = await playRound(settings).catch((error: Error) => {
    throw new Error([`Seed ${seed}: ${error.message}`, ...replicas.troubles].join('\n'), { cause: error });
  });
  return { ...round, objections: [...replicas.troubles, ...round.objections] };
}

/** Resolves when a replica reads and writes again. @throws Error if it does not */
async function responses(url: string): Promise<void> {
  const agent = connections();
  const end = performance.now() + RECOVERY;
  let last = '';
  try {
    while (performance.now() < end) {
      try {
        const response = await send(agent, url, {
          method: 'PUT',
          path: '/registers/there',
          body: { id: 'there', value: url },
        });
        if (response.status < 300) return;
        last = JSON.stringify(response);
      } catch (error) {
        last = (error as Error).message;
      }
      await wait(LOOK);
    }
  } finally {
    agent.destroy();
  }
  throw new Error(`${url} does not respond ${RECOVERY / 1000} s after the last disturbance: ${last}`);
}
