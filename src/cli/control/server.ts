// Connects control commands to a running server and its sandboxes.

import { type UnderstudyClient, UnderstudyError, understudy } from '../../client/client.ts';
import { createControl } from '../../client/control.ts';
import { SandboxClient } from '../../client/sandbox.ts';
import { withToken } from '../../client/send-request.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { serverAddress } from '../flag-values.ts';
import type { CommandIO } from '../io.ts';
import { defaultUrl } from './default-url.ts';

type Environment = CommandIO['env'];

/** @param url - Default: that of the environment. @throws UsageError if it is not a URL */
export function connectTo(url: string | undefined, env: Environment): UnderstudyClient {
  return understudy(serverAddress(url ?? defaultUrl(env)), { token: tokenIn(env) });
}

/** Finds an existing sandbox: a request would create it, and hide a mistyped name. @throws UsageError if there is none */
export async function findSandbox(server: UnderstudyClient, name: string, env: Environment): Promise<SandboxClient> {
  if (name === server.name) return server;
  const names = (await server.sandboxes()).map(({ sandbox }) => sandbox);
  if (names.includes(name)) {
    const send = withToken((request) => fetch(request), tokenIn(env));
    return new SandboxClient(name, server.url, createControl(server.url, send, name));
  }
  throw new UsageError(`Sandbox ${JSON.stringify(name)} does not exist; there ${listOf(names)}.`);
}

/** @throws UsageError with the message of the server */
export async function reportingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnderstudyError && error.status === 0)
      throw new UsageError(`${error.message} If it listens at another address: --url URL, or UNDERSTUDY_URL.`);
    if (error instanceof UnderstudyError || error instanceof ApiError) throw new UsageError(error.message);
    throw error;
  }
}

function tokenIn({ UNDERSTUDY_CONTROL_TOKEN }: Environment): string | undefined {
  return UNDERSTUDY_CONTROL_TOKEN || undefined;
}

function listOf(names: readonly string[]): string {
  return `${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;
}
