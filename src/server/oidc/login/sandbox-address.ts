// Redirect URIs at sandbox hosts, for applications that may use `localhost`.

import type { LoginSandbox } from '../login-sandbox.ts';

const AT_SANDBOX = /^(https?:\/\/)([a-z0-9-]+)\.(localhost(?:[:/?#].*)?)$/;

/** A URI at the host of a sandbox, such as `http://blue.localhost:5173/`. */
export interface SandboxAddress {
  readonly sandbox: string;
  /** The same with `localhost` for its host. */
  readonly atLocalhost: string;
}

/** The sandbox whose host a URI or an origin has; undefined for other hosts. */
export function sandboxAddress(uri: string): SandboxAddress | undefined {
  const [, scheme = '', sandbox, rest = ''] = AT_SANDBOX.exec(uri) ?? [];
  return sandbox === undefined ? undefined : { sandbox, atLocalhost: scheme + rest };
}

/**
 * The registered URIs that match one: the URI itself; and for an application in dev mode at the host of its own
 * sandbox, the same URI at `localhost`. All these hosts are this machine (RFC 6761, section 6.3), so a code stays on
 * it.
 */
export function matchingUris(
  uri: string,
  clientId: string,
  { login, records, sandbox }: LoginSandbox,
): readonly string[] {
  const address = sandboxAddress(uri);
  if (address?.sandbox !== sandbox.name || !login.client(records, clientId)?.devMode) return [uri];
  return [uri, address.atLocalhost];
}
