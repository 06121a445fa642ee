// The login pages in a browser without scripts: with the keyboard, on a phone, with names in any script.

import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginPageHeaders } from '../../../src/server/pages/login/login-pages.ts';
import { awaitFocus } from '../../support/browser.ts';
import { describeWithBrowser, openBrowser } from '../../support/shared-browser.ts';
import { device, everyPage, external, hostileText, login, logout, MANY, user } from './login-views.ts';

/** Nothing listens there: requests do not leave the browser. */
const ORIGIN = 'https://mock-server.test';
const LONG = 'Wolfeschlegelsteinhausen'.repeat(9).slice(0, 200);
const providers = [{ id: 'forge', name: 'Code Forge', kind: 'GITHUB' }];

/** Elements with the names of their attributes, and the values of buttons. */
interface ReadPage {
  readonly elements: readonly string[];
  readonly values: readonly string[];
}

/** Runs in the browser. */
const READ_PAGE = `(text) => {
  const all = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')];
  return {
    elements: all.map((element) => [element.localName, ...element.getAttributeNames()].join(' ')),
    values: all.filter((element) => element.matches('button[name=user]')).map(({ value }) => value),
  };
}`;

describeWithBrowser('a page of the login', () => {
  let browser: Browser;
  let page: Page;
  /** The current page. */
  let body = '';
  /** The requests of its forms, as `path body`. */
  let sent: string[] = [];
  /** Errors that the browser reported. */
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ javaScriptEnabled: false });
    page.on('console', (message) => complaints.push(message.text()));
    await page.route('**', (route, request) => {
      if (request.method() === 'GET') return route.fulfill({ headers: loginPageHeaders, body });
      sent.push(`${new URL(request.url()).pathname} ${request.postData()}`);
      return route.fulfill({ body: 'Thank you.' });
    });
  });
  afterAll(() => browser?.close());

  /** Opens a page in a window of this width. */
  const open = async (text: string, width = 1000, colorScheme: 'light' | 'dark' = 'light') => {
    [body, sent, complaints] = [text, [], []];
    await page.setViewportSize({ width, height: 640 });
    await page.emulateMedia({ colorScheme });
    await page.goto(ORIGIN);
    await awaitFocus(page);
  };
  const focused = () => page.locator(':focus');
  const arrived = () => page.getByText('Thank you.').waitFor();

  test('logs in by typing a login name and Enter', async () => {
    await open(login());
    await page.keyboard.type('ada@example.org');
    await page.keyboard.press('Enter');
    await arrived();
    expect(sent).toEqual(['/ui/login/1 loginName=ada%40example.org&password=']);
  });

  test('continues with the password for a hinted login name', async () => {
    await open(login({ loginName: 'marlene' }));
    await page.keyboard.type('secret');
    await page.keyboard.press('Enter');
    await arrived();
    expect(sent).toEqual(['/ui/login/1 loginName=marlene&password=secret']);
  });

  test('has a tab order in reading order, without users who are not allowed', async () => {
    await open(login({ providers }));
    const names: (string | null)[] = [];
    for (let step = 0; step < 7; step += 1) {
      names.push(await focused().getAttribute('name'));
      await page.keyboard.press('Tab');
    }
    expect(names).toEqual(['loginName', 'password', null, 'cancel', 'provider', 'user', 'user']);
  });

  test('logs in the user whose button gets Enter', async () => {
    await open(login());
    await page.getByRole('button', { name: 'Khuê' }).press('Enter');
    await arrived();
    expect(sent).toEqual(['/ui/login/1 user=id-Khu%C3%AA']);
  });

  test('continues as the current user with Enter', async () => {
    await open(login({ current: user('Marlene') }));
    await page.keyboard.press('Enter');
    await arrived();
    expect(sent).toEqual(['/ui/login/1 user=id-Marlene']);
  });

  test.each([
    ['the selection of an identity provider', login({ providers }), 'Code Forge', '/ui/login/1 provider=forge'],
    ['a cancellation without input', login(), 'Cancel', '/ui/login/1 loginName=&password=&cancel=yes'],
    ['a cancellation at an identity provider', external(), 'Cancel', '/ui/login/1 cancel=yes'],
    ['the user of an identity provider', external(), 'Marlene', '/ui/login/1 user=id-Marlene'],
    ['a logout', logout(), 'Log out', '/end xsrf=secret&logout=yes'],
    ['staying', logout(), 'Stay logged in', '/end xsrf=secret'],
    [
      'the confirmation of a device',
      device({ userCode: 'A-B' }),
      'Yes, log it in',
      '/device user_code=A-B&xsrf=secret&confirm=yes',
    ],
    [
      'the rejection of a device',
      device({ userCode: 'A-B' }),
      'No, stop',
      '/device user_code=A-B&xsrf=secret&abort=yes',
    ],
    ['a device code', device({ userCode: 'A-B', problem: 'No.' }), 'Go on', '/device xsrf=secret&user_code=A-B'],
  ])('sends %s', async (_, text, button, expected) => {
    await open(text);
    await page.getByRole('button', { name: button }).click();
    await arrived();
    expect(sent).toEqual([expected]);
  });

  test('does not send an empty login name', async () => {
    await open(login());
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Marlene' }).click();
    await arrived();
    expect(sent).toEqual(['/ui/login/1 user=id-Marlene']);
  });

  test('is accessible to screen readers', async () => {
    await open(login({ providers, problem: 'There is no such user.' }));
    expect(await page.locator('body').ariaSnapshot()).toMatchInlineSnapshot(`
      "- banner:
        - paragraph: Understudy
        - heading "Log in to Storefront" [level=1]
        - paragraph: An application of the project Gear Shop
      - main:
        - alert: There is no such user.
        - heading "Log in" [level=2]
        - paragraph:
          - text: Login name
          - combobox "Login name"
        - paragraph:
          - text: Password
          - textbox "Password"
        - paragraph:
          - button "Log in"
          - button "Cancel"
        - paragraph: Any password is accepted.
        - heading "Or log in with" [level=3]
        - list:
          - listitem:
            - button "Code Forge GITHUB"
        - heading "Pick a user" [level=2]
        - heading "Murmeltal Outdoor 2 users" [level=3]
        - list:
          - listitem:
            - 'button "Marlene marlene@murmeltal.example Roles: Editor , Shift Lead"'
          - listitem:
            - button "Bo bo@murmeltal.example no roles" [disabled]
            - paragraph: Bo is locked.
        - heading "Öse & Töchter 1 user" [level=3]
        - list:
          - listitem:
            - button "Khuê khuê@murmeltal.example no roles""
    `);
    expect(await focused().textContent()).toBe('There is no such user.');
  });

  test('opens a collapsed organization with the keyboard', async () => {
    await open(login({ groups: MANY }));
    const somebody = page.getByRole('button', { name: 'Person 11-4' });
    expect(await somebody.isVisible()).toBe(false);
    await page.locator('summary', { hasText: 'Organization 11' }).press('Enter');
    await somebody.press('Enter');
    await arrived();
    expect(sent).toEqual(['/ui/login/1 user=id-Person+11-4']);
  });

  test.each(Object.keys(everyPage('')))('fits on a phone, whatever the names: %s', async (name) => {
    await open(everyPage(LONG)[name] ?? '', 320);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(complaints).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('has the style for its content, in the variant %s', async (colorScheme) => {
    await open(login(), 1000, colorScheme);
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(paper).toBe(colorScheme === 'light' ? 'rgb(251, 248, 244)' : 'rgb(23, 19, 18)');
    expect(complaints).toEqual([]);
  });

  test('shows any text unchanged in a browser', async () => {
    await open('');
    const read = (texts: readonly string[]) => page.evaluate<ReadPage[]>(`${JSON.stringify(texts)}.map(${READ_PAGE})`);
    const harmless = await read(Object.values(everyPage('x')));
    // Browsers replace characters that HTML does not allow, and normalize line ends (HTML Standard, section 13.2.3.5).
    const asRead = (text: string) => text.replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n');
    await fc.assert(
      fc.asyncProperty(hostileText, async (hostile) => {
        const text = `x${hostile}`;
        const expected = harmless.map(({ elements, values }) => ({ elements, values: values.map(() => asRead(text)) }));
        expect(await read(Object.values(everyPage(text)))).toEqual(expected);
      }),
    );
  });
});
