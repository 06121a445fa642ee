// The server interface of contracts, in one sandbox.

import type { Operation } from '../../openapi/document.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import { createRequest } from '../credentials.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';
import type { ContractRequest, ContractServer } from './contract.ts';

export interface Listening {
  readonly after: ContractServer['after'];
}

export function contractServer(
  { document, session, requests, url }: Run,
  sandbox: SandboxHeaders,
  { after }: Listening,
): ContractServer {
  const describeFailure = (operation: Operation, input: RequestInput): string => {
    const { request, reason } = createRequest(operation, input, session.credentials);
    const objection = request && session.permission.findRequestDenial(operation, request);
    if (objection !== undefined) return `was not sent: ${objection}`;
    return reason === undefined ? 'got no response' : `could not be sent: ${reason}`;
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
      const completed = await session.sendUnchecked(operation, input, sandbox);
      if (!completed) throw new Error(`${id} ${describeFailure(operation, input)}`);
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
    createInput(operation, options): RequestInput {
      // Given path values need not be generated.
      const values = { ...options.values, ...wanted.path };
      const input = requests.createInput(operation, { ...options, values });
      const header = Object.fromEntries(
        Object.entries(wanted.header ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const type = input.type ?? operation.body?.mediaTypes[0];
      if (body !== undefined && !type) throw new UnwritableParameter(`${operation.id} has no request body`);
      return {
        path: input.path,
        query: { ...input.query, ...wanted.query },
        header: { ...input.header, ...header },
        cookie: { ...input.cookie, ...wanted.cookie },
        body: body === undefined ? input.body : body,
        type: body === undefined ? input.type : type,
      };
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
