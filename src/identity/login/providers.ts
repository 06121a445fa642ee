// External identity providers, linked in login policies.

import type { LoginProvider, View } from '../../index.ts';
import type { IdentityProvider, Records } from '../records.ts';

/** The login policy of all organizations that have none of their own. */
const INSTANCE_POLICY = 'instance';

/** Those of an organization; of the instance if it is unknown, or has no policy of its own. */
export function providersFor(records: View<Records>, organizationId: string | undefined): readonly LoginProvider[] {
  const { loginPolicies, identityProviders } = records;
  const policy = loginPolicies.get(organizationId ?? INSTANCE_POLICY) ?? loginPolicies.get(INSTANCE_POLICY);
  return (policy?.idps ?? []).flatMap(({ idpId }) => asProvider(identityProviders.get(idpId)) ?? []);
}

export function asProvider(provider: IdentityProvider | undefined): LoginProvider | undefined {
  if (provider?.state !== 'IDP_STATE_ACTIVE') return undefined;
  return { id: provider.id, name: provider.name, kind: provider.type.replace(/^PROVIDER_TYPE_/, '') };
}
