// The set of login pages for an issuer.

import type { LoginPages } from '../../oidc/login/login-view-types.ts';
import { askDevice } from './login-device.ts';
import { askExternal } from './login-external.ts';
import { askLogin } from './login-form.ts';
import { askLogout } from './login-logout.ts';
import { notice } from './login-notice.ts';

export { loginPageHeaders } from './login-frame.ts';

/** Whole pages, to be sent with `loginPageHeaders`. */
export function createLoginPages(): LoginPages {
  return { login: askLogin, external: askExternal, logout: askLogout, device: askDevice, notice };
}
