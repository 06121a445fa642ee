// What an issuer tells the pages that people see.

import type { LoginOrganization, LoginProvider } from './login.ts';

/** What people log in to. */
export interface LoginTarget {
  readonly name: string;
  /** That of its project, where it has another name. */
  readonly project?: string;
}

/** One who can be chosen on a login page. */
export interface LoginChoice {
  readonly id: string;
  readonly loginName: string;
  readonly displayName: string;
  readonly roles: readonly string[];
  /** Why this one may not log in. */
  readonly refusal?: string;
}

/**
 * The page that asks who somebody is. Its forms are sent by POST to `action`, with `user` (an id), or `loginName` and `password`, or `provider`
 * (an id), or `cancel`.
 */
export interface LoginView {
  readonly action: string;
  readonly client: LoginTarget;
  /** The organization that the login is limited to. */
  readonly organization?: LoginOrganization;
  readonly groups: readonly { readonly organization?: LoginOrganization; readonly users: readonly LoginChoice[] }[];
  /** How many users there are beside those in `groups`: too many to show. */
  readonly unshown: number;
  /** Other logins: those of the organization once it is known, until then those that are offered to everybody. */
  readonly providers: readonly LoginProvider[];
  /** What was typed or hinted; may be empty. */
  readonly loginName: string;
  /** What becomes of the password of a user who is picked; absent when nobody here has one. */
  readonly passwords?: 'asked' | 'skipped';
  /** Who is logged in already; offered first. */
  readonly current?: LoginChoice;
  /** What went wrong before. */
  readonly problem?: string;
}

/** Somebody else's login, played: who comes back from it? POST `user` (an id) or `cancel` to `action`. */
export interface ExternalLoginView {
  readonly action: string;
  readonly provider: LoginProvider;
  readonly client: LoginTarget;
  readonly users: readonly LoginChoice[];
  /** How many more there are: too many to show. */
  readonly unshown: number;
  readonly problem?: string;
}

/** Whether to log out. POST `fields` and `logout=yes`, or without it, to `action`. */
export interface LogoutView {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The code that a device shows. POST `fields` and `user_code` (or, when it is only to be confirmed, `confirm=yes` or `abort=yes`) to `action`. */
export interface DeviceView {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly userCode?: string;
  readonly isConfirmed: boolean;
  readonly client?: string;
  readonly problem?: string;
}

/** What people are told at the end, or when there is nothing to go back to. */
export interface NoticeView {
  readonly title: string;
  readonly text: string;
  /** For the developer: the error code of OAuth, and what to do. */
  readonly error?: string;
  readonly detail?: string;
}

/** The pages of an issuer, as HTML. */
export interface LoginPages {
  login(view: LoginView): string;
  external(view: ExternalLoginView): string;
  logout(view: LogoutView): string;
  device(view: DeviceView): string;
  notice(view: NoticeView): string;
}
