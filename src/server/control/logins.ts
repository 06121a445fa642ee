// Lists logins and tokens, issues and revokes them.

import type { Issuer } from '../oidc/issuer.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { Credential } from '../pipeline/security/credential.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { GivenToken } from './operations.ts';

type LoginHandlers = Pick<ControlHandlers, 'listLogins' | 'endLogin' | 'listTokens' | 'issueToken' | 'revokeToken'>;

/** The credentials that the settings of an api name. */
export interface ApiCredentials {
  readonly api: string;
  readonly credentials: readonly Credential[];
}

/** @param issuer - absent without logins */
export function loginHandlers(
  issuer: Pick<Issuer, 'mint' | 'registry'> | undefined,
  apis: readonly ApiCredentials[],
): LoginHandlers {
  const known = apis.flatMap(credentialsOf);

  /** @throws ApiError `failed_precondition` without logins */
  function required() {
    if (issuer) return issuer;
    const others = known.length > 0 ? '; GET /_understudy/tokens lists the credentials from its settings' : '';
    throw new ApiError(
      'failed_precondition',
      `no API of this server has a login page; add one with defineLogin in the config${others}`,
    );
  }

  return {
    async listLogins({ input: { limit, after }, caller: { sandbox } }) {
      // Callers of credentials from the settings do not log in.
      if (!issuer && known.length > 0) return { sandbox: sandbox.name, logins: [] };
      const registry = await required().registry();
      const { items, ...rest } = await registry.logins({ limit, after }, sandbox);
      return { sandbox: sandbox.name, logins: items, ...rest };
    },
    async endLogin({ input: { id, keepOffline }, caller: { sandbox, address } }) {
      const registry = await required().registry();
      const ended = await registry.endLogin({ id, keepOffline }, sandbox, address);
      return { sandbox: sandbox.name, login: id, ...ended };
    },
    async listTokens({ input: { limit, after, ...which }, caller: { sandbox } }) {
      // Credentials have the first places.
      const first = known.length;
      const start = after === undefined ? 0 : after + 1;
      const shown = known.flatMap((token, place) =>
        place >= start && isWanted(token, which) ? [{ token, place }] : [],
      );
      const credentials = shown.slice(0, limit);
      const tokens = credentials.map(({ token }) => token);
      if (shown.length > limit) return { sandbox: sandbox.name, tokens, after: credentials.at(-1)?.place ?? 0 };
      if (!issuer && first > 0) return { sandbox: sandbox.name, tokens };
      const registry = await required().registry();
      const part = { limit: limit - tokens.length, after: start > first ? start - first - 1 : undefined };
      const given = await registry.tokens({ ...which, ...part }, sandbox);
      return {
        sandbox: sandbox.name,
        tokens: [...tokens, ...given.items],
        ...(given.after !== undefined && { after: given.after + first }),
      };
    },
    async issueToken({ input: { user, scopes, expiresIn, client }, caller: { sandbox, address } }) {
      const order = { user, ...(scopes && { scopes }), ...(expiresIn && { expiresIn }), ...(client && { client }) };
      const { expires, userId, ...minted } = await required().mint(order, sandbox, address);
      sandbox.requestLog.addSecret(minted.token);
      return { sandbox: sandbox.name, user: userId, ...minted, expires: expires.toISOString() };
    },
    async revokeToken({ input: { id }, caller: { sandbox } }) {
      if (known.some((one) => one.id === id))
        throw new ApiError('failed_precondition', `${id} comes from the settings of the server; remove it there`);
      await (await required().registry()).revoke(id, sandbox);
    },
  };
}

/** How long a secret must be for its last characters to be shown. */
const LONG = 16;

/** Configured credentials in the list of tokens. Their ids reveal nothing of the secrets, which may be guessable. */
function credentialsOf({ api, credentials }: ApiCredentials): readonly GivenToken[] {
  return credentials.map((one, index) => {
    const { scheme, scopes } = one;
    const secret = 'value' in one ? one.value : one.password;
    const name = one.name ?? ('user' in one ? one.user : undefined);
    return {
      id: `${api}-${index + 1}`,
      kind: 'credential',
      api,
      by: 'settings',
      ...(secret.length >= LONG && { ending: secret.slice(-4) }),
      ...(name !== undefined && { name }),
      ...(scheme !== undefined && { scheme }),
      ...(scopes && { scopes: [...scopes] }),
    };
  });
}

interface Wanted {
  readonly user?: string | undefined;
  readonly client?: string | undefined;
  readonly login?: string | undefined;
  readonly kind?: string | undefined;
}

/** Whether a credential matches the filter: it has neither application nor login. */
function isWanted({ name, kind }: GivenToken, wanted: Wanted): boolean {
  if (wanted.client !== undefined || wanted.login !== undefined) return false;
  return (wanted.user === undefined || wanted.user === name) && (wanted.kind === undefined || wanted.kind === kind);
}
