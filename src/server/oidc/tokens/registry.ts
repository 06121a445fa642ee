// Lists and ends logins and tokens, for the control API.

import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { SessionLock } from '../login/session-lock.ts';
import type { LoginSandbox } from '../login-sandbox.ts';
import type { MadeProvider } from '../provider.ts';
import {
  type KnownLogin,
  type KnownToken,
  type ListedPage,
  type ListPart,
  listLogins,
  listTokens,
  type WantedTokens,
} from './list-logins.ts';
import { endSession, type OverApplication, revokeToken, sessionOf } from './revoke.ts';

/** The logins and tokens of all sandboxes. */
export interface LoginRegistry {
  logins(part: ListPart, sandbox: Sandbox): Promise<ListedPage<KnownLogin>>;
  tokens(wanted: WantedTokens, sandbox: Sandbox): Promise<ListedPage<KnownToken>>;
  /**
   * Ends a login, and notifies applications that subscribe to that.
   *
   * @param address - the address of the server for the caller
   * @throws ApiError `not_found` if there is no such login
   */
  endLogin(order: LoginEnd, sandbox: Sandbox, address: string): Promise<EndedLogin>;
  /** @throws ApiError `not_found` if there is no such valid token */
  revoke(id: string, sandbox: Sandbox): Promise<void>;
}

export interface LoginEnd {
  readonly id: string;
  /** Whether grants for `offline_access` stay. */
  readonly keepOffline: boolean;
}

/** A login that was ended. */
export interface EndedLogin {
  /** The id of the user. */
  readonly user: string;
  /** How many tokens are valid no more. */
  readonly tokens: number;
  readonly notified: readonly NotifiedApplication[];
}

/** An application that was notified of a logout (OpenID Connect Back-Channel Logout 1.0). */
export interface NotifiedApplication {
  readonly client: string;
  readonly url: string;
  /** Why that did not work. */
  readonly problem?: string;
}

export interface RegistrySettings {
  loginSandboxOf(sandbox: Sandbox): LoginSandbox;
  /** The provider for an issuer in a sandbox. @param issuer - as in tokens; undefined for the one at an address */
  providerOf(issuer: string | undefined, sandbox: Sandbox, address: string): Promise<MadeProvider>;
  readonly sessionLock: SessionLock;
}

export function createRegistry({ loginSandboxOf, providerOf, sessionLock }: RegistrySettings): LoginRegistry {
  /** A concurrent request of the browser would write the session back; its name changes with each login. */
  async function end({ id, keepOffline }: LoginEnd, loginSandbox: LoginSandbox): ReturnType<typeof endSession> {
    const { sandbox } = loginSandbox;
    const { jti } = sessionOf(id, loginSandbox).payload;
    const over = await sessionLock.hold(sandbox, jti, async () =>
      sessionOf(id, loginSandbox).payload.jti === jti ? endSession(id, keepOffline, loginSandbox) : undefined,
    );
    return over ?? end({ id, keepOffline }, loginSandbox);
  }

  async function tell(
    { clientId, sid, issuer }: OverApplication,
    userId: string,
    { sandbox, login, records }: LoginSandbox,
    address: string,
  ): Promise<NotifiedApplication | undefined> {
    const url = login.client(records, clientId)?.backChannelLogoutUri;
    if (url === undefined) return undefined;
    try {
      const { provider } = await providerOf(issuer, sandbox, address);
      const client = await provider.Client.find(clientId);
      await (client as unknown as BackChannel | undefined)?.backchannelLogout(userId, sid);
      return { client: clientId, url };
    } catch (error) {
      return { client: clientId, url, problem: (error as Error).message };
    }
  }

  return {
    logins: (part, sandbox) => listLogins(loginSandboxOf(sandbox), part),
    tokens: (wanted, sandbox) => listTokens(loginSandboxOf(sandbox), wanted),
    revoke: (id, sandbox) => revokeToken(id, loginSandboxOf(sandbox)),
    async endLogin(order, sandbox, address) {
      const loginSandbox = loginSandboxOf(sandbox);
      const { userId: user, tokens, applications } = await end(order, loginSandbox);
      const notified = await Promise.all(applications.map((one) => tell(one, user, loginSandbox, address)));
      return { user, tokens, notified: notified.filter((one) => one !== undefined) };
    },
  };
}

/** Properties of a client that its types lack. */
interface BackChannel {
  backchannelLogout(userId: string, sid: string | undefined): Promise<void>;
}
