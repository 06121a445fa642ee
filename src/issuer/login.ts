// Logging in: what an issuer must know of an api, and what it gives.

import type { Collections } from '../store/record.ts';
import type { View } from '../store/view.ts';

/** The name of the store in which an issuer keeps what it has given, and of its file; no api may have it. */
export const ISSUER = 'issuer';

/** The name of the store, in memory only, of logins that were begun and nobody has done anything for; no api may have it. */
export const BEGUN = 'issuer-begun';

/** Somebody who can log in, or a program that acts for itself. */
export interface LoginUser {
  readonly id: string;
  /** No other user has it. Such as `ada@example.org`. */
  readonly loginName: string;
  readonly displayName: string;
  readonly kind: 'human' | 'machine';
  /** Whom it belongs to; users of one stand together on the login page. Default: to nobody. */
  readonly organization?: LoginOrganization;
}

export interface LoginOrganization {
  readonly id: string;
  readonly name: string;
}

/** Who logs users in: an application, as OAuth knows it. */
export interface LoginClient {
  readonly id: string;
  readonly name: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly kind: 'web' | 'user-agent' | 'native' | 'api';
  readonly authMethod: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt';
  readonly secret?: string;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** As OAuth names them: `authorization_code`, `refresh_token` … */
  readonly grantTypes: readonly string[];
  /** As OAuth names them: `code`, `id_token` … */
  readonly responseTypes: readonly string[];
  /** Whether redirect URIs with `http` are allowed for more than this machine. */
  readonly devMode: boolean;
  readonly accessTokens: 'opaque' | 'jwt';
  /** Whether its ID tokens say all that userinfo does. Default false. */
  readonly fullIdTokens?: boolean;
  /** What it proves itself with by `private_key_jwt`. */
  readonly keys: readonly LoginKey[];
  /** Is told when somebody logs out (OpenID Connect Back-Channel Logout 1.0). */
  readonly backChannelLogoutUri?: string;
}

/** The public half of a key. */
export interface LoginKey {
  readonly id: string;
  /** PEM. */
  readonly publicKey: string;
}

/** A program that logs in as itself. */
export interface LoginMachine {
  readonly user: LoginUser;
  /** For client credentials. */
  readonly secret?: string;
  /** For assertions that it signs. */
  readonly keys: readonly LoginKey[];
}

/** A token that nobody had to log in for. */
export interface PersonalToken {
  readonly userId: string;
  readonly scopes: Scopes;
  /** Default: never. */
  readonly expires?: Date;
}

/** Somebody else's login that is offered beside our own. */
export interface LoginProvider {
  readonly id: string;
  readonly name: string;
  /** Such as `OIDC` or `GITHUB`. */
  readonly kind: string;
}

/**
 * Where an issuer answers: paths of letters, digits, `-`, `.`, `_` and `~`. Discovery tells them to clients.
 */
export interface LoginRoutes {
  /** Below it stand all others; part of the issuer's address, as in `http://localhost:8080/realms/shop`. Default: none. */
  readonly base: string;
  /** Default `/oauth/v2/authorize`. */
  readonly authorization: string;
  /** Default `/oauth/v2/token`. */
  readonly token: string;
  /** Default `/oauth/v2/introspect`. */
  readonly introspection: string;
  /** Default `/oauth/v2/revoke`. */
  readonly revocation: string;
  /** The public keys of tokens. Default `/oauth/v2/keys`. */
  readonly keys: string;
  /** Where a device asks for its code. Default `/oauth/v2/device_authorization`. */
  readonly deviceAuthorization: string;
  /** Default `/oidc/v1/userinfo`. */
  readonly userinfo: string;
  /** Where people log out. Default `/oidc/v1/end_session`. */
  readonly endSession: string;
  /** Where people type the code that a device shows. Default `/device`. */
  readonly device: string;
  /** Below it stands one page for each login. Default `/ui/login`. */
  readonly login: string;
}

/**
 * What an api knows of logging in. Everything is looked up in the records when it is needed, so that a change shows in the next login.
 */
export interface Login<C extends Collections<C>> {
  /** Where it is done. Default: as in `LoginRoutes`. */
  readonly routes?: Partial<LoginRoutes>;
  /** An active client. */
  client(records: View<C>, clientId: string): LoginClient | undefined;
  /** The active clients that people log in with, shown to developers. Only the first ones are taken. */
  clients(records: View<C>): Iterable<LoginClient>;
  /** An active user, of an active organization if of any. */
  user(records: View<C>, userId: string): LoginUser | undefined;
  /** By login name, or by the part of it before the domain where that is unambiguous. */
  userNamed(records: View<C>, loginName: string): LoginUser | undefined;
  /** All users who can log in at all, by organization and name. */
  users(records: View<C>): readonly LoginUser[];
  /** The other logins that users of an organization may choose; those that are offered to everybody when it is not known. */
  providers(records: View<C>, organizationId: string | undefined): readonly LoginProvider[];
  /** The roles of a user on the project of a client, as people read them. */
  roles(records: View<C>, userId: string, client: LoginClient): readonly string[];
  /** Why a user may not log in with a client, for people; undefined when it may. */
  refusal(records: View<C>, userId: string, client: LoginClient): string | undefined;
  /** Whether this is the password, or any will do. */
  isPassword(records: View<C>, userId: string, password: string): boolean;
  /**
   * What is told about a user to whoever shows its token, beyond `sub`, for these scopes.
   *
   * @param client - who the token was given to; for an introspection, who asks
   */
  claims(records: View<C>, userId: string, client: LoginClient | undefined, scopes: Scopes, place: ClaimsPlace): Claims;
  /** What stands in the tokens themselves, such as roles; part of `claims`. */
  assertions(
    records: View<C>,
    userId: string,
    client: LoginClient | undefined,
    scopes: Scopes,
    place: ClaimsPlace,
  ): Claims;
  /** The organization that a login is limited to by these scopes. */
  organizationOf(records: View<C>, scopes: Scopes): LoginOrganization | undefined;
  /** What these scopes name and there is not, for developers; undefined when there is nothing wrong with them. */
  scopeProblem(records: View<C>, scopes: Scopes): string | undefined;
  /** The other login that these scopes ask for at once. */
  providerOf(records: View<C>, scopes: Scopes): LoginProvider | undefined;
  /** The audience of a token, beside its client. */
  audience(records: View<C>, client: LoginClient | undefined, scopes: Scopes): readonly string[];
  /** Whether a scope means something here, beyond those of OpenID Connect. */
  isScope(scope: string): boolean;
  /** The scopes that a token needs to open the api. */
  readonly ownScopes: readonly string[];
  /** What is known of a token that the api has given itself, at a time; undefined for every other one, and for one that has expired. */
  personalToken(records: View<C>, token: string, now: Date): PersonalToken | undefined;
  /** The active machine user with this name, or this id. */
  machine(records: View<C>, nameOrId: string): LoginMachine | undefined;
}

export type Scopes = ReadonlySet<string>;

/** Where claims are told: in a token, or to whoever shows one. */
export type ClaimsPlace = 'id_token' | 'access_token' | 'userinfo' | 'introspection';

/** Claims by name, as JSON. */
export type Claims = Readonly<Record<string, unknown>>;

/** A bearer token that an issuer has given, still valid. */
export interface IssuedToken {
  /** The user who calls. */
  readonly userId: string;
  readonly clientId: string | undefined;
  readonly scopes: Scopes;
  readonly audience: readonly string[];
}

/** A token that is wanted without a login. */
export interface TokenOrder {
  /** Its id, or its login name. */
  readonly user: string;
  /** Default: those that open the api. */
  readonly scopes?: readonly string[];
  /** In seconds. Default: as after a login. */
  readonly expiresIn?: number;
  /** The client that it is for, by its client id. Default: none. */
  readonly client?: string;
}

export interface MintedToken {
  /** By which it is listed and revoked; it opens nothing. */
  readonly id: string;
  readonly token: string;
  readonly userId: string;
  readonly scopes: readonly string[];
  /** By the clock of the sandbox. */
  readonly expires: Date;
}
