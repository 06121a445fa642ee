// Features beside login: introspection, revocation, logout, devices.

import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { baseOf } from './client-origin.ts';
import { type IssuerPages, showPage } from './login/show-page.ts';
import type { LoginSandbox } from './login-sandbox.ts';
import { scopesIn } from './tokens/scopes.ts';

const STOPPED = 'The login was cancelled, and the device gets an error. You can close this page.';

/** The features of oidc-provider that the reference implementation has. */
export function featuresOf({
  loginSandbox: { login, records, paths },
  pages,
  issuer,
}: {
  readonly loginSandbox: LoginSandbox;
  readonly pages: IssuerPages;
  readonly issuer: string;
}): NonNullable<Configuration['features']> {
  const device = baseOf(issuer) + paths.routes.code_verification;
  const secretOf = (ctx: KoaContextWithOIDC) => ({ xsrf: String(ctx.oidc.session?.state?.secret) });
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    backchannelLogout: { enabled: true },
    requestObjects: { enabled: true },
    revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
    introspection: {
      enabled: true,
      /** A client may introspect its own tokens and those for its project, as in the reference implementation. */
      allowedPolicy: async (_, { clientId, clientAuthMethod }, token) => {
        const userId = 'accountId' in token ? token.accountId : undefined;
        if (userId === undefined || !login.user(records, userId)) return false;
        if (clientAuthMethod === 'none') return false;
        if (token.clientId === clientId) return true;
        const own = login.client(records, clientId);
        const given = token.clientId === undefined ? undefined : login.client(records, token.clientId);
        const scopes = scopesIn('scope' in token ? token.scope : undefined);
        return own !== undefined && login.audience(records, given, scopes).includes(own.project.id);
      },
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (ctx) =>
        showPage(
          ctx,
          pages,
          pages.logout({ action: `${baseOf(issuer)}${paths.routes.end_session}/confirm`, fields: secretOf(ctx) }),
        ),
      postLogoutSuccessSource: async (ctx) =>
        showPage(ctx, pages, pages.notice({ title: 'Logged out', text: 'You can close this page.' })),
    },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      userCodeInputSource: async (ctx, _form, _out, problem) => {
        // A cancelled login needs no other page.
        if (problem?.name === 'AbortedError')
          return showPage(ctx, pages, pages.notice({ title: 'The device is not logged in', text: STOPPED }));
        const view = { action: device, fields: secretOf(ctx), isConfirmed: false };
        const { userCode, message } = (problem ?? {}) as { readonly userCode?: string; readonly message?: string };
        const requested = {
          ...(userCode !== undefined && { userCode }),
          ...(message !== undefined && { problem: message }),
        };
        showPage(ctx, pages, pages.device({ ...view, ...requested }), problem ? 422 : 200);
      },
      userCodeConfirmSource: async (ctx, _form, client, _device, userCode) => {
        const fields = { ...secretOf(ctx), user_code: userCode };
        const about = client.clientName === undefined ? {} : { client: client.clientName };
        const view = { action: device, fields, userCode, isConfirmed: false, ...about };
        showPage(ctx, pages, pages.device(view));
      },
      successSource: async (ctx) =>
        showPage(ctx, pages, pages.device({ action: device, fields: {}, isConfirmed: true })),
    },
  };
}
