// The data of the login pages.

import type { LoginOrganization, LoginProvider } from './login-types.ts';

/** The application of a login. */
export interface LoginTarget {
  readonly name: string;
  /** That of its project, where it has another name. */
  readonly project?: string;
}

/** A selectable user of a login page. */
export interface LoginChoice {
  readonly id: string;
  readonly loginName: string;
  readonly displayName: string;
  readonly roles: readonly string[];
  /** Why this one may not log in. */
  readonly rejection?: string;
}

/**
 * The login form. It is sent by POST to `action`, with `user` (an id), or `loginName` and `password`, or `provider`
 * (an id), or `cancel`.
 */
export interface LoginView {
  readonly action: string;
  readonly client: LoginTarget;
  /** The organization that the login is limited to. */
  readonly organization?: LoginOrganization;
  readonly groups: readonly { readonly organization?: LoginOrganization; readonly users: readonly LoginChoice[] }[];
  /** The number of users that are not in `groups`, because there are too many. */
  readonly unshown: number;
  /** Other providers: those of the organization once it is known, until then the general ones. */
  readonly providers: readonly LoginProvider[];
  /** The typed or hinted name; may be empty. */
  readonly loginName: string;
  /** Whether picked users type their password; absent if no user has one. */
  readonly passwords?: 'required' | 'skipped';
  /** The user who is logged in; offered first. */
  readonly current?: LoginChoice;
  /** The error of the previous attempt. */
  readonly problem?: string;
}

/** A simulated external login. POST `user` (an id) or `cancel` to `action`. */
export interface ExternalLoginView {
  readonly action: string;
  readonly provider: LoginProvider;
  readonly client: LoginTarget;
  readonly users: readonly LoginChoice[];
  /** The number of users that are not shown, because there are too many. */
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

/** The last page, or an error page. */
export interface NoticeView {
  readonly title: string;
  readonly text: string;
  /** For developers: the OAuth error code, and advice. */
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
