// Pages of the device flow: enter the code, confirm it, done (RFC 8628, section 3.3).

import type { DeviceView } from '../../oidc/login/login-view-types.ts';
import { html } from '../html.ts';
import { hiddenFields, isolatedName, loginPage } from './login-frame.ts';
import { notice } from './login-notice.ts';

/** Asks for the code until it is known, then for confirmation; a confirmed one needs nothing more. */
export function requestDevice(view: DeviceView): string {
  if (view.isConfirmed)
    return notice({ title: 'The device is logged in', text: 'Continue on the device. You can close this page.' });
  const { userCode, problem } = view;
  return userCode !== undefined && problem === undefined ? askWhetherShown(view, userCode) : requestCode(view);
}

function requestCode({ action, fields, userCode = '', problem }: DeviceView): string {
  const { user_code: _, ...others } = fields;
  return loginPage({
    title: 'Log in a device',
    heading: html`Log in a device`,
    about: html`Enter the code that the device shows.`,
    problem,
    isSmall: true,
    body: html`<form method="post" action="${action}">
${hiddenFields(others)}<p class="field"><label for="user_code">Code</label>
<input class="code" id="user_code" name="user_code" value="${userCode}" required autocomplete="off" autocapitalize="characters" spellcheck="false"${
      problem === undefined ? html` autofocus` : undefined
    }></p>
<p class="do"><button class="main">Go on</button></p>
</form>`,
  });
}

function askWhetherShown({ action, fields, client }: DeviceView, userCode: string): string {
  return loginPage({
    title: 'Does the device show this code?',
    heading: html`Does the device show this code?`,
    about: html`${client === undefined ? 'An application' : isolatedName(client)} wants to log you in on the device.`,
    isSmall: true,
    body: html`<form method="post" action="${action}">
${hiddenFields({ user_code: userCode, ...fields })}<p class="code">${isolatedName(userCode)}</p>
<p class="do"><button class="main" name="confirm" value="yes" autofocus>Yes, log it in</button> <button name="abort" value="yes">No, stop</button></p>
</form>`,
  });
}
