// Asks the control API of a stand-in: one request for each operation.

import type { Operations } from '../server/control/operations.ts';
import { ask, type Fetch, parsed, refusal } from './ask.ts';
import { createEvents, type Events } from './events.ts';
import { type Operation, routed } from './routes.ts';

/** What can be asked and is answered at once, as all but events are. */
export type Answered = Exclude<Operation, 'readEvents'>;

/** What is said to an operation. The sandbox is that of the sandbox; what has a default need not be said. */
export type ControlInput<K extends Operation> = Omit<
  Operations[K]['input'],
  'x-understudy-sandbox' | 'limit' | 'keepOffline'
> & {
  readonly limit?: number;
  readonly keepOffline?: boolean;
};

/**
 * Asks for an operation of the control API by its id in `spec/control.yaml`.
 *
 * @throws UnderstudyError if it is refused, or nobody answers
 */
export interface Control {
  <K extends Answered>(operation: K, input?: ControlInput<K>): Promise<Operations[K]['output']>;
  /** Asks for the one operation that is answered bit by bit, `readEvents`. */
  readonly follow: Events;
}

/** @param url - of the stand-in, without a slash at its end */
export function createControl(url: string, send: Fetch, sandbox: string): Control {
  const answered = async (operation: Answered, input: object = {}) => {
    const { method, target, body } = routed(operation, { ...input });
    const headers = {
      'x-understudy-sandbox': sandbox,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = new Request(url + target, { method, headers, ...(body !== undefined && { body }) });
    const response = await ask(url, send, request);
    if (response.status === 204) return undefined as never;
    const value = parsed(await response.text());
    if (response.ok && value !== undefined) return value as never;
    throw refusal(url, `${method} ${target}`, response.status, value);
  };
  return Object.assign(answered, { follow: createEvents(url, send, sandbox) });
}
