// Data of the login pages, with all texts chosen by a test.

import fc from 'fast-check';
import type {
  DeviceView,
  ExternalLoginView,
  LoginChoice,
  LoginView,
  LogoutView,
  NoticeView,
} from '../../../src/server/oidc/login/login-view-types.ts';
import { createLoginPages } from '../../../src/server/pages/login/login-pages.ts';

export const pages = createLoginPages();

const client = { name: 'Storefront', project: 'Gear Shop' };

/** A user who is allowed to log in by default. */
export function user(name: string, more: Partial<LoginChoice> = {}): LoginChoice {
  return {
    id: `id-${name}`,
    loginName: `${name.toLowerCase()}@murmeltal.example`,
    displayName: name,
    roles: [],
    ...more,
  };
}

/** A page with two organizations, with one user who is not allowed. */
export function login(more: Partial<LoginView> = {}): string {
  const groups = [
    {
      organization: { id: '1', name: 'Murmeltal Outdoor' },
      users: [user('Marlene', { roles: ['Editor', 'Shift Lead'] }), user('Bo', { rejection: 'Bo is locked.' })],
    },
    { organization: { id: '2', name: 'Öse & Töchter' }, users: [user('Khuê')] },
  ];
  return pages.login({ action: '/ui/login/1', client, groups, unshown: 0, providers: [], loginName: '', ...more });
}

export function external(more: Partial<ExternalLoginView> = {}): string {
  const provider = { id: 'forge', name: 'Code Forge', kind: 'GITHUB' };
  return pages.external({ action: '/ui/login/1', client, provider, users: [user('Marlene')], unshown: 0, ...more });
}

export function logout(more: Partial<LogoutView> = {}): string {
  return pages.logout({ action: '/end', fields: { xsrf: 'secret' }, ...more });
}

export function device(more: Partial<DeviceView> = {}): string {
  return pages.device({ action: '/device', fields: { xsrf: 'secret' }, isConfirmed: false, ...more });
}

export function notice(more: Partial<NoticeView> = {}): string {
  return pages.notice({ title: 'All is done', text: 'You can close this page.', ...more });
}

/** The users of a large customer: ten in each of twenty organizations. */
export const MANY: LoginView['groups'] = Array.from({ length: 20 }, (_, organization) => ({
  organization: { id: `${organization}`, name: `Organization ${organization}` },
  users: Array.from({ length: 10 }, (_, index) => user(`Person ${organization}-${index}`)),
}));

/** Texts that try to be markup. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...`<>&"'/=`, 'script', 'style', 'onload', ' ', '-', '`', '$') }),
);

/** Every page, with this text in every place for texts of users. */
export function everyPage(text: string): Readonly<Record<string, string>> {
  const action = `/${text}`;
  const message = { name: text, project: text };
  const provider = { id: text, name: text, kind: text };
  const somebody = { id: text, loginName: text, displayName: text, roles: [text, text] };
  const users = [somebody, { ...somebody, rejection: text }];
  const organization = { id: text, name: text };
  const groups = [{ organization, users }];
  const requested = { action, client: message, organization, groups, unshown: 2, providers: [provider] };
  const fields = { [`x${text}`]: text };
  return {
    login: pages.login({ ...requested, loginName: '', current: somebody }),
    loginProblem: pages.login({ ...requested, loginName: text, current: somebody, problem: text }),
    external: pages.external({ action, provider, client: message, users, unshown: 2, problem: text }),
    logout: pages.logout({ action, fields }),
    device: pages.device({ action, fields, isConfirmed: false, userCode: text, client: text }),
    deviceAsked: pages.device({ action, fields, isConfirmed: false }),
    deviceProblem: pages.device({ action, fields, isConfirmed: false, userCode: text, problem: text }),
    notice: pages.notice({ title: text, text, error: text, detail: text }),
  };
}
