// A shared server with items, actions, a singleton and a shutdown, for `switches.yaml`. It records what it receives.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const SWITCHES = fileURLToPath(new URL('./switches.yaml', import.meta.url));

/** Its interface for tests. */
interface State {
  readonly flags: Map<string, boolean>;
  readonly environments: Map<string, boolean>;
  isInMaintenance: boolean;
  isDown: boolean;
}

export interface Switches {
  readonly url: string;
  readonly state: State;
  /** All requests: `POST /flags`. */
  readonly received: readonly string[];
}

export interface SwitchesSettings {
  /** The status of all responses to a request, in place of the usual one. Default: none. */
  readonly reject?: (request: string, state: State, received: readonly string[]) => number | undefined;
  /** Whether the server is gone once it has responded to a request. Default: it never is. */
  readonly isLast?: (request: string, state: State, received: readonly string[]) => boolean;
}

/** Starts it on a free port; it ends with the test. */
export async function startSwitches({
  reject = () => undefined,
  isLast = () => false,
}: SwitchesSettings = {}): Promise<Switches> {
  const state: State = {
    flags: new Map([
      ['theirs', true],
      ['key-1', true],
    ]),
    environments: new Map([['production', true]]),
    isInMaintenance: false,
    isDown: false,
  };
  const received: string[] = [];
  let created = 0;
  let keys = 0;

  /** @returns the status and the body */
  function respond(method: string, path: string, body: string): readonly [number, unknown?] {
    const [, collection = '', id, action] = path.split('/');
    const flag = (name: string) => ({ id: name, on: state.flags.get(name) });
    const missing = [404, { message: 'not found' }] as const;
    const value = (name: string): boolean | undefined => {
      try {
        const one = JSON.parse(body)?.[name];
        return typeof one === 'boolean' ? one : undefined;
      } catch {
        return undefined;
      }
    };
    const invalid = [400, { message: 'invalid' }] as const;
    if (collection === 'flags' && id === undefined) {
      // As if the other one was on the next page.
      if (method === 'GET') return [200, [...state.flags.keys()].filter((name) => name !== 'key-1').map(flag)];
      if (method === 'DELETE') {
        state.flags.clear();
        return [204];
      }
      const on = value('on');
      if (method !== 'POST') return [405];
      if (on === undefined) return invalid;
      created += 1;
      state.flags.set(`flag-${created}`, on);
      return [201, flag(`flag-${created}`)];
    }
    if (collection === 'flags' && id !== undefined) {
      const before = state.flags.get(id);
      if (before === undefined) return missing;
      if (action === 'copy') {
        if (method !== 'POST') return [405, { message: 'only POST' }];
        created += 1;
        state.flags.set(`copy-${created}`, before);
        return [201, flag(`copy-${created}`)];
      }
      if (action === 'toggle') state.flags.set(id, !before);
      else if (method === 'DELETE') state.flags.delete(id);
      else if (method === 'PATCH') {
        const on = value('on');
        if (on === undefined) return invalid;
        state.flags.set(id, on);
      }
      return method === 'DELETE' ? [204] : [200, flag(id)];
    }
    if (collection === 'keys') {
      if (method === 'GET')
        return [200, [...Array(keys).keys()].map((index) => ({ id: `key-${index + 1}`, on: true }))];
      const on = value('on');
      if (on === undefined) return invalid;
      keys += 1;
      return [201, { id: `key-${keys}`, on }];
    }
    if (collection === 'environments') {
      const environment = (name: string) => ({ id: name, enabled: state.environments.get(name) });
      if (id === undefined) return [200, [...state.environments.keys()].map(environment)];
      if (!state.environments.has(id)) return missing;
      if (action === 'disable') state.environments.set(id, false);
      return [200, environment(id)];
    }
    if (collection === 'mode') {
      const maintenance = value('maintenance');
      if (method === 'PUT' && maintenance === undefined) return invalid;
      if (method === 'PUT') state.isInMaintenance = maintenance === true;
      return [200, { maintenance: state.isInMaintenance }];
    }
    if (collection === 'admin') state.isDown = true;
    return collection === 'admin' || collection === 'signals' ? [202] : missing;
  }

  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { method = '', url = '' } = request;
    received.push(`${method} ${url}`);
    const rejected = reject(`${method} ${url}`, state, received);
    const [status, body] =
      rejected === undefined ? respond(method, url.replace(/\?.*/s, ''), text) : [rejected, { message: 'rejected' }];
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    if (isLast(`${method} ${url}`, state, received)) {
      server.close();
      response.on('close', () => server.closeAllConnections());
    }
    response.end(body === undefined || method === 'HEAD' ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, state, received };
}
