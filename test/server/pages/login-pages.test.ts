// The pages of the login: what they ask, what they send, and that nobody's words become markup.

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loginPageHeaders } from '../../../src/server/pages/login/login-pages.ts';
import { device, everyPage, external, hostileText, login, logout, MANY, notice, user } from './login-views.ts';

const count = (page: string, part: string | RegExp) => page.split(part).length - 1;

describe('the page that asks who somebody is', () => {
  test('says who logs in to what', () => {
    const page = login();
    expect(page).toContain('<title>Log in to Storefront</title>');
    expect(page).toContain('<h1>Log in to <bdi>Storefront</bdi></h1>');
    expect(page).toContain('An application of the project <bdi>Gear Shop</bdi></p>');
  });

  test('says so when only the users of one organization are asked', () => {
    expect(login({ organization: { id: '2', name: 'Öse & Töchter' } })).toContain(
      'for users of <strong><bdi>Öse &amp; Töchter</bdi></strong> only',
    );
  });

  test('offers the users by organization, with their roles', () => {
    const [, first = '', second = ''] = login().split('<h3>');
    expect(first).toMatch(/^<bdi>Murmeltal Outdoor<\/bdi> <small>2 users<\/small>/);
    expect(first).toContain('<button name="user" value="id-Marlene">');
    expect(first).toContain('<bdi>marlene@murmeltal.example</bdi>');
    expect(first).toMatch(/<bdi>Editor<\/bdi>.*<bdi>Shift Lead<\/bdi>/);
    expect(second).toMatch(/^<bdi>Öse &amp; Töchter<\/bdi> <small>1 user<\/small>/);
    expect(second).toContain('no roles');
  });

  test('shows who may not log in, and why', () => {
    expect(login()).toMatch(
      /<button name="user" value="id-Bo" disabled>[\s\S]*?<\/button>\s*<p class="refusal">Bo is locked\.<\/p>/,
    );
  });

  test('calls a user without a name by the login name', () => {
    const groups = [{ organization: { id: '1', name: 'M' }, users: [user('', { loginName: 'gate-reader-3' })] }];
    expect(login({ groups })).toContain('<span class="name"><bdi>gate-reader-3</bdi></span>');
  });

  test('shows the whole first letter of any name', () => {
    const groups = [{ organization: { id: '1', name: 'M' }, users: [user('👩🏽‍🚀 Ada'), user('é')] }];
    const page = login({ groups });
    expect(page).toContain('aria-hidden="true">👩🏽‍🚀</span>');
    expect(page).toContain('aria-hidden="true">é</span>');
  });

  test('says nothing of organizations and projects to those who have none', () => {
    const groups = [{ users: [user('Ada'), user('Ben')] }];
    const page = login({ client: { name: 'Notes' }, groups });
    expect(page).not.toMatch(/class="about">|no roles|unless the user has one/);
    expect(page.split('<main')[1]).not.toMatch(/project|organization|<h3>/i);
    expect(page).toMatch(/<option value="ada@[^"]*" label="Ada">/);
    const beside = login({ groups: [...groups, { organization: { id: '1', name: 'Öse' }, users: [user('Khuê')] }] });
    expect(beside).toContain('<h3>Users <small>2 users</small></h3>');
  });

  test('leaves out organizations without users, and says when there is nobody at all', () => {
    const groups = [{ organization: { id: '3', name: 'Empty' }, users: [] }];
    expect(login({ groups })).not.toContain('Empty');
    expect(login({ groups })).toContain('No user can log in.');
  });

  test('offers other logins as buttons, if there are any', () => {
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

  test('suggests to who types everybody who may log in', () => {
    const page = login();
    expect(page).toContain('<option value="marlene@murmeltal.example" label="Marlene, Murmeltal Outdoor"></option>');
    expect(page).not.toContain('<option value="bo@');
  });

  test.each([
    ['the login name', login(), '<input id="loginName"'],
    ['the password when a login name was hinted', login({ loginName: 'marlene' }), '<input id="password"'],
    ['who is logged in already', login({ current: user('Khuê') }), '<button name="user" value="id-Khuê"'],
    [
      'the login name when who is logged in may not',
      login({ current: user('Bo', { refusal: 'No.' }) }),
      '<input id="loginName"',
    ],
    [
      'what went wrong',
      login({ problem: 'Wrong.', loginName: 'x', current: user('Khuê') }),
      '<p class="problem" role="alert"',
    ],
  ])('gives the focus to %s', (_, page, tag) => {
    const focused = page.match(/<[^>]* autofocus/g);
    expect(focused).toHaveLength(1);
    expect(focused?.[0]).toContain(tag);
  });

  test('says in its title that something went wrong', () => {
    expect(login({ problem: 'Wrong.' })).toContain('<title>Problem: Log in to Storefront</title>');
  });

  test('keeps what was typed', () => {
    expect(login({ loginName: 'a"b' })).toContain('name="loginName" value="a&quot;b"');
  });

  test('folds the organizations when there are many users, but for the one whose user was named', () => {
    const page = login({ groups: MANY, loginName: 'person 7-3@murmeltal.example' });
    expect(count(page, '<details>')).toBe(19);
    expect(page.split('<details open>')[1]).toMatch(/^\s*<summary><h3><bdi>Organization 7</);
    expect(count(page, 'name="user"')).toBe(200);
    expect(count(page, '<option')).toBe(200);
  });

  test('says how many there are for whom it has no room, and what they do', () => {
    expect(login()).not.toContain('not shown');
    expect(login({ unshown: 1 })).toContain('1 more user is not shown here. Type the login name instead.');
    expect(login({ unshown: 1500 })).toContain('1500 more users are not shown here. Type the login name instead.');
    expect(external({ unshown: 2 })).toContain('2 more users are not shown here. Cancel to type a login name.');
  });

  test('folds nothing when there are few, or when there is one organization only', () => {
    expect(login()).not.toContain('<details');
    const [first] = MANY;
    const users = MANY.flatMap((group) => group.users);
    expect(first && login({ groups: [{ ...first, users }] })).not.toContain('<details');
  });
});

describe('the page of an external login', () => {
  test('says whom Understudy plays, and for which client', () => {
    const page = external();
    expect(page).toContain('<h1>Log in with <bdi>Code Forge</bdi> <small><bdi>GITHUB</bdi></small></h1>');
    expect(page).toContain('Understudy plays <bdi>Code Forge</bdi>');
    expect(page).toContain('On the way to <bdi>Storefront</bdi>, an application of the project <bdi>Gear Shop</bdi>');
  });

  test('asks who comes back, or nobody', () => {
    const page = external();
    expect(page).toContain('<form method="post" action="/ui/login/1">');
    expect(page).toContain('<button name="user" value="id-Marlene">');
    expect(page).toContain('<button name="cancel" value="yes">Cancel</button>');
    expect(external({ users: [] })).toContain('No user is linked to this provider.');
  });

  test('says what went wrong', () => {
    expect(external({ problem: 'Not this one.' })).toMatch(/role="alert"[^>]* autofocus>Not this one\.</);
  });
});

describe('the page that asks whether to log out', () => {
  test('sends the fields, and yes only when it was said', () => {
    const page = logout();
    expect(page).toContain('<form method="post" action="/end">\n<input type="hidden" name="xsrf" value="secret">');
    expect(page).toContain('<button class="main" name="logout" value="yes" autofocus>Log out</button>');
    expect(page).toContain('<button>Stay logged in</button>');
  });
});

describe('the pages of a device', () => {
  test('ask for the code', () => {
    const page = device();
    expect(page).toContain('<input type="hidden" name="xsrf" value="secret">');
    expect(page).toMatch(/<input class="code" id="user_code" name="user_code" value="" required[^>]* autofocus>/);
  });

  test('ask again for a code that nobody shows, and keep it', () => {
    const page = device({ userCode: 'ABCD', problem: 'No device shows it.', fields: { user_code: 'old' } });
    expect(page).toContain('name="user_code" value="ABCD"');
    expect(count(page, 'name="user_code"')).toBe(1);
    expect(page).toMatch(/role="alert"[^>]* autofocus>No device shows it\.</);
  });

  test.each([
    ['from the view', { xsrf: 'secret' }],
    ['from the fields', { xsrf: 'secret', user_code: 'ABCD-EFGH' }],
  ])('ask whether the device shows a code that is known, and send it once: %s', (_, fields) => {
    const page = device({ userCode: 'ABCD-EFGH', fields, client: 'Workshop Tablet' });
    expect(page).toContain('<bdi>Workshop Tablet</bdi> wants to log you in on the device.');
    expect(page).toContain('<p class="code"><bdi>ABCD-EFGH</bdi></p>');
    expect(page.match(/name="user_code"[^>]*/g)).toEqual(['name="user_code" value="ABCD-EFGH"']);
    expect(page).toContain('<button class="main" name="confirm" value="yes" autofocus>');
    expect(page).toContain('<button name="abort" value="yes">');
  });

  test('say when all is done', () => {
    const page = device({ isConfirmed: true, userCode: 'ABCD-EFGH' });
    expect(page).toContain('The device is logged in');
    expect(page).not.toContain('<form');
  });
});

describe('a notice', () => {
  test('tells people what happened, and developers apart from them what to do', () => {
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

  test.each(Object.entries(everyPage('x')))(
    'says its language and has one heading of the first level: %s',
    (_, page) => {
      expect(page).toContain('<html lang="en">');
      expect(count(page, '<h1>')).toBe(1);
      expect(count(page, '<main')).toBe(1);
      expect(count(page, ' autofocus')).toBeLessThanOrEqual(1);
    },
  );

  test('is kept by nobody, framed by nobody, and may lead anywhere after its form', () => {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|form-action/);
    expect(loginPageHeaders).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  test('is made of the same elements, whatever it is told', () => {
    /** The tags of a page with their attributes, values left out. */
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
