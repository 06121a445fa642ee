// A sandbox as the issuer uses it: users, clients, time and artifacts.

import type { Identified } from '../../store/record.ts';
import type { View } from '../../store/view.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { IssuerPaths } from './issuer-paths.ts';
import type { Login, LoginUser } from './login/login-types.ts';

type AnyRecords = Record<string, Identified>;

/** The login of any api. */
type LoginSettings = Login<AnyRecords>;

/** An API with a login. */
export interface LoginApi {
  readonly name: string;
  readonly login: LoginSettings;
}

export interface LoginSandbox {
  readonly sandbox: Sandbox;
  readonly login: LoginSettings;
  readonly paths: IssuerPaths;
  readonly records: View<AnyRecords>;
}

/** @throws Error if the sandbox has no store for the api */
export function loginSandboxOf(sandbox: Sandbox, { name, login }: LoginApi, paths: IssuerPaths): LoginSandbox {
  const store = sandbox.stores.get(name);
  if (!store) throw new Error(`sandbox ${sandbox.name} has no store for API ${name}`);
  return { sandbox, login, paths, records: store.collections };
}

/** The active user with an id or a login name. */
export function findUser({ login, records }: LoginSandbox, text: string): LoginUser | undefined {
  return login.user(records, text) ?? login.userNamed(records, text);
}
