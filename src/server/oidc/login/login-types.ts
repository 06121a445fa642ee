// Types of the login: users, clients, tokens, claims.

import type { RecordTypes } from '../../../store/record.ts';
import type { View } from '../../../store/view.ts';

/** The name of the store of issued tokens, and of its file. No API may have it. */
export const ISSUER = 'issuer';

/** The name of the in-memory store of pending logins. No API may have it. */
export const PENDING = 'issuer-begun';

/** A user, or a machine user that logs in as itself. */
export interface LoginUser {
  readonly id: string;
  /** Unique, such as `ada@example.org`. */
  readonly loginName: string;
  readonly displayName: string;
  /** A machine user has no login page. Default `human`. */
  readonly kind?: 'human' | 'machine';
  /** The organization, by which the login page groups users. Default: none. */
  readonly organization?: LoginOrganization;
}

/** An organization of users. */
export interface LoginOrganization {
  readonly id: string;
  readonly name: string;
}

/** An OAuth client. */
export interface LoginClient {
  readonly id: string;
  readonly name: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly kind: 'web' | 'user-agent' | 'native' | 'api';
  readonly authMethod: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt';
  readonly secret?: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** OAuth names: `authorization_code`, `refresh_token` … */
  readonly grantTypes: readonly string[];
  /** OAuth names: `code`, `id_token` … */
  readonly responseTypes: readonly string[];
  /** Whether `http` redirect URIs are allowed for hosts other than this machine. */
  readonly devMode: boolean;
  readonly accessTokens: 'opaque' | 'jwt';
  /** Whether ID tokens contain all claims of userinfo. Default false. */
  readonly fullIdTokens?: boolean;
  /** The keys for `private_key_jwt`. */
  readonly keys: readonly LoginKey[];
  /** Called when a user logs out (OpenID Connect Back-Channel Logout 1.0). */
  readonly backChannelLogoutUri?: string;
}

/** A public key. */
export interface LoginKey {
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
}

/** A machine user. */
export interface LoginMachine {
  readonly user: LoginUser;
  /** For client credentials. */
  readonly secret?: string;
  /** For assertions that it signs. */
  readonly keys: readonly LoginKey[];
}

/** A personal access token, issued without a login. */
export interface PersonalToken {
  readonly userId: string;
  readonly scopes: Scopes;
  /** Default: never. */
  readonly expires?: Date;
}

/** A simulated external identity provider on the login page. */
export interface LoginProvider {
  readonly id: string;
  readonly name: string;
  /** Such as `OIDC` or `GITHUB`. */
  readonly kind: string;
}

/** The paths of the issuer, made of letters, digits, `-`, `.`, `_` and `~`. Discovery publishes them. */
export interface LoginRoutes {
  /** The prefix of all others and part of the issuer URL, as in `http://localhost:8080/realms/shop`. Default: none. */
  readonly base: string;
  /** Default `/oauth/v2/authorize`. */
  readonly authorization: string;
  /** Default `/oauth/v2/token`. */
  readonly token: string;
  /** Default `/oauth/v2/introspect`. */
  readonly introspection: string;
  /** Default `/oauth/v2/revoke`. */
  readonly revocation: string;
  /** The public keys (JWKS). Default `/oauth/v2/keys`. */
  readonly keys: string;
  /** The device authorization endpoint. Default `/oauth/v2/device_authorization`. */
  readonly deviceAuthorization: string;
  /** Default `/oidc/v1/userinfo`. */
  readonly userinfo: string;
  /** The logout endpoint. Default `/oidc/v1/end_session`. */
  readonly endSession: string;
  /** The page where users enter a device code. Default `/device`. */
  readonly device: string;
  /** The prefix of the login pages. Default `/ui/login`. */
  readonly login: string;
}

/** Users, clients and claims of an API. Functions read the current records, so a change affects the next login. */
export interface Login<C extends RecordTypes<C>> {
  /** The paths of the issuer. Default: see `LoginRoutes`. */
  readonly routes?: Partial<LoginRoutes>;
  /** Returns an active client. */
  client(records: View<C>, clientId: string): LoginClient | undefined;
  /** Returns the active clients with a login, to list them for developers. Only the first ones are used. */
  clients(records: View<C>): Iterable<LoginClient>;
  /** Returns an active user, of an active organization if of any. */
  user(records: View<C>, userId: string): LoginUser | undefined;
  /** Finds a user by login name, or by its part before the domain if that is unique. */
  userNamed(records: View<C>, loginName: string): LoginUser | undefined;
  /** Returns all users who can log in, by organization and name. */
  users(records: View<C>): readonly LoginUser[];
  /** Returns the external identity providers of an organization, or the default ones if it is unknown. */
  providers(records: View<C>, organizationId: string | undefined): readonly LoginProvider[];
  /** Returns the roles of a user in the project of a client. */
  roles(records: View<C>, userId: string, client: LoginClient): readonly string[];
  /** Returns the reason why a user may not log in with a client; undefined if it may. */
  rejection(records: View<C>, userId: string, client: LoginClient): string | undefined;
  /** Whether the password is correct. */
  isPassword(records: View<C>, userId: string, password: string): boolean;
  /**
   * Returns the claims about a user besides `sub`, for these scopes.
   *
   * @param client - the client of the token; for an introspection, the one that requests it
   */
  claims(records: View<C>, userId: string, client: LoginClient | undefined, scopes: Scopes, place: ClaimsPlace): Claims;
  /** Returns the claims inside of tokens, such as roles; a part of `claims`. */
  assertions(
    records: View<C>,
    userId: string,
    client: LoginClient | undefined,
    scopes: Scopes,
    place: ClaimsPlace,
  ): Claims;
  /** Returns the organization to which these scopes restrict a login. */
  organizationOf(records: View<C>, scopes: Scopes): LoginOrganization | undefined;
  /** Returns what these scopes refer to and does not exist; undefined if all exists. */
  scopeProblem(records: View<C>, scopes: Scopes): string | undefined;
  /** Returns the external identity provider that these scopes select. */
  providerOf(records: View<C>, scopes: Scopes): LoginProvider | undefined;
  /** Returns the audience of a token besides its client. */
  audience(records: View<C>, client: LoginClient | undefined, scopes: Scopes): readonly string[];
  /**
   * Whether a scope is known, besides those of OpenID Connect. Default: those of the document, in its OAuth flows and
   * the security of its operations.
   */
  isScope?(scope: string): boolean;
  /** The scopes of a token without a login, besides known ones that the document requires. */
  readonly ownScopes: readonly string[];
  /** Returns a valid personal access token; undefined if it is unknown or expired. */
  personalToken(records: View<C>, token: string, now: Date): PersonalToken | undefined;
  /** Returns the active machine user with this name or id, who gets tokens by client credentials or assertions. */
  machine(records: View<C>, nameOrId: string): LoginMachine | undefined;
}

/** Names of scopes. */
export type Scopes = ReadonlySet<string>;

/** Where claims are returned: in a token, or by userinfo or introspection. */
export type ClaimsPlace = 'id_token' | 'access_token' | 'userinfo' | 'introspection';

/** Claims by name, as JSON. */
export type Claims = Readonly<Record<string, unknown>>;

/** A valid bearer token of the issuer. */
export interface IssuedToken {
  /** The user. */
  readonly userId: string;
  readonly clientId: string | undefined;
  readonly scopes: Scopes;
  readonly audience: readonly string[];
}

/** A token to issue without a login. */
export interface TokenOrder {
  /** The id or login name of the user. */
  readonly user: string;
  /** Default: those that the API needs. */
  readonly scopes?: readonly string[];
  /** In seconds. Default: as after a login. */
  readonly expiresIn?: number;
  /** The client id. Default: the client of the login if there is exactly one. */
  readonly client?: string;
}

/** A token that was issued without a login. */
export interface MintedToken {
  /** An identifier to list and revoke the token; not a credential. */
  readonly id: string;
  readonly token: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** By the clock of the sandbox. */
  readonly expires: Date;
}
