// Grants clients everything that they request, without a consent page.

import type { Grant, KoaContextWithOIDC } from 'oidc-provider';

/** The grant of this session and client, with all requested scopes. */
export async function grantAll({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { provider, session, client, params } = oidc;
  const accountId = session?.accountId;
  if (!client || accountId === undefined) return undefined;
  const grantId = session?.grantIdFor(client.clientId);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const isSame = known?.accountId === accountId && known.clientId === client.clientId;
  // Each login counts anew.
  if (isSame) known.exp = undefined;
  const grant = isSame ? known : new provider.Grant({ accountId, clientId: client.clientId });
  if (typeof params?.scope === 'string' && params.scope !== '') grant.addOIDCScope(params.scope);
  await grant.save();
  return grant;
}
