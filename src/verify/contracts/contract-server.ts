// The server interface of contracts, in one sandbox.

import type { Operation } from '../../openapi/document.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import type { World } from '../cases/worlds.ts';
import { callFor } from '../credentials.ts';
import type { Said } from '../requests/call.ts';
import type { Requests } from '../requests/requests.ts';
import type { Run } from '../run.ts';
import type { ContractRequest, ContractServer } from './contract.ts';

export interface Listening {
  readonly after: ContractServer['after'];
}

export function contractServer(
  { document, session, requests, url }: Run,
  world: World,
  { after }: Listening,
): ContractServer {
  const whyNot = (operation: Operation, said: Said): string => {
    const { call, reason } = callFor(operation, said, session.credentials);
    const objection = call && session.permission.objectionTo(operation, call);
    if (objection !== undefined) return `was not sent: ${objection}`;
    return reason === undefined ? 'got no response' : `could not be sent: ${reason}`;
  };
  return {
    url,
    headers: world,
    after,
    async send<Body>(id: string, request: ContractRequest = {}) {
      const operation = document.operations.get(id);
      if (!operation) {
        const meant = findNearestName(id, document.operations.keys());
        throw new Error(`there is no operation ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
      }
      const options = { values: {}, width: 'least', examples: true, key: 'contract' } as const;
      const said = saying(requests, request).said(operation, options);
      const asked = await session.ask(operation, said, world);
      if (!asked) throw new Error(`${id} ${whyNot(operation, said)}`);
      const { answer, read } = asked;
      if (answer.status >= 400)
        throw new Error(
          `${id} was rejected with ${answer.status}: ${Buffer.from(answer.body).toString().slice(0, 300)}`,
        );
      return { status: answer.status, headers: answer.headers, body: read.value as Body };
    },
  };
}

/** Replaces the given parts in generated requests. */
export function saying(requests: Requests, { body, ...wanted }: ContractRequest): Requests {
  return {
    ...requests,
    said(operation, options): Said {
      // Given path values need not be generated.
      const values = { ...options.values, ...wanted.path };
      const said = requests.said(operation, { ...options, values });
      const header = Object.fromEntries(
        Object.entries(wanted.header ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const type = said.type ?? operation.body?.mediaTypes[0];
      if (body !== undefined && !type) throw new UnwritableParameter(`${operation.id} has no request body`);
      return {
        path: said.path,
        query: { ...said.query, ...wanted.query },
        header: { ...said.header, ...header },
        cookie: { ...said.cookie, ...wanted.cookie },
        body: body === undefined ? said.body : body,
        type: body === undefined ? said.type : type,
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
