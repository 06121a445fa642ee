// Initial data by a workflow: `--seed-workflow FILE#workflowId`.

import type { MockServer } from '../../app/mock-server.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { completeInputs } from '../../verify/arazzo/inputs.ts';
import { runWorkflows } from '../../verify/arazzo/run-workflow.ts';
import { createStepSender } from '../../verify/arazzo/step-sender.ts';
import { flattenSteps } from '../../verify/arazzo/workflow-record.ts';
import { listSecrets, redactSecrets } from '../../verify/report/secrets.ts';
import { mayBeEndless } from '../../verify/responses/event-sequence.ts';
import type { NoResponse, ReceivedResponse, Target } from '../../verify/target.ts';
import type { CommandIO } from '../io.ts';
import { planWorkflows } from '../verify/arazzo-plan.ts';

/** The sandbox in which the workflow runs. */
const SANDBOX = 'seed-workflow';
/** Maximum steps, milliseconds of a request, and bytes of a stream. */
const MAX_STEPS = 10_000;
const TIMEOUT = 10_000;
const LIMIT = 16 * 1024 * 1024;

interface SeedWorkflow {
  /** `FILE#workflowId`. */
  readonly workflow: string;
  readonly allowFetch: string;
  readonly stdin: CommandIO['stdin'];
  readonly onNotice: (sentence: string) => void;
}

/** Runs the workflow on a server that does not listen yet. @throws UsageError if it fails */
export async function runSeedWorkflow(
  server: Pick<MockServer, 'fetch' | 'startFrom' | 'introductions'>,
  { workflow: reference, ...settings }: SeedWorkflow,
): Promise<void> {
  if (!reference.includes('#'))
    throw new UsageError(`--seed-workflow needs a workflow, such as ${reference}#workflowId.`);
  const { workflows, documents } = await planWorkflows(reference, settings);
  const problems = workflows.flatMap((workflow) => completeInputs(workflow, {}).reason ?? []);
  if (problems.length > 0)
    throw new UsageError(`--seed-workflow ${reference}: ${problems.join('; ')}. Give the inputs defaults.`);
  const target = createFetchTarget(server);
  const token = server.introductions().flatMap(({ introduction }) => introduction?.example?.token ?? [])[0] ?? 'token';
  const { records, secrets } = await runWorkflows(workflows, {
    documents,
    sender: createStepSender(() => ({ target, credentials: new Map([['', token]]) })),
    checks: new Set(),
    maxSteps: MAX_STEPS,
    signal: new AbortController().signal,
    inputsFor: () => ({}),
  });
  const failed = records.filter(({ isSuccess }) => !isSuccess).flatMap((record) => flattenSteps(record));
  const sentences = failed.flatMap(({ name, record }) => record.findings.map(({ message }) => `${name}: ${message}`));
  if (failed.length > 0)
    throw new UsageError(
      `--seed-workflow ${reference} failed:`,
      sentences.map((one) => redactSecrets(one, listSecrets(secrets))),
    );
  for (const { name, record } of records.flatMap((one) => flattenSteps(one)))
    if (record.reason !== undefined && record.outcome === 'passed')
      settings.onNotice(`--seed-workflow ${reference}: step ${name}: ${record.reason}.`);
  await server.startFrom(SANDBOX);
}

/** A server of this process as a target. */
function createFetchTarget(server: Pick<MockServer, 'fetch'>): Target {
  const url = 'http://localhost';
  return {
    url,
    headers: {},
    async send({ method, target, headers, body }, _headers, signal) {
      const all: [string, string][] = [
        ...headers.map(([name, text]): [string, string] => [name, text]),
        ['x-understudy-sandbox', SANDBOX],
      ];
      const ended = new AbortController();
      const request = new Request(url + target, {
        method,
        headers: all,
        ...(body && { body: Buffer.from(body) }),
        signal: ended.signal,
      });
      const parts: Uint8Array[] = [];
      /** The response so far; undefined if its end is needed. */
      let started: (() => ReceivedResponse) | undefined;
      const receive = async (): Promise<ReceivedResponse> => {
        const { status, headers: received, body: content } = await server.fetch(request);
        const head = { status, headers: Object.fromEntries(received) };
        const media = parseMediaType(received.get('content-type') ?? '');
        if (media && mayBeEndless(media)) started = () => ({ ...head, body: Buffer.concat(parts), isStart: true });
        let size = 0;
        for await (const part of content ?? []) {
          size += part.length;
          parts.push(part);
          if (started && size > LIMIT) return started();
        }
        return { ...head, body: Buffer.concat(parts) };
      };
      // The server may never respond, and the signal of a request that was garbage-collected never fires.
      const limit = new Promise<ReceivedResponse | NoResponse>((resolve) => {
        const end = (reason: string) => resolve(started?.() ?? { status: 0, reason });
        signal?.addEventListener('abort', () => end('the step was stopped'), { signal: ended.signal });
        const timer = setTimeout(() => end(`timeout after ${TIMEOUT} ms`), TIMEOUT);
        ended.signal.addEventListener('abort', () => clearTimeout(timer));
      });
      try {
        return await Promise.race([receive(), limit]);
      } catch (error) {
        return { status: 0, reason: (error as Error).message };
      } finally {
        ended.abort();
      }
    },
    close: () => undefined,
  };
}
