// The server interface of contracts, in one sandbox.

import type { Operation } from '../../openapi/document.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { createRequest } from '../credentials.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';
import type { ContractRequest, ContractServer } from './contract.ts';

interface Listening {
  readonly after: ContractServer['after'];
}

export function contractServer(
  { document, session, requests, url }: Run,
  sandbox: SandboxHeaders,
  { after }: Listening,
): ContractServer {
  const describeFailure = (operation: Operation, input: RequestInput): string => {
    const request = createRequest(operation, input, session.credentials);
    if (!request.ok) return `could not be sent: ${request.reason}`;
    const objection = session.permission.findRequestDenial(operation, request.value);
    return objection === undefined ? 'got no response' : `was not sent: ${objection}`;
  };
  return {
    url,
    headers: sandbox,
    after,
    async send<Body>(id: string, request: ContractRequest = {}) {
      const operation = document.operations.get(id);
      if (!operation) {
        const suggestion = findNearestName(id, document.operations.keys());
        throw new Error(
          `there is no operation ${id}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
        );
      }
      const options = { values: {}, width: 'least', examples: true, key: 'contract' } as const;
      const input = saying(requests, request).createInput(operation, options);
      if (!input.ok) throw new Error(`${id} could not be sent: ${input.reason}`);
      const completed = await session.sendUnchecked(operation, input.value, sandbox);
      if (!completed) throw new Error(`${id} ${describeFailure(operation, input.value)}`);
      const { response, decoded } = completed;
      if (response.status >= 400)
        throw new Error(
          `${id} was rejected with ${response.status}: ${Buffer.from(response.body).toString().slice(0, 300)}`,
        );
      return { status: response.status, headers: response.headers, body: decoded.value as Body };
    },
  };
}

/** Replaces the given parts in generated requests. */
export function saying(requests: RequestGenerator, { body, ...wanted }: ContractRequest): RequestGenerator {
  return {
    ...requests,
    // A given request is sent as it is.
    createRevisions: () => ({ next: () => undefined }),
    createInput(operation, options): Result<RequestInput> {
      // Given path values need not be generated.
      const values = { ...options.values, ...wanted.path };
      const generated = requests.createInput(operation, { ...options, values });
      if (!generated.ok) return generated;
      const input = generated.value;
      const header = Object.fromEntries(
        Object.entries(wanted.header ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const type = input.type ?? operation.body?.mediaTypes[0];
      if (body !== undefined && !type) return failure(`${operation.id} has no request body`);
      return success({
        path: input.path,
        query: { ...input.query, ...wanted.query },
        header: { ...input.header, ...header },
        cookie: { ...input.cookie, ...wanted.cookie },
        body: body === undefined ? input.body : body,
        type: body === undefined ? input.type : type,
      });
    },
  };
}

/** Merges two requests; the second one takes precedence. */
export function together(one: ContractRequest, other: ContractRequest): ContractRequest {
  return {
    path: { ...one.path, ...other.path },
    query: { ...one.query, ...other.query },
    header: { ...one.header, ...other.header },
    cookie: { ...one.cookie, ...other.cookie },
    ...('body' in other ? { body: other.body } : 'body' in one ? { body: one.body } : {}),
  };
}
