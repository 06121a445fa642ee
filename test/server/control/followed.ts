// Events of a sandbox, read by a client of a mock server for the pets API.

import { onTestFinished } from 'vitest';
import { type SandboxClient, type UnderstudyClient, understudy, type WorldEvent } from '../../../src/client/client.ts';
import type { MockServer, MockServerSettings } from '../../../src/index.ts';
import { petsMockServer } from '../../support/pets/mock-server.ts';

export const clientOf = (mockServer: MockServer): UnderstudyClient =>
  understudy('http://localhost', { fetch: (request) => mockServer.fetch(request) });

/** Follows a sandbox from now on, until the end of the test. */
export async function followed(sandbox: SandboxClient, lastEventId?: string) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const events = sandbox.events({ signal: leave.signal, ...(lastEventId !== undefined && { lastEventId }) });
  const next = async (): Promise<WorldEvent> => {
    const { value } = await events.next();
    if (!value) throw new Error('the event stream has ended');
    return value;
  };
  /** The next events, each as its kind and its data. */
  const reported = async (count: number) => {
    const list: WorldEvent[] = [];
    while (list.length < count) list.push(await next());
    return list.map(({ event, data }) => [event, data] as const);
  };
  const rest = async () => {
    const kinds: string[] = [];
    for await (const { event } of events) kinds.push(event);
    return kinds;
  };
  return { start: await next(), next, reported, leave: () => events.return(), rest };
}

export async function following(settings: Partial<MockServerSettings> = {}, name = 'main') {
  const mockServer = await petsMockServer(settings);
  const client = clientOf(mockServer);
  const sandbox = name === 'main' ? client : await client.createSandbox(name);
  return { mockServer, client, sandbox, ...(await followed(sandbox)) };
}

/** The numbers of exchanges, and the kinds of other events. */
export const numbersOf = (reported: readonly (readonly [string, unknown])[]) =>
  reported.map(([event, data]) => (event === 'exchange' ? (data as { number: number }).number : event));
