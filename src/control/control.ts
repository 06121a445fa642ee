// The control API: an api like any other, whose subject is the stand-in itself.

import { type Credentials, defineApi } from '../engine/api.ts';
import { Failure } from '../engine/failure.ts';
import { describeFinding } from '../engine/finding.ts';
import type { Exchange } from '../engine/journal.ts';
import { MAIN, type Sandbox } from '../engine/sandbox.ts';
import type { Operations, Exchange as ShownExchange } from './operations.ts';

/** The name of the control API; no other api may have it. */
export const CONTROL = 'control';

/** What the control API steers. */
export interface Controlled {
  readonly sandboxes: ReadonlyMap<string, Sandbox>;
  /** Whether requests are still welcome. */
  isReady(): boolean;
  /** Who may use it: programs on this machine, or anybody who reaches the port. */
  readonly openTo: 'loopback' | 'anybody';
}

type NoRecords = Record<never, never>;

export function createControl({ sandboxes, isReady, openTo }: Controlled) {
  const sandboxOf = (input: { readonly 'x-understudy-sandbox'?: string }): Sandbox => {
    const sandbox = sandboxes.get(input['x-understudy-sandbox'] || MAIN);
    if (!sandbox) throw new Failure('not_found', 'there is no such sandbox');
    return sandbox;
  };
  return defineApi<Operations, NoRecords, undefined>({
    name: CONTROL,
    document: new URL('../../spec/control.yaml', import.meta.url),
    cors: false,
    recorded: false,
    responseHeaders: { 'cache-control': 'no-store' },
    authenticate: (credentials) => (openTo === 'anybody' ? undefined : requireLocal(credentials)),
    handlers: {
      ready() {
        if (!isReady()) throw new Failure('unavailable', 'the stand-in is stopping');
        return 'ok';
      },
      async resetSandbox({ input }) {
        const sandbox = sandboxOf(input);
        await sandbox.reset();
        return { sandbox: sandbox.name };
      },
      getState({ input }) {
        const sandbox = sandboxOf(input);
        const apis = [...sandbox.stores].filter(([name]) => name !== CONTROL);
        return {
          sandbox: sandbox.name,
          apis: Object.fromEntries(apis.map(([name, store]) => [name, store.snapshot()])),
        };
      },
      listExchanges({ input }) {
        const sandbox = sandboxOf(input);
        return { sandbox: sandbox.name, exchanges: sandbox.journal.exchanges().map(shown) };
      },
    },
  });
}

/**
 * A web page must not be able to steer the stand-in of whoever looks at it. So the connection must come from this machine, the
 * host must be named as this machine (a foreign name that leads here is an attack), and a page must be one of our own.
 */
function requireLocal({ local, headers }: Credentials<NoRecords>): undefined {
  const { host = '', origin } = headers;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isLocalName = /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name);
  if (local && isLocalName && (origin === undefined || origin === `http://${host}`)) return undefined;
  throw new Failure('permission_denied', 'The control API answers programs on this machine only');
}

function shown(exchange: Exchange): ShownExchange {
  const { number, at, operation, request, response, findings, warnings } = exchange;
  return {
    number,
    at: at.toISOString(),
    ...(operation === undefined ? {} : { operation }),
    method: request.method,
    target: request.target,
    status: response.status,
    ...bodyOf('requestBody', request.body),
    ...bodyOf('responseBody', response.body),
    findings: findings.map(describeFinding),
    warnings,
  };
}

/** A body as text; nothing for an empty one, or one that was too long to be kept. */
function bodyOf<Name extends string>(name: Name, body: Uint8Array | string): { readonly [key in Name]?: string } {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return text === '' ? {} : ({ [name]: text } as { [key in Name]: string });
}
