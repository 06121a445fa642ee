// The examples in the document are what the server answers: nobody has to believe prose.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readDataFile } from '../../src/schema/data-file.ts';
import { APP, PROJECT, USER } from '../support/identity-records.ts';
import { type Ask, ask, identityStandIn } from '../support/stand-in.ts';

interface SpecDocument {
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
}

const SPEC = fileURLToPath(new URL('../../spec/identity.yaml', import.meta.url));
const { examples } = ((await readDataFile(SPEC)) as SpecDocument).components;
const example = (name: string) => examples[name]?.value;

const IDPS = ['POST', '/management/v1/policies/login/idps/_search'] as const;
const SEARCH = ['POST', '/management/v1/projects/_search'] as const;
const RENAME = ['PUT', `/management/v1/projects/${PROJECT.gearShop}/apps/${APP.storefront}`] as const;
const RENAME_UNKNOWN = ['PUT', `/management/v1/projects/${PROJECT.gearShop}/apps/1`] as const;
const RENAME_ELSEWHERE = ['PUT', '/management/v1/projects/1/apps/1'] as const;
const GRANT = ['POST', `/management/v1/users/${USER.theo}/grants`] as const;
const GRANT_UNKNOWN = ['POST', '/management/v1/users/1/grants'] as const;
const GRANT_AGAIN = ['POST', `/management/v1/users/${USER.ximena}/grants`] as const;
const rename = { name: 'Gear Shop Web' };
const grant = { projectId: PROJECT.gearShop, roleKeys: ['catalogue'] };
const foreign = (organization: string): Ask => ({ body: {}, headers: { 'x-service-orgid': organization } });

/** The name of each response example, with the request that earns it. */
const EARNED: readonly [string, readonly [string, string], Ask][] = [
  ['ListLoginPolicyIDPsResponseAll', IDPS, { body: example('ListLoginPolicyIDPsRequestAll') }],
  ['ListLoginPolicyIDPsResponseFirstOldest', IDPS, { body: example('ListLoginPolicyIDPsRequestFirstOldest') }],
  ['ListLoginPolicyIDPsResponseInstanceDefault', IDPS, { body: {}, token: 'token-other-org' }],
  ['ListProjectsResponseByName', SEARCH, { body: example('ListProjectsRequestByName') }],
  ['ListProjectsResponseFirstPage', SEARCH, { body: example('ListProjectsRequestFirstPage') }],
  ['ListProjectsResponseNone', SEARCH, { body: example('ListProjectsRequestNone') }],
  ['UpdateAppResponseRename', RENAME, { body: example('UpdateAppRequestRename') }],
  ['UpdateAppEmptyName', RENAME, { body: { name: '' } }],
  ['UpdateAppNoChanges', RENAME, { body: { name: 'Storefront' } }],
  ['UpdateAppUnknownApp', RENAME_UNKNOWN, { body: rename }],
  ['UpdateAppNameTaken', RENAME, { body: { name: 'shop api' } }],
  ['AddUserGrantResponseOwnProject', GRANT, { body: example('AddUserGrantRequestOwnProject') }],
  ['AddUserGrantResponseGrantedProject', GRANT, { body: example('AddUserGrantRequestGrantedProject') }],
  ['AddUserGrantEmptyProjectId', GRANT, { body: { projectId: '' } }],
  ['AddUserGrantNoPermissionOnProject', GRANT, { body: { projectId: '1' }, token: 'token-project-owner' }],
  ['AddUserGrantUnknownUser', GRANT_UNKNOWN, { body: grant }],
  ['AddUserGrantProjectNotFound', GRANT, { body: { projectId: '1' } }],
  ['AddUserGrantProjectGrantNotFound', GRANT, { body: { ...grant, projectGrantId: '1' } }],
  ['AddUserGrantUnknownRole', GRANT, { body: { ...grant, roleKeys: ['captain'] } }],
  ['AddUserGrantAlreadyExists', GRANT_AGAIN, { body: grant }],
  ['LimitExceeded', SEARCH, { body: { query: { limit: 1001 } } }],
  ['MissingToken', SEARCH, { body: {}, token: undefined }],
  ['MalformedToken', SEARCH, { body: {}, token: undefined, headers: { authorization: 'Basic x' } }],
  ['WrongType', SEARCH, { body: { query: { asc: 'yes' } } }],
  ['InvalidToken', SEARCH, { body: {}, token: 'token-expired' }],
  ['UnknownOrganization', SEARCH, foreign('1')],
  ['NoPermission', RENAME, { body: rename, token: 'token-viewer' }],
  ['NoPermissionOnProject', RENAME_ELSEWHERE, { body: rename, token: 'token-project-owner' }],
  ['NoMembership', SEARCH, { body: {}, token: 'token-no-role' }],
  ['TooLarge', SEARCH, { body: ' '.repeat(4_194_305) }],
  ['UnsupportedMediaType', SEARCH, { body: '<x/>', headers: { 'content-type': 'application/xml' } }],
];

/** An id of a record that did not exist before. */
const NEW_ID = /^\d{18}$/;

describe('the document', () => {
  test('has no example of an answer that is not earned here', () => {
    const answers = Object.keys(examples).filter((name) => !name.includes('Request'));
    expect(answers.sort()).toEqual(EARNED.map(([name]) => name).sort());
  });

  test.each(EARNED)('tells in %s what the server answers', async (name, [method, path], asked) => {
    const { body } = await ask(await identityStandIn(), method, path, asked);
    const promised = example(name) as Record<string, unknown>;
    expect(body).toEqual(
      'userGrantId' in promised ? { ...promised, userGrantId: expect.stringMatching(NEW_ID) } : promised,
    );
  });
});
