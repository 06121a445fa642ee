// An api that brings its users with it: a stand-in that serves it is their issuer of tokens.

import type { AnyApi, Api, Credentials, Operations } from '../engine/api.ts';
import type { Collections } from '../store/record.ts';
import type { IssuedToken, Login } from './login.ts';
import { routeProblems } from './paths.ts';

/** What the issuer of a stand-in knows, whichever api brought it. */
export interface Issued {
  /** What is known of a bearer token; undefined for one that it has not given, or that is valid no more. */
  issued(token: string): Promise<IssuedToken | undefined>;
}

/** What an api may look at to know who is calling: the head of a request, and what the issuer knows of its token. */
export type LoginCredentials<C extends Collections<C>> = Credentials<C> & Issued;

/** An api, complete. */
export interface LoginApi<Ops extends Operations<Ops>, C extends Collections<C>, Principal>
  extends Api<Ops, C, Principal, Issued> {
  /** Who can log in, and with what: makes the stand-in an OAuth 2.0 issuer. The first api that tells it is asked. */
  readonly login?: Login<C>;
}

/** An api of which operations without a handler are answered from its document. */
export interface InferredApi<Ops extends Operations<Ops>, C extends Collections<C>, Principal>
  extends Omit<LoginApi<Ops, C, Principal>, 'handlers' | 'infer'> {
  readonly infer: true;
  /** Default: none. */
  readonly handlers?: Partial<LoginApi<Ops, C, Principal>['handlers']>;
  /**
   * A folder of more handlers: `<operationId>.ts` (or `.mjs`, `.js`) whose default export is the handler, or `handlers.ts` with handlers as named exports. In a
   * name of a file, `_` stands for what is no letter, digit, `$` or `-`. Files with other names are left alone, and told.
   */
  readonly handlerFolder?: string | URL;
}

/** Any api, with whatever login: see `AnyApi`. */
export interface AnyLoginApi extends AnyApi {
  // biome-ignore lint/suspicious/noExplicitAny: explained there
  readonly login?: Login<any>;
}

/**
 * Defines an api. Gives it back unchanged: the types do the work.
 *
 * @example
 * export const pets = defineApi<Operations, Records, undefined>({
 *   name: 'pets',
 *   document: new URL('pets.yaml', import.meta.url),
 *   handlers: { listPets: ({ store }) => [...store.collections.pets.values()] },
 * });
 */
export function defineApi<Ops extends Operations<Ops>, C extends Collections<C>, Principal>(
  api: LoginApi<Ops, C, Principal>,
): LoginApi<Ops, C, Principal>;
/**
 * Defines an api that answers operations without a handler from its document.
 *
 * @example export const pets = defineApi({ name: 'pets', document: new URL('pets.yaml', import.meta.url), infer: true });
 */
export function defineApi<Ops extends Operations<Ops>, C extends Collections<C>, Principal>(
  api: InferredApi<Ops, C, Principal>,
): InferredApi<Ops, C, Principal>;
export function defineApi(api: object): object {
  return api;
}

/** What is missing or wrong of the login of an api, a sentence each. Types say so, but not to JavaScript. */
export function loginProblems({ login }: AnyLoginApi): string[] {
  if (!login) return [];
  const missing = (['client', 'clients', 'users'] as const).filter((name) => typeof login[name] !== 'function');
  return [...missing.map((name) => `its login has no ${name}`), ...routeProblems(login.routes ?? {})];
}
