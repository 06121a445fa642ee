// APIs with a login, and `defineApi`.

import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import type { Identified, RecordTypes } from '../../../store/record.ts';
import type { AnyApi, Api, Credentials, Handler, Operations } from '../../pipeline/api/api.ts';
import type { Properties } from '../../pipeline/api/items.ts';
import type { Caller } from '../../pipeline/security/authenticator.ts';
import { routeProblems } from '../issuer-paths.ts';
import type { IssuedToken, Login } from './login-types.ts';

/** The tokens that the issuer of the server knows. */
export interface Issued {
  /** Returns a valid token; undefined if it is unknown or expired. */
  issued(token: string): Promise<IssuedToken | undefined>;
}

/** The head of a request and the token of the issuer, for `authenticate`. */
export type LoginCredentials<C extends RecordTypes<C>> = Credentials<C> & Issued;

/** An API: an OpenAPI document with its handlers and settings. See `defineApi`. */
export interface LoginApi<Ops extends Operations<Ops>, C extends RecordTypes<C>, Principal>
  extends Api<Ops, C, Principal, Issued> {
  /** Users and clients: makes the server an OAuth 2.0 and OpenID Connect issuer. The first API with a login is used. */
  readonly login?: Login<C>;
}

/** An API whose operations without a handler get responses from the document. */
export interface InferredApi<Ops extends Operations<Ops>, C extends RecordTypes<C>, Principal>
  extends Omit<LoginApi<Ops, C, Principal>, 'handlers' | 'infer'> {
  readonly infer: true;
  /** Default: none. */
  readonly handlers?: Partial<LoginApi<Ops, C, Principal>['handlers']>;
  /**
   * A folder with more handlers: files `<operationId>.ts` (or `.mjs`, `.js`) with a default export, or `handlers.ts`
   * with named exports. In file names, `_` replaces everything but letters, digits, `$` and `-`. Other files are
   * reported and ignored.
   */
  readonly handlerFolder?: string | URL;
}

/** An API as `InferredApi`, with handlers in code and without generated types. Inputs and items are `unknown` to the compiler. */
export interface UntypedApi
  extends Omit<InferredApi<Record<never, never>, Readonly<Record<string, Identified>>, Caller>, 'handlers'> {
  /** By operationId. Default: none. */
  readonly handlers?: UntypedHandlers;
}

/** Handlers without generated types, by operationId. */
export type UntypedHandlers = Readonly<
  Record<string, Handler<Properties, unknown, Readonly<Record<string, Identified>>, Caller | undefined>>
>;

/** An API of any type with any login; see `AnyApi`. */
export interface AnyLoginApi extends AnyApi {
  // biome-ignore lint/suspicious/noExplicitAny: explained there
  readonly login?: Login<any>;
}

/**
 * Defines an API with untyped handlers. For typed ones, run `understudy types` and use `defineApi<Operations, …>`, or put the handlers in a folder.
 *
 * @example defineApi({ name: 'pets', document: 'pets.yaml', infer: true, handlers: { addPet: ({ next }) => next() } });
 */
export function defineApi(api: UntypedApi): UntypedApi;
/**
 * Defines an API whose operations without a handler get responses from the document.
 *
 * @example export const pets = defineApi({ name: 'pets', document: new URL('pets.yaml', import.meta.url), infer: true });
 */
export function defineApi<Ops extends Operations<Ops>, C extends RecordTypes<C>, Principal>(
  api: InferredApi<Ops, C, Principal>,
): InferredApi<Ops, C, Principal>;
/**
 * Defines an API with a handler for each operation. Returns it unchanged; the compiler names a missing or misspelt handler.
 *
 * @example
 * export const pets = defineApi<Operations, Records, undefined>({
 *   name: 'pets',
 *   document: new URL('pets.yaml', import.meta.url),
 *   handlers: { listPets: ({ store }) => [...store.collections.pets.values()] },
 * });
 */
export function defineApi<Ops extends Operations<Ops>, C extends RecordTypes<C>, Principal>(
  api: LoginApi<Ops, C, Principal>,
): LoginApi<Ops, C, Principal>;
// The compiler explains why the last signature does not fit.
export function defineApi(api: object): object {
  return api;
}

// biome-ignore lint/suspicious/noExplicitAny: names only
const OPTIONS: Readonly<Record<keyof Login<any>, true>> = {
  routes: true,
  client: true,
  clients: true,
  user: true,
  userNamed: true,
  users: true,
  providers: true,
  roles: true,
  rejection: true,
  isPassword: true,
  claims: true,
  assertions: true,
  organizationOf: true,
  scopeProblem: true,
  providerOf: true,
  audience: true,
  isScope: true,
  ownScopes: true,
  personalToken: true,
  machine: true,
};

/** Problems of a login, for users without types. */
export function loginProblems({ login }: AnyLoginApi): string[] {
  if (!login) return [];
  const missing = (['client', 'clients', 'users'] as const).filter((name) => typeof login[name] !== 'function');
  const unknown = Object.keys(login).filter((name) => !Object.hasOwn(OPTIONS, name));
  return [
    ...missing.map((name) => `its login has no ${name}`),
    ...unknown.map(
      (name) => `its login has an unknown option ${name}${didYouMean(findNearestName(name, Object.keys(OPTIONS)))}`,
    ),
    ...routeProblems(login.routes ?? {}),
  ];
}
