// getAppById: returns an application with the configuration of its type.

import type { Handlers } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { foreignApp, missingApp } from './error-catalogue.ts';
import type { APIConfig, App as AppResult, OIDCConfig, Operations } from './operations.ts';
import { allowedOrigins } from './origin.ts';
import type { App, Records } from './records.ts';
import { timestamp } from './timestamp.ts';

export const getAppById: Handlers<Operations, Records, IdentityCaller>['getAppById'] = ({ input, caller, store }) => {
  const { projects, apps } = store.collections;
  const { projectId, appId } = input;
  const project = projects.get(projectId);
  const app = apps.get(appId);
  if (!project || app?.projectId !== projectId) throw missingApp();
  if (project.resourceOwner !== caller.organizationId) throw foreignApp(caller.reader);
  return { app: resultOf(app, project.resourceOwner) };
};

function resultOf({ id, name, state, oidc, api, saml, ...app }: App, resourceOwner: string): AppResult {
  return {
    id,
    details: {
      sequence: String(app.sequence),
      creationDate: timestamp(app.creationDate),
      changeDate: timestamp(app.changeDate),
      resourceOwner,
    },
    state,
    name,
    ...(oidc && { oidcConfig: oidcConfig(oidc) }),
    ...(api && { apiConfig: apiConfig(api) }),
    ...(saml && { samlConfig: { metadataUrl: saml.metadataUrl } }),
  };
}

/** Without secrets and keys, and without what no record has: compliance, clock skew, version of the login page. */
function oidcConfig(oidc: NonNullable<App['oidc']>): OIDCConfig {
  return {
    redirectUris: oidc.redirectUris,
    responseTypes: oidc.responseTypes,
    grantTypes: oidc.grantTypes,
    appType: oidc.appType,
    clientId: oidc.clientId,
    authMethodType: oidc.authMethodType,
    postLogoutRedirectUris: oidc.postLogoutRedirectUris,
    version: 'OIDC_VERSION_1_0',
    devMode: oidc.devMode,
    accessTokenType: oidc.accessTokenType,
    accessTokenRoleAssertion: oidc.accessTokenRoleAssertion ?? false,
    idTokenRoleAssertion: oidc.idTokenRoleAssertion ?? false,
    idTokenUserinfoAssertion: oidc.idTokenUserinfoAssertion ?? false,
    additionalOrigins: oidc.additionalOrigins ?? [],
    allowedOrigins: allowedOrigins(oidc),
    backChannelLogoutUri: oidc.backChannelLogoutUri ?? '',
  };
}

function apiConfig({ clientId, authMethodType }: NonNullable<App['api']>): APIConfig {
  return { clientId, authMethodType };
}
