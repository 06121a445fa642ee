// Operations of which no answer can be made: looked for before somebody asks, while nothing else is to be done.

import type { Operation } from '../../openapi/document.ts';

/** An operation that nobody answers, and why. */
export interface Unanswered {
  readonly operation: string;
  readonly reason: string;
}

/** How many are looked for: whoever has more than that has a document to mend first. */
const MOST = 20;

/**
 * Looks at one operation after the other, so that requests are answered between them. Keeps no process alive.
 *
 * @param operations - those that are answered by examples and samples
 * @param cannotSample - why no answer of an operation can be made; undefined where one can
 * @param signal - ends it: the promise is never settled then
 */
export function findUnanswered(
  operations: readonly Operation[],
  cannotSample: (operation: Operation) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<readonly Unanswered[]> {
  return new Promise((resolve, reject) => {
    const found: Unanswered[] = [];
    const look = async (at: number): Promise<void> => {
      const operation = operations[at];
      if (signal.aborted) return;
      if (!operation || found.length === MOST) return resolve(found);
      const reason = await cannotSample(operation);
      if (reason !== undefined) found.push({ operation: operation.id, reason });
      setTimeout(go, 0, at + 1).unref();
    };
    const go = (at: number) => look(at).catch(reject);
    setTimeout(go, 0, 0).unref();
  });
}

/** The same for people, in a sentence with a line for each; undefined where there are none. */
export function unansweredText(title: string, found: readonly Unanswered[]): string | undefined {
  if (found.length === 0) return undefined;
  const count =
    found.length === MOST
      ? `At least ${MOST} operations`
      : found.length === 1
        ? 'One operation'
        : `${found.length} operations`;
  const lines = found.map(({ operation, reason }) => `  ${operation}: ${reason}`);
  const advice = 'They return 501. Add a handler or an example to the document.';
  return [`${count} of ${title} cannot be mocked, because no response can be generated:`, ...lines, advice].join('\n');
}
