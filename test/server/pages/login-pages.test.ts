// The pages of the login: their content and forms, with all texts escaped.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginPageHeaders } from '../../../src/server/pages/login/login-pages.ts';
import { device, everyPage, external, hostileText, login, logout, MANY, notice, user } from './login-views.ts';

const count = (page: string, part: string | RegExp) => page.split(part).length - 1;

describe('the login page', () => {
  test('names the application and its project', () => {
    const page = login();
    expect(page).toContain('<title>Log in to Storefront</title>');
    expect(page).toContain('<h1>Log in to <bdi>Storefront</bdi></h1>');
    expect(page).toContain('An application of the project <bdi>Gear Shop</bdi></p>');
  });

  test('shows if only users of one organization can log in', () => {
    expect(login({ organization: { id: '2', name: 'Öse & Töchter' } })).toContain(
      'for users of <strong><bdi>Öse &amp; Töchter</bdi></strong> only',
    );
  });

  test('lists the users by organization, with their roles', () => {
    const [, first = '', second = ''] = login().split('<h3>');
    expect(first).toMatch(/^<bdi>Murmeltal Outdoor<\/bdi> <small>2 users<\/small>/);
    expect(first).toContain('<button name="user" value="id-Marlene">');
    expect(first).toContain('<bdi>marlene@murmeltal.example</bdi>');
    expect(first).toMatch(/<bdi>Editor<\/bdi>.*<bdi>Shift Lead<\/bdi>/);
    expect(second).toMatch(/^<bdi>Öse &amp; Töchter<\/bdi> <small>1 user<\/small>/);
    expect(second).toContain('no roles');
  });

  test('shows users who are not allowed, and the reason', () => {
    expect(login()).toMatch(
      /<button name="user" value="id-Bo" disabled>[\s\S]*?<\/button>\s*<p class="refusal">Bo is locked\.<\/p>/,
    );
  });

  test('shows the login name of a user without a name', () => {
    const groups = [{ organization: { id: '1', name: 'M' }, users: [user('', { loginName: 'gate-reader-3' })] }];
    expect(login({ groups })).toContain('<span class="name"><bdi>gate-reader-3</bdi></span>');
  });

  test('shows the first letter of any name as a whole', () => {
    const groups = [{ organization: { id: '1', name: 'M' }, users: [user('👩🏽‍🚀 Ada'), user('é')] }];
    const page = login({ groups });
    expect(page).toContain('aria-hidden="true">👩🏽‍🚀</span>');
    expect(page).toContain('aria-hidden="true">é</span>');
  });

  test('does not mention organizations and projects if there are none', () => {
    const groups = [{ users: [user('Ada'), user('Ben')] }];
    const page = login({ client: { name: 'Notes' }, groups });
    expect(page).not.toMatch(/class="about">|no roles|unless the user has one/);
    expect(page.split('<main')[1]).not.toMatch(/project|organization|<h3>/i);
    expect(page).toMatch(/<option value="ada@[^"]*" label="Ada">/);
    const beside = login({ groups: [...groups, { organization: { id: '1', name: 'Öse' }, users: [user('Khuê')] }] });
    expect(beside).toContain('<h3>Users <small>2 users</small></h3>');
  });

  test('omits organizations without users, and shows if there are no users', () => {
    const groups = [{ organization: { id: '3', name: 'Empty' }, users: [] }];
    expect(login({ groups })).not.toContain('Empty');
    expect(login({ groups })).toContain('No user can log in.');
  });

  test('shows identity providers as buttons, if there are any', () => {
    const providers = [{ id: 'forge', name: 'Code Forge', kind: 'GITHUB' }];
    expect(login({ providers })).toContain(
      '<button name="provider" value="forge"><bdi>Code Forge</bdi> <small><bdi>GITHUB</bdi></small></button>',
    );
    expect(login()).not.toContain('Or log in with');
  });

  test('sends every form to its action', () => {
    const providers = [{ id: 'forge', name: 'Code Forge', kind: 'GITHUB' }];
    const page = login({ action: '/there', providers, current: user('Marlene') });
    expect(count(page, ' method="post" action="/there">')).toBe(4);
    expect(count(page, '<form')).toBe(4);
  });

  test('suggests the login names of all users who are allowed', () => {
    const page = login();
    expect(page).toContain('<option value="marlene@murmeltal.example" label="Marlene, Murmeltal Outdoor"></option>');
    expect(page).not.toContain('<option value="bo@');
  });

  test.each([
    ['the login name', login(), '<input id="loginName"'],
    ['the password when a login name was hinted', login({ loginName: 'marlene' }), '<input id="password"'],
    ['the current user', login({ current: user('Khuê') }), '<button name="user" value="id-Khuê"'],
    [
      'the login name if the current user is not allowed',
      login({ current: user('Bo', { rejection: 'No.' }) }),
      '<input id="loginName"',
    ],
    [
      'the error',
      login({ problem: 'Wrong.', loginName: 'x', current: user('Khuê') }),
      '<p class="problem" role="alert"',
    ],
  ])('sets the focus to %s', (_, page, tag) => {
    const focused = page.match(/<[^>]* autofocus/g);
    expect(focused).toHaveLength(1);
    expect(focused?.[0]).toContain(tag);
  });

  test('has the error in its title', () => {
    expect(login({ problem: 'Wrong.' })).toContain('<title>Problem: Log in to Storefront</title>');
  });

  test('shows the entered login name again', () => {
    expect(login({ loginName: 'a"b' })).toContain('name="loginName" value="a&quot;b"');
  });

  test('collapses the organizations if there are many users, except for the one of the named user', () => {
    const page = login({ groups: MANY, loginName: 'person 7-3@murmeltal.example' });
    expect(count(page, '<details>')).toBe(19);
    expect(page.split('<details open>')[1]).toMatch(/^\s*<summary><h3><bdi>Organization 7</);
    expect(count(page, 'name="user"')).toBe(200);
    expect(count(page, '<option')).toBe(200);
  });

  test('shows the number of omitted users, and how they can log in', () => {
    expect(login()).not.toContain('not shown');
    expect(login({ unshown: 1 })).toContain('1 more user is not shown here. Type the login name instead.');
    expect(login({ unshown: 1500 })).toContain('1500 more users are not shown here. Type the login name instead.');
    expect(external({ unshown: 2 })).toContain('2 more users are not shown here. Cancel to type a login name.');
  });

  test('collapses nothing for few users, or for a single organization', () => {
    expect(login()).not.toContain('<details');
    const [first] = MANY;
    const users = MANY.flatMap((group) => group.users);
    expect(first && login({ groups: [{ ...first, users }] })).not.toContain('<details');
  });
});

describe('the page of an external identity provider', () => {
  test('names the simulated provider, and the application', () => {
    const page = external();
    expect(page).toContain('<h1>Log in with <bdi>Code Forge</bdi> <small><bdi>GITHUB</bdi></small></h1>');
    expect(page).toContain('Understudy plays <bdi>Code Forge</bdi>');
    expect(page).toContain('On the way to <bdi>Storefront</bdi>, an application of the project <bdi>Gear Shop</bdi>');
  });

  test('shows the linked users, and a cancel button', () => {
    const page = external();
    expect(page).toContain('<form method="post" action="/ui/login/1">');
    expect(page).toContain('<button name="user" value="id-Marlene">');
    expect(page).toContain('<button name="cancel" value="yes">Cancel</button>');
    expect(external({ users: [] })).toContain('No user is linked to this provider.');
  });

  test('shows an error', () => {
    expect(external({ problem: 'Not this one.' })).toMatch(/role="alert"[^>]* autofocus>Not this one\.</);
  });
});

describe('the logout page', () => {
  test('sends its fields, and the confirmation only from its button', () => {
    const page = logout();
    expect(page).toContain('<form method="post" action="/end">\n<input type="hidden" name="xsrf" value="secret">');
    expect(page).toContain('<button class="main" name="logout" value="yes" autofocus>Log out</button>');
    expect(page).toContain('<button>Stay logged in</button>');
  });
});

describe('the device pages', () => {
  test('request the code', () => {
    const page = device();
    expect(page).toContain('<input type="hidden" name="xsrf" value="secret">');
    expect(page).toMatch(/<input class="code" id="user_code" name="user_code" value="" required[^>]* autofocus>/);
  });

  test('request the code again after an unknown one, which stays in the field', () => {
    const page = device({ userCode: 'ABCD', problem: 'No device shows it.', fields: { user_code: 'old' } });
    expect(page).toContain('name="user_code" value="ABCD"');
    expect(count(page, 'name="user_code"')).toBe(1);
    expect(page).toMatch(/role="alert"[^>]* autofocus>No device shows it\.</);
  });

  test.each([
    ['from the view', { xsrf: 'secret' }],
    ['from the fields', { xsrf: 'secret', user_code: 'ABCD-EFGH' }],
  ])('show a known code for confirmation, and send it once: %s', (_, fields) => {
    const page = device({ userCode: 'ABCD-EFGH', fields, client: 'Workshop Tablet' });
    expect(page).toContain('<bdi>Workshop Tablet</bdi> wants to log you in on the device.');
    expect(page).toContain('<p class="code"><bdi>ABCD-EFGH</bdi></p>');
    expect(page.match(/name="user_code"[^>]*/g)).toEqual(['name="user_code" value="ABCD-EFGH"']);
    expect(page).toContain('<button class="main" name="confirm" value="yes" autofocus>');
    expect(page).toContain('<button name="abort" value="yes">');
  });

  test('confirm the login', () => {
    const page = device({ isConfirmed: true, userCode: 'ABCD-EFGH' });
    expect(page).toContain('The device is logged in');
    expect(page).not.toContain('<form');
  });
});

describe('a notice', () => {
  test('shows the text for users, and details for developers separately', () => {
    const page = notice({ error: 'invalid_request', detail: 'Register the address.' });
    expect(page).toContain('<h1>All is done</h1>');
    expect(page).toContain('<p class="text">You can close this page.</p>');
    expect(page).toMatch(/For developers[\s\S]*<code>invalid_request<\/code>[\s\S]*Register the address\./);
    expect(notice()).not.toContain('For developers');
  });
});

describe('every page of the login', () => {
  const policy = loginPageHeaders['content-security-policy'] ?? '';

  test.each(Object.entries(everyPage('x')))('has its own style and loads nothing: %s', (_, page) => {
    const [, style = ''] = page.match(/<style>([\s\S]*)<\/style>/) ?? [];
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(page).not.toMatch(/<script|<link rel="stylesheet"|\sstyle=|\son\w+=|url\(|@import/);
    for (const [, address] of page.matchAll(/\s(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^data:image\//);
  });

  test.each(Object.entries(everyPage('x')))('has a language and one first-level heading: %s', (_, page) => {
    expect(page).toContain('<html lang="en">');
    expect(count(page, '<h1>')).toBe(1);
    expect(count(page, '<main')).toBe(1);
    expect(count(page, ' autofocus')).toBeLessThanOrEqual(1);
  });

  test('is not cached, cannot be framed, and may redirect anywhere after its form', () => {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|form-action/);
    expect(loginPageHeaders).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  test('has the same structure for any texts', () => {
    /** The tags of a page with their attributes, without values. */
    const skeleton = (page: string) => (page.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
    const skeletons = (text: string) => Object.values(everyPage(text)).map(skeleton);
    const harmless = skeletons('x');
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(skeletons(`x${text}`)).toEqual(harmless);
      }),
    );
  });
});
