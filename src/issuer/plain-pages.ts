// The pages of the issuer without any look: enough to log in.

import type { IssuerPages } from './pages.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const text = (value = '') => value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
const page = (title: string, body: string) =>
  `<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>${text(title)}</title><h1>${text(title)}</h1>${body}</html>\n`;
const problemOf = (problem?: string) => (problem === undefined ? '' : `<p role="alert">${text(problem)}</p>`);
const form = (action: string, body: string) => `<form method="post" action="${text(action)}">${body}</form>`;
const button = (name: string, value: string, label: string) =>
  `<p><button name="${name}" value="${text(value)}">${text(label)}</button></p>`;
const hidden = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${text(name)}" value="${text(value)}">`)
    .join('');

export const plainPages: IssuerPages = {
  headers: {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  },
  login: ({ action, client, groups, providers, loginName, problem }) =>
    page(
      `Log in to ${client.name}`,
      problemOf(problem) +
        form(
          action,
          `<input name="loginName" value="${text(loginName)}"><input name="password" type="password"><button>Log in</button>`,
        ) +
        form(
          action,
          groups.flatMap(({ users }) => users.map(({ id, displayName }) => button('user', id, displayName))).join('') +
            providers.map(({ id, name }) => button('provider', id, name)).join('') +
            button('cancel', 'yes', 'Cancel'),
        ),
    ),
  external: ({ action, provider, users, problem }) =>
    page(
      provider.name,
      problemOf(problem) +
        form(
          action,
          users.map(({ id, displayName }) => button('user', id, displayName)).join('') +
            button('cancel', 'yes', 'Cancel'),
        ),
    ),
  logout: ({ action, fields }) => page('Log out?', form(action, hidden(fields) + button('logout', 'yes', 'Log out'))),
  device: ({ action, fields, userCode, isConfirmed, problem }) => {
    if (isConfirmed) return page('The device is logged in', '');
    const ask =
      userCode === undefined || problem !== undefined
        ? `<input name="user_code" value="${text(userCode)}"><button>Go on</button>`
        : button('confirm', 'yes', userCode);
    return page('Log in a device', problemOf(problem) + form(action, hidden(fields) + ask));
  },
  notice: ({ title, text: said, error, detail }) =>
    page(title, `<p>${text(said)}</p><p>${text(error)}</p><p>${text(detail)}</p>`),
};
