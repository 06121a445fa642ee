// What contracts ask a server for, in one world.

import type { Operation } from '../../openapi/document.ts';
import { Unwritable } from '../../openapi/parameter/writer.ts';
import { nearest } from '../../schema/nearest.ts';
import type { Said } from '../request/call.ts';
import type { Requests } from '../request/requests.ts';
import type { Run } from '../run.ts';
import type { Exchange } from '../trial.ts';
import type { World } from '../worlds.ts';
import type { ContractRequest, ContractServer } from './contract.ts';

/** What came of a request. */
export type Asked = Pick<Exchange, 'answer' | 'read' | 'call'>;

export interface Listening {
  /** Told of each request that was accepted. */
  onAsked(operation: Operation, said: Said, asked: Asked): void;
  readonly after: ContractServer['after'];
}

export function contractServer(
  { document, session, requests, url }: Run,
  world: World,
  { onAsked, after }: Listening,
): ContractServer {
  return {
    url,
    headers: world,
    after,
    async ask<Body>(id: string, request: ContractRequest = {}) {
      const operation = document.operations.get(id);
      if (!operation) {
        const meant = nearest(id, document.operations.keys());
        throw new Error(`there is no operation ${id}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
      }
      if (!session.mayAsk(operation.method))
        throw new Error(`${id} changes something, and --allow-writes was not said`);
      const options = { values: {}, width: 'least', examples: true, key: 'contract' } as const;
      const said = saying(requests, request).said(operation, options);
      const asked = await session.ask(operation, said, world);
      if (!asked) throw new Error(`${id} was not answered`);
      const { answer, read } = asked;
      if (answer.status >= 400)
        throw new Error(
          `${id} was refused with ${answer.status}: ${Buffer.from(answer.body).toString().slice(0, 300)}`,
        );
      onAsked(operation, said, asked);
      return { status: answer.status, headers: answer.headers, body: read.value as Body };
    },
  };
}

/** Requests that say what somebody wants them to, and else what they would. */
export function saying(requests: Requests, { body, ...wanted }: ContractRequest): Requests {
  return {
    ...requests,
    said(operation, options): Said {
      // What is in the path need not be made up.
      const values = { ...options.values, ...wanted.path };
      const said = requests.said(operation, { ...options, values });
      const header = Object.fromEntries(
        Object.entries(wanted.header ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const type = said.type ?? operation.body?.mediaTypes[0];
      if (body !== undefined && !type) throw new Unwritable(`${operation.id} takes no body`);
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

/** A request with what differs in another one. */
export function together(one: ContractRequest, other: ContractRequest): ContractRequest {
  return {
    path: { ...one.path, ...other.path },
    query: { ...one.query, ...other.query },
    header: { ...one.header, ...other.header },
    cookie: { ...one.cookie, ...other.cookie },
    ...('body' in other ? { body: other.body } : 'body' in one ? { body: one.body } : {}),
  };
}
