// Runs a test in a sandbox of its own, and reports its requests.

import type { ExchangeMatchOf, UnderstudyClient } from '../../client/client.ts';
import { TestSandbox } from './test-sandbox.ts';

/** The error of a failed test. */
export interface TestError {
  message: string;
  stack?: string;
}

/**
 * Runs a test in a new sandbox. If it fails, its requests are added to its error.
 *
 * @param expectFindings - requests that may break the document
 * @param run - resolves with the error of the test; undefined if it passed
 * @throws Error if a test that passed has sent invalid requests, or has not used its faults
 */
export async function runInSandbox<Ops>(
  server: UnderstudyClient<Ops>,
  expectFindings: readonly ExchangeMatchOf<Ops>[],
  run: (sandbox: TestSandbox<Ops>) => Promise<TestError | undefined>,
): Promise<void> {
  const sandbox = new TestSandbox(await server.createSandbox(), expectFindings);
  try {
    const error = await run(sandbox);
    const problems = await sandbox.problems(error !== undefined);
    const hasReport = problems.length > 0 || (error && (await sandbox.requests()).length > 0);
    if (!hasReport) return;
    const text = [...problems, await sandbox.report()].join('\n\n');
    if (!error) throw new Error(text);
    appendToError(error, text);
  } finally {
    await sandbox.close();
  }
}

/** Adds text to the error of a test: all reporters show messages, but annotations only before the result is known. */
function appendToError(error: TestError, text: string): void {
  // The stack is made with the message of the moment at which it is first read.
  const { message, stack } = error;
  error.message = `${message}\n\n${text}`;
  // A function: texts may contain patterns such as $&.
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
