// One measurement of one server: start, check, warm up, measure, check again.

import type { Contender, Question } from './contender.ts';
import { load, send } from './load.ts';
import { type RunningServer, startServer } from './server.ts';
import type { Settings } from './settings.ts';

/** The result of one question under load. */
export interface Figures {
  /** Responses per second. */
  readonly rate: number;
  /** Microseconds of the server's processor time per response, less affected by other programs on the machine. */
  readonly processor: number;
  /** The share of its core that the load needed, from 0 to 1. */
  readonly busy: number;
}

/** The result of one server in one round. */
export interface Outcome {
  /** Milliseconds from the start of the process to the first response. */
  readonly startUp: number;
  /** By the name of the question. */
  readonly figures: Readonly<Record<string, Figures>>;
}

/** Starts a server and runs all its questions under load. @throws Error if it does not start or a response is incorrect */
export async function underLoad(contender: Contender, settings: Settings): Promise<Outcome> {
  return withServer(contender, async (server) => {
    const figures: Record<string, Figures> = {};
    for (const [name, question] of Object.entries(contender.questions)) {
      figures[name] = await measureRepeatedly(server, question, settings).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
    }
    return { startUp: server.startUp, figures };
  });
}

/** Starts a server, checks its first response, runs a function and stops the server in any case. */
export async function withServer<T>(contender: Contender, work: (server: RunningServer) => Promise<T>): Promise<T> {
  const server = await startServer(contender);
  try {
    Object.values(contender.questions)[0]?.check(server.firstAnswer);
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Runs one question under load on a running server. */
export async function measureRepeatedly(
  { port, processorTime }: RunningServer,
  question: Question,
  { seconds, connections }: Settings,
): Promise<Figures> {
  // Request 0 of the first question was sent already.
  let n = 0;
  const next = () => question.request(++n);
  const like = await send(port, question, ++n);
  question.check(like);
  const run = { port, question, next, like, connections: question.connections ?? connections };
  await load({ ...run, seconds: seconds / 2 });
  const before = processorTime();
  const { responded, took, busy } = await load({ ...run, seconds });
  const processor = ((processorTime() - before) / responded) * 1e6;
  question.check(await send(port, question, ++n));
  return { rate: responded / took, processor, busy };
}
