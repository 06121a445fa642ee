// Tests the mock server of one document: every operation, and the life cycle of every resource.

import { createMockServer, defineApi } from '../../src/index.ts';
import { inferApi } from '../../src/mock/resources/infer-api.ts';
import type { Resources } from '../../src/mock/resources/resource.ts';
import { createSampler } from '../../src/mock/samples/generate/sampler.ts';
import type { Operation } from '../../src/openapi/document.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import type { ResponseSource } from '../../src/server/pipeline/handler-response.ts';
import { createRequest, Untestable } from './create-request.ts';
import { createJudge, findViolation } from './judge.ts';
import { createKnownItems } from './known-items.ts';
import { findLifecycles, testLifecycle } from './lifecycle.ts';
import { Counter, kindOf, type TestedDocument } from './tested-document.ts';
import type { SendRequest, SourcedResponse } from './try-operation.ts';

/** Acceptable statuses of a repeated request: something created or deleted once cannot be so again. */
const AGAIN = new Set([404, 409, 410, 412]);
const SEED = 'main';

/** @param report - called with each operation and each resource that failed */
export async function testDocument(path: string, report: (line: string) => void): Promise<TestedDocument> {
  const errors: unknown[] = [];
  const before = processorTime();
  const api = defineApi({ name: 'api', document: path, infer: true });
  const mockServer = await createMockServer({
    apis: [api],
    seed: SEED,
    onError: (error) => errors.push(error),
    onNotice: () => undefined,
  });
  const start = processorTime() - before;
  const document = createDocument(await openDocument(path));
  const sampler = await createSampler(document);
  const inferred = await inferApi(document, { seed: SEED, records: 3, locale: 'en' });
  const known = createKnownItems(inferred);
  const judge = createJudge(document);
  const [operations, items, lifecycles] = [new Counter(), new Counter(), new Counter()];
  const untestable: Record<string, number> = {};
  const sources: Record<string, number> = {};
  let [slowest, slowestIs] = [0, ''];

  const send: SendRequest = async (operation, values, key, adapt = (body) => body) => {
    const once = async (index: number): Promise<SourcedResponse> => {
      const own = index === 0 ? key : `${key} again`;
      const other = (body: unknown) => (index > 0 ? known.unlike(body, operation) : body);
      const seen = (body: unknown) => adapt(other(known.related(body, operation)));
      const request = await createRequest(operation, { document, sampler, values, key: own, adapt: seen, index });
      errors.length = 0;
      const from = processorTime();
      const response = await mockServer.fetch(request);
      const text = await response.text();
      const took = processorTime() - from;
      if (took > slowest) [slowest, slowestIs] = [took, operation.id];
      const { status, headers } = response;
      return { status, headers, text, source: headers.get('x-understudy-source') as ResponseSource };
    };
    const first = await once(0);
    // An example of the document may exist from the start. Without 409, the document declares another status for it.
    return first.status >= 400 && /already exists/.test(rejection(first)) ? await once(3) : first;
  };
  const rejection = ({ status, text, headers }: SourcedResponse) => {
    const [error] = errors;
    const thrown = error instanceof Error ? (error.cause instanceof Error ? error.cause : error) : undefined;
    const reason = headers.get('x-understudy-reason');
    return `${status}: ${thrown ? thrown.message : reason ? decodeURIComponent(reason) : messageIn(text)}`;
  };

  for (const one of findLifecycles(document, inferred.resources)) {
    const fault = await testLifecycle(one, { send, judge, rejection, known, document }).catch((error) => {
      if (error instanceof Untestable) return error.message;
      throw error;
    });
    lifecycles.count(fault);
    if (fault) report(`LIFE ${one.read.path}: ${fault}`);
  }

  for (const [itemPath, belongs] of known.itemPaths(document)) {
    items.count(belongs ? undefined : 'no resource');
    if (!belongs) report(`ITEM ${itemPath}`);
  }

  await mockServer.reset();
  for (const operation of inOrder([...document.operations.values()], inferred.resources)) {
    try {
      if (deletes(operation, inferred.resources)) await mockServer.reset();
      const values = known.valuesFor(operation);
      const maker = known.makerOf(operation);
      if (maker) await send(maker, values, '');
      const first = await send(operation, values, '');
      if (first.status === 501)
        throw new Untestable(`${first.source === 'rejected' ? '' : first.source} ${rejection(first)}`.trim());
      const isDone = first.status < 400;
      const rejected = isDone ? findViolation(operation, first, judge) : rejection(first);
      const second = await send(operation, values, '');
      const again =
        second.status < 400
          ? findViolation(operation, second, judge)
          : AGAIN.has(second.status)
            ? undefined
            : rejection(second);
      const differs =
        operation.method === 'GET' && isDone && second.text !== first.text
          ? 'the same request has another response'
          : undefined;
      const fault = rejected ?? again ?? differs;
      operations.count(fault && `${first.source} ${fault}`);
      sources[first.source] = (sources[first.source] ?? 0) + 1;
      if (fault)
        report(
          `OPERATION ${operation.method} ${operation.path} [${inferred.resources.action(operation.id)?.kind ?? '-'}]: ${first.source} ${fault}`,
        );
    } catch (error) {
      if (!(error instanceof Untestable)) throw error;
      untestable[kindOf(error.message)] = (untestable[kindOf(error.message)] ?? 0) + 1;
      report(`CANNOT ${operation.method} ${operation.path}: ${error.message}`);
    }
  }
  await mockServer.close();
  const memory = process.resourceUsage().maxRSS / 1024;
  return { path, operations, untestable, items, lifecycles, sources, start, slowest, slowestIs, memory };
}

/** The message of an error response: the longest text in it. */
function messageIn(text: string): string {
  try {
    const texts: string[] = [];
    JSON.parse(text, (_, value) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    return (texts.toSorted((one, other) => other.length - one.length)[0] ?? text).slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}

/** Deletions are last, innermost first; singletons are created first. */
function inOrder(operations: readonly Operation[], resources: Resources): readonly Operation[] {
  const rank = ({ id, method, path }: Operation) => {
    if (deletes({ id, method }, resources)) return 1000 - path.split('/').length;
    const role = resources.action(id);
    return role?.resource.isSingleton && !role.resource.isVirtual && method !== 'GET' ? -1 : 0;
  };
  return operations.toSorted((one, other) => rank(one) - rank(other));
}

/** Whether the operation deletes something; some documents use POST for that. */
function deletes({ id, method }: Pick<Operation, 'id' | 'method'>, resources: Resources): boolean {
  return method === 'DELETE' || resources.action(id)?.kind === 'delete';
}

/** In milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
