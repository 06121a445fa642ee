// Asks the control API of a stand-in: one request for each operation.

import type { Operations, Status } from '../control/operations.ts';
import { codeNumbered, UnderstudyError } from './error.ts';
import { type Operation, routed } from './routes.ts';

/** What is said to an operation. The sandbox is that of the world; what has a default need not be said. */
export type Asked<K extends Operation> = Omit<Operations[K]['input'], 'x-understudy-sandbox' | 'limit'> & {
  readonly limit?: number;
};

/**
 * Asks for an operation of the control API by its id in `spec/control.yaml`.
 *
 * @throws UnderstudyError if it is refused, or nobody answers
 */
export type Control = <K extends Operation>(operation: K, input?: Asked<K>) => Promise<Operations[K]['output']>;

/** How requests reach a stand-in. */
export type Fetch = (request: Request) => Promise<Response>;

/** @param url - of the stand-in, without a slash at its end */
export function createControl(url: string, send: Fetch, sandbox: string): Control {
  return async (operation, input) => {
    const { method, target, body } = routed(operation, { ...input });
    const headers = {
      'x-understudy-sandbox': sandbox,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = new Request(url + target, { method, headers, ...(body !== undefined && { body }) });
    const response = await send(request).catch((cause: unknown) => {
      const message = `Nobody answers at ${url}: is a stand-in running there? \`understudy serve\` starts one.`;
      throw new UnderstudyError(message, 0, 'unavailable', { cause });
    });
    const { status } = response;
    if (status === 204) return undefined as never;
    const answered = parsed(await response.text());
    if (response.ok && answered !== undefined) return answered as never;
    if (isStatus(answered)) throw new UnderstudyError(answered.message, status, codeNumbered(answered.code));
    const message = `Whoever answers at ${url} is no stand-in, or an older one: ${method} ${target} is answered with ${status}.`;
    throw new UnderstudyError(message, status, 'unknown');
  };
}

/** The value of a JSON text; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStatus(answered: unknown): answered is Status {
  const { code, message } = (answered ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'number' && typeof message === 'string';
}
