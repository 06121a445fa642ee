// listLoginPolicyIdps: lists the identity providers of the organization's login policy.

import type { Handlers } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { loginPoliciesByChange } from './indexes.ts';
import type { IDPType, Operations } from './operations.ts';
import type { IdentityProvider, Records } from './records.ts';
import { listDetails, listingOf, projectionOf, resultPage } from './result-page.ts';

/** The login policy of all organizations that have none of their own. */
const INSTANCE_POLICY = 'instance';

export const listLoginPolicyIdps: Handlers<Operations, Records, IdentityCaller>['listLoginPolicyIdps'] = (call) => {
  const projection = projectionOf(call);
  const { loginPolicies, identityProviders } = projection.records;
  const policy = loginPolicies.get(call.caller.organizationId) ?? loginPolicies.get(INSTANCE_POLICY);
  const links = (policy?.idps ?? []).map(({ idpId, creationDate }) => ({ id: idpId, creationDate }));
  const { total, page } = resultPage(listingOf(links), call.input.query);
  return {
    details: listDetails(total, loginPolicies.group(loginPoliciesByChange), projection),
    result: page.map(({ id }) => {
      const idp = identityProviders.get(id);
      return { idpId: id, idpName: idp?.name ?? '', idpType: [typeOf(idp)] };
    }),
  };
};

/** Only two kinds have a type of their own here; the reference implementation reports all others as unspecified. */
function typeOf(idp: IdentityProvider | undefined): IDPType {
  switch (idp?.type) {
    case 'PROVIDER_TYPE_OIDC':
      return 'IDP_TYPE_OIDC';
    case 'PROVIDER_TYPE_JWT':
      return 'IDP_TYPE_JWT';
    default:
      return 'IDP_TYPE_UNSPECIFIED';
  }
}
