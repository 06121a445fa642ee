// Finds operations without a possible response, in idle time.

import type { Operation } from '../../openapi/document.ts';

/** An operation without a response, and the reason. */
export interface OperationWithoutResponse {
  readonly operation: string;
  readonly reason: string;
}

/** Maximum number of findings: beyond that, the document needs work first. */
const MOST = 20;

/**
 * Checks one operation after the other, with requests in between. Does not keep the process alive.
 *
 * @param operations - those with examples and samples only
 * @param cannotSample - the reason why an operation has no response; undefined if it has one
 * @param signal - cancels; the promise is never settled then
 */
export function findOperationsWithoutResponse(
  operations: readonly Operation[],
  cannotSample: (operation: Operation) => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<readonly OperationWithoutResponse[]> {
  return new Promise((resolve, reject) => {
    const found: OperationWithoutResponse[] = [];
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

/** As text, with a line for each; undefined if there are none. */
export function withoutResponseText(title: string, found: readonly OperationWithoutResponse[]): string | undefined {
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
