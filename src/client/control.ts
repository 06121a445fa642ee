// Calls operations of the control API.

import type { Operations } from '../server/control/operations.ts';
import { createEvents, type Events } from './events.ts';
import { type ControlOperation, routed } from './routes.ts';
import { type Fetch, parsed, responseError, sendRequest } from './send-request.ts';

/** The operations with a single response, which are all but events. */
type UnaryOperation = Exclude<ControlOperation, 'readEvents'>;

/** The input of an operation. The sandbox is implicit; values with a default are optional. */
export type ControlInput<K extends ControlOperation> = Omit<
  Operations[K]['input'],
  'x-understudy-sandbox' | 'limit' | 'keepOffline'
> & {
  readonly limit?: number;
  readonly keepOffline?: boolean;
};

/**
 * Calls an operation of the control API by its id in `spec/control.yaml`.
 *
 * @throws UnderstudyError for an error response, or no response
 */
export interface Control {
  <K extends UnaryOperation>(operation: K, input?: ControlInput<K>): Promise<Operations[K]['output']>;
  /** Calls the streaming operation, `readEvents`. */
  readonly follow: Events;
}

/** @param url - of the mock server, without a slash at its end */
export function createControl(url: string, send: Fetch, sandbox: string): Control {
  const answered = async (operation: UnaryOperation, input: object = {}) => {
    // A string would be sent as an object of its characters.
    if (typeof input !== 'object' || input === null)
      throw new TypeError(`the input of ${operation} must be an object, not ${JSON.stringify(input)}`);
    const { method, target, body } = routed(operation, { ...input });
    const headers = {
      'x-understudy-sandbox': sandbox,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = new Request(url + target, { method, headers, ...(body !== undefined && { body }) });
    const response = await sendRequest(url, send, request);
    if (response.status === 204) return undefined as never;
    const value = parsed(await response.text());
    if (response.ok && value !== undefined) return value as never;
    throw responseError(url, `${method} ${target}`, response.status, value);
  };
  return Object.assign(answered, { follow: createEvents(url, send, sandbox) });
}
