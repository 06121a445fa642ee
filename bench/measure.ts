// One measurement of one server: started anew, checked, warmed up, measured, checked again.

import type { Contender, Question } from './contender.ts';
import { ask, load } from './load.ts';
import { type RunningServer, startServer } from './server.ts';
import type { Settings } from './settings.ts';

/** How one question was answered under load. */
export interface Figures {
  /** Answers per second. */
  readonly rate: number;
  /** Microseconds of the server's processor time per answer, which other programs on the machine disturb less. */
  readonly processor: number;
  /** Which part of its core the load needed, from 0 to 1. */
  readonly busy: number;
}

/** What one server did in one round. */
export interface Outcome {
  /** Milliseconds from the start of the process to the first answer. */
  readonly startUp: number;
  /** By the name of the question. */
  readonly figures: Readonly<Record<string, Figures>>;
}

/** Asks a server, started for this, all its questions under load. @throws Error if it does not start or an answer is wrong */
export async function underLoad(contender: Contender, settings: Settings): Promise<Outcome> {
  return withServer(contender, async (server) => {
    const figures: Record<string, Figures> = {};
    for (const [name, question] of Object.entries(contender.questions)) {
      figures[name] = await askedAgainAndAgain(server, question, settings).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
    }
    return { startUp: server.startUp, figures };
  });
}

/** Starts a server, checks its first answer, lets something be done with it and stops it, whatever comes. */
export async function withServer<T>(contender: Contender, work: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServer(contender);
  try {
    Object.values(contender.questions)[0]?.check(server.firstAnswer);
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Asks a server that runs one question under load. */
export async function askedAgainAndAgain(
  { port, processorTime }: RunningServer,
  question: Question,
  { seconds, connections }: Settings,
): Promise<Figures> {
  // Question 0 has been asked already if it was the first one.
  let n = 0;
  const next = () => question.request(++n);
  const like = await ask(port, question, ++n);
  question.check(like);
  const run = { port, question, next, like, connections: question.connections ?? connections };
  await load({ ...run, seconds: seconds / 2 });
  const before = processorTime();
  const { answered, took, busy } = await load({ ...run, seconds });
  const processor = ((processorTime() - before) / answered) * 1e6;
  question.check(await ask(port, question, ++n));
  return { rate: answered / took, processor, busy };
}
