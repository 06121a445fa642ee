// First steps with each API, from its current records.

import { basePathOf } from '../../oidc/issuer-paths.ts';
import type { AnyLoginApi } from '../../oidc/login/login-api.ts';
import type { LoginClient } from '../../oidc/login/login-types.ts';
import type { AnyStore, Introduction } from '../../pipeline/api/api.ts';
import type { Credential } from '../../pipeline/security/credential.ts';

/** An API with its display name and records. */
export interface Introducible {
  readonly api: AnyLoginApi;
  readonly title: string;
  /** The full names of the service that it is for remote procedure calls. */
  readonly services: readonly string[];
  readonly store: AnyStore | undefined;
  /** The only valid credentials, if they are listed. */
  readonly credentials: readonly Credential[] | undefined;
  /** The numbers of sources; undefined for an API with handlers only. */
  readonly responders: ResponderCounts | undefined;
  /** The source of an operation's responses. */
  kindOf?(operationId: string): OperationSource;
  /** Introduces an api that does not do so itself. */
  introduce?(store: AnyStore): Introduction | undefined;
}

/** The source of responses: code, stored items, or examples and generated data. */
export type OperationSource = 'handler' | 'stateful' | 'static';

/** How many operations have handlers, are stateful, or are static. */
export interface ResponderCounts {
  readonly operations: number;
  /** Operations with a handler. */
  readonly handlers: number;
  /** Other operations with stored items. */
  readonly resources: number;
  /** How many webhooks the document has, by their names. */
  readonly webhooks: number;
}

/** First steps with one api. */
export interface Introduced {
  readonly title: string;
  readonly introduction: Introduction | undefined;
  /** The full names of the service that it is for remote procedure calls; none where it is none. */
  readonly services: readonly string[];
  /** The applications of the login; none without logins. */
  readonly applications: readonly LoginClient[];
  /** Below which path of this server they do; empty at the root. */
  readonly loginPath: string;
  /** Default: all operations have handlers. */
  readonly responders?: ResponderCounts | undefined;
  /** The source of an operation's responses. Default: handlers. */
  kindOf?: ((operationId: string) => OperationSource) | undefined;
  /** Which credentials the API accepts, as a sentence. Default: not known. */
  accepted?: string | undefined;
}

/** How many tokens the sentence names. */
const NAMED_TOKENS = 3;

function acceptedCredentials(
  { api, credentials }: Pick<Introducible, 'api' | 'credentials'>,
  introduction: Introduction | undefined,
): string | undefined {
  if (api.authenticate) {
    const tokens = (introduction?.callers ?? []).slice(0, NAMED_TOKENS).map(({ token }) => `\`${token}\``);
    return tokens.length === 0 ? undefined : `test tokens are ${tokens.join(', ')}; the overview page lists all.`;
  }
  if (api.login) return 'access tokens of the login are valid; `understudy token USER` prints one.';
  return credentials ? 'only the configured credentials are valid.' : 'any value is accepted.';
}

/** How many applications are shown. */
const APPLICATIONS = 100;

/** First steps with all APIs. Returns the same list until a record changes, so callers can cache by identity. */
export function createIntroductions(apis: readonly Introducible[]): () => readonly Introduced[] {
  let states: readonly unknown[] = [];
  let introduced: readonly Introduced[] | undefined;
  // Only one api's users log in, as for the issuer.
  const issuing = apis.find(({ api }) => api.login)?.api;
  return () => {
    const now = apis.map(({ store }) => store?.state);
    if (!introduced || now.some((state, index) => state !== states[index])) {
      introduced = apis.map(({ title, services, store, responders, kindOf, ...one }) => {
        const { api } = one;
        const introduction = store && (api.introduce?.(store.collections) ?? one.introduce?.(store));
        return {
          title,
          responders,
          kindOf,
          accepted: acceptedCredentials(one, introduction),
          introduction,
          services,
          applications: store && api === issuing ? some(api.login?.clients(store.collections) ?? []) : [],
          loginPath: basePathOf(api.login?.routes),
        };
      });
      states = now;
    }
    return introduced;
  };
}

/** The first ones. */
function some(applications: Iterable<LoginClient>): LoginClient[] {
  const first: LoginClient[] = [];
  for (const application of applications) {
    if (first.push(application) === APPLICATIONS) break;
  }
  return first;
}
