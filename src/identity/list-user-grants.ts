// listUserGrants: lists the user grants that the organization gave.

import type { Handlers, View } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { userGrantsByAge, userGrantsByChange, userGrantsOfOrganization } from './indexes.ts';
import type { Operations, TextQueryMethod, UserGrantQuery, UserGrant as UserGrantResult } from './operations.ts';
import type { Records, UserGrant } from './records.ts';
import { listDetails, projectionOf, resultPage } from './result-page.ts';
import { textMatcher } from './text-query.ts';
import { timestamp } from './timestamp.ts';

export const listUserGrants: Handlers<Operations, Records, IdentityCaller>['listUserGrants'] = (call) => {
  const { organizationId } = call.caller;
  const projection = projectionOf(call);
  const { records } = projection;
  const { query, queries = [] } = call.input;
  const isGranted = queries.some(({ withGrantedQuery }) => withGrantedQuery);
  const matchers = queries.flatMap(matchersOf);
  const filter = (grant: UserGrant) => {
    const isOwn = grant.resourceOwner === organizationId;
    if (!isOwn && records.projects.get(grant.projectId)?.resourceOwner !== organizationId) return false;
    const result = resultOf(grant, records);
    return matchers.every((matches) => matches(result));
  };
  const candidates = isGranted
    ? records.userGrants.group(userGrantsByAge)
    : records.userGrants.group(userGrantsOfOrganization, organizationId);
  const { total, page } = resultPage(candidates, query, queries.length > 0 ? filter : undefined);
  return {
    details: listDetails(total, records.userGrants.group(userGrantsByChange), projection),
    result: page.map((grant) => resultOf(grant, records)),
  };
};

type Matcher = (grant: UserGrantResult) => boolean;

/** The search by each kind of query. As in the reference implementation, the value of `withGranted` does not matter. */
const MATCHERS: { readonly [K in keyof UserGrantQuery]-?: (query: NonNullable<UserGrantQuery[K]>) => Matcher } = {
  projectIdQuery:
    ({ projectId = '' }) =>
    (grant) =>
      grant.projectId === projectId,
  userIdQuery:
    ({ userId = '' }) =>
    (grant) =>
      grant.userId === userId,
  withGrantedQuery: () => () => true,
  roleKeyQuery:
    ({ roleKey = '' }) =>
    ({ roleKeys = [] }) =>
      roleKeys.includes(roleKey),
  projectGrantIdQuery:
    ({ projectGrantId = '' }) =>
    (grant) =>
      grant.projectGrantId === projectGrantId,
  userNameQuery: ({ userName, method }) => hasText('userName', userName, method),
  firstNameQuery: ({ firstName, method }) => hasText('firstName', firstName, method),
  lastNameQuery: ({ lastName, method }) => hasText('lastName', lastName, method),
  emailQuery: ({ email, method }) => hasText('email', email, method),
  orgNameQuery: ({ orgName, method }) => hasText('orgName', orgName, method),
  orgDomainQuery: ({ orgDomain, method }) => hasText('orgDomain', orgDomain, method),
  projectNameQuery: ({ projectName, method }) => hasText('projectName', projectName, method),
  displayNameQuery: ({ displayName, method }) => hasText('displayName', displayName, method),
  userTypeQuery:
    ({ type = 'TYPE_UNSPECIFIED' }) =>
    ({ userType }) =>
      userType === type,
};

type TextField =
  | 'userName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'displayName'
  | 'orgName'
  | 'orgDomain'
  | 'projectName';

function hasText(field: TextField, sought = '', method?: TextQueryMethod): Matcher {
  const matches = textMatcher(sought, method);
  return (grant) => matches(grant[field] ?? '');
}

function matchersOf(query: UserGrantQuery): Matcher[] {
  const matcherOf = <K extends keyof UserGrantQuery>(kind: K): Matcher[] => {
    const value = query[kind];
    return value ? [MATCHERS[kind](value)] : [];
  };
  return (Object.keys(MATCHERS) as (keyof UserGrantQuery)[]).flatMap(matcherOf);
}

/** A grant with the names that clients show: of its user, both organizations and the project. */
function resultOf(grant: UserGrant, { users, organizations, projects }: View<Records>): UserGrantResult {
  const user = users.get(grant.userId);
  const giver = organizations.get(grant.resourceOwner);
  const home = organizations.get(user?.resourceOwner ?? '');
  return {
    id: grant.id,
    details: {
      sequence: String(grant.sequence),
      creationDate: timestamp(grant.creationDate),
      changeDate: timestamp(grant.changeDate),
      resourceOwner: grant.resourceOwner,
    },
    roleKeys: grant.roleKeys,
    state: grant.state,
    userId: grant.userId,
    userName: user?.userName ?? '',
    firstName: user?.human?.firstName ?? '',
    lastName: user?.human?.lastName ?? '',
    email: user?.human?.email ?? '',
    displayName: user?.human?.displayName ?? '',
    orgId: grant.resourceOwner,
    orgName: giver?.name ?? '',
    orgDomain: giver?.primaryDomain ?? '',
    projectId: grant.projectId,
    projectName: projects.get(grant.projectId)?.name ?? '',
    projectGrantId: grant.projectGrantId,
    avatarUrl: '',
    preferredLoginName: `${user?.userName}@${home?.primaryDomain}`,
    userType: user?.human ? 'TYPE_HUMAN' : 'TYPE_MACHINE',
    grantedOrgId: home?.id ?? '',
    grantedOrgName: home?.name ?? '',
    grantedOrgDomain: home?.primaryDomain ?? '',
  };
}
