// First steps with the identity API: tokens, and a working request.

import type { Introduction, View } from '../index.ts';
import { membershipsOfUser } from './indexes.ts';
import type { Membership, Records, Token } from './records.ts';

export function introduce(records: View<Records>): Introduction {
  const tokens = [...records.tokens.values()];
  const usable = tokens.find((token) => token.expirationDate === undefined);
  return {
    callers: tokens.map((token) => ({ token: token.id, who: describe(records, token) })),
    example: {
      method: 'POST',
      path: '/management/v1/projects/_search',
      token: usable?.id ?? '',
      body: { query: { limit: 2, asc: true } },
    },
  };
}

/** `Marlene Zürcher of Murmeltal Outdoor, ORG_OWNER`. */
function describe(records: View<Records>, { userId, expirationDate }: Token): string {
  const user = records.users.get(userId);
  const name = user?.human?.displayName ?? user?.machine?.name ?? user?.userName ?? userId;
  const organization = records.organizations.get(user?.resourceOwner ?? '')?.name ?? 'no organization';
  const roles = [...records.memberships.group(membershipsOfUser, userId).values()].map(
    (membership) => `${membership.roles.join(' and ')}${placeOf(records, membership)}`,
  );
  const expiry = expirationDate === undefined ? '' : `, expires ${expirationDate.slice(0, 10)}`;
  return `${name} of ${organization}, ${roles.join(', ') || 'no administration role'}${expiry}`;
}

function placeOf(records: View<Records>, { level, projectId, projectGrantId }: Membership): string {
  if (level === 'PROJECT') return ` of the project ${records.projects.get(projectId ?? '')?.name}`;
  return level === 'PROJECT_GRANT' ? ` of the project grant ${projectGrantId}` : '';
}
