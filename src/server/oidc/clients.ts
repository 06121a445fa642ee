// Client metadata for oidc-provider, read from the records with each request.

import { createPublicKey, randomBytes } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { LoginClient, LoginKey, LoginMachine } from './login/login-types.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { CLIENT_CREDENTIALS, JWT_BEARER } from './tokens/grant-types.ts';

/** The secret of a client without one: nothing matches it. */
const UNKNOWABLE = randomBytes(32).toString('base64url');

/**
 * The client with this id: an application; or a machine user, by its name with a secret, by its id with an assertion.
 */
export function clientMetadata({ login, records }: LoginSandbox, id: string): AdapterPayload | undefined {
  const client = login.client(records, id);
  if (client) return ofApplication(client);
  const machine = login.machine(records, id);
  return machine && ofMachine(machine, id);
}

function ofApplication(client: LoginClient): AdapterPayload {
  const isNative = client.kind === 'native';
  const isAllowed = (uri: string) => isNative || client.devMode || !/^http:/i.test(uri);
  const redirectUris = client.redirectUris.filter(isAllowed);
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: isNative || isTriedOut(client) ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris.filter(isAllowed),
    // A device has nowhere to go back to.
    response_types: (redirectUris.length === 0 ? [] : client.responseTypes) as AdapterPayload['response_types'],
    grant_types: [...client.grantTypes],
    // `client-proof.ts` is shown an assertion as a secret.
    token_endpoint_auth_method: client.authMethod === 'private_key_jwt' ? 'client_secret_post' : client.authMethod,
    ...(client.authMethod !== 'none' && { client_secret: client.secret ?? UNKNOWABLE }),
    jwks: { keys: client.keys.map(jwkOf) },
    ...(client.backChannelLogoutUri !== undefined && {
      backchannel_logout_uri: client.backChannelLogoutUri,
      backchannel_logout_session_required: true,
    }),
  };
}

/**
 * Whether it uses the implicit flow on a developer's machine, which the library allows for native applications only.
 */
function isTriedOut({ devMode, responseTypes }: LoginClient): boolean {
  return devMode && responseTypes.some((type) => type !== 'code');
}

/** Assertions are verified with the token request, so their clients need no other authentication. */
function ofMachine({ user, secret, keys }: LoginMachine, id: string): AdapterPayload | undefined {
  const isSigning = id === user.id;
  if (isSigning ? keys.length === 0 : secret === undefined) return undefined;
  return {
    client_id: id,
    client_name: user.displayName,
    redirect_uris: [],
    response_types: [],
    grant_types: [isSigning ? JWT_BEARER : CLIENT_CREDENTIALS],
    ...(isSigning
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret }),
  };
}

function jwkOf({ id, publicKey }: LoginKey) {
  return { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: id, use: 'sig' } as {
    kty: 'RSA';
    n: string;
    e: string;
  };
}
