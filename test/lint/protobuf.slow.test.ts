// Findings for invalid protobuf documents, and for changes that break clients of the last release.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lintDocument, protobufFaults, releasedPlan } from '../../src/lint/lint-document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { temporaryFolder } from '../support/temporary.ts';

const RELEASED = fileURLToPath(new URL('../../spec/released/identity.yaml', import.meta.url));

type Changes = readonly (readonly [string, string])[];

/** A file with the released document and text replacements. */
async function changed(changes: Changes) {
  let text = await readFile(RELEASED, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const path = join(await temporaryFolder(), 'changed.yaml');
  await writeFile(path, text);
  return { path, text };
}

/** The protobuf findings of the released document after some changes, each with the text at its location. */
async function findingsOf(changes: Changes, released?: string) {
  const { path, text } = await changed(changes);
  const { findings } = await lintDocument(path, { released });
  const lines = text.split('\n');
  return findings
    .filter(({ rule }) => rule.startsWith('protobuf'))
    .map(({ rule, message, severity, line, column }) => ({
      found: `${severity} ${rule}: ${message}`,
      at: lines[line - 1]?.slice(column - 1).trim(),
    }));
}

const SCHEMAS = 'identity.management.v1';

describe('lint of protobuf', () => {
  test('reports the location of a duplicate number', async () => {
    expect(await findingsOf([['hasProjectCheck: 7', 'hasProjectCheck: 6']])).toEqual([
      {
        found: 'error protobuf: number 6 is used for both "projectRoleCheck" and "hasProjectCheck"',
        at: 'hasProjectCheck: 6',
      },
    ]);
  });

  test('reports a property without a number, and checks against the release only when it has one', async () => {
    const [finding, ...others] = await findingsOf([['x-field-numbers: { name: 5 }', '']], RELEASED);
    expect(finding?.found).toBe('error protobuf: property "name" has no number in x-field-numbers');
    expect(others).toEqual([]);
  });

  test('reports nothing for a document without a service', async () => {
    const path = join(await temporaryFolder(), 'plain.yaml');
    await writeFile(path, 'openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n');
    const { findings } = await lintDocument(path);
    expect(findings.filter(({ rule }) => rule.startsWith('protobuf'))).toEqual([]);
  });
});

describe('lint against a release', () => {
  test.each<{ what: string; changes: [string, string][]; found: string[] }>([
    { what: 'no change', changes: [], found: [] },
    {
      what: 'an added property, value and procedure',
      changes: [
        [
          'x-field-numbers: { idpId: 1, idpName: 2, idpType: 3 }',
          'x-field-numbers: { idpId: 1, idpName: 2, idpType: 3, more: 4 }',
        ],
        ['        idpId:\n', '        more: { type: string }\n        idpId:\n'],
        [
          'enum: [IDP_TYPE_UNSPECIFIED, IDP_TYPE_OIDC, IDP_TYPE_JWT]',
          'enum: [IDP_TYPE_UNSPECIFIED, IDP_TYPE_OIDC, IDP_TYPE_JWT, IDP_TYPE_NEW]',
        ],
        ['x-enum-numbers: [0, 1, 3]', 'x-enum-numbers: [0, 1, 3, 4]'],
      ],
      found: [],
    },
    {
      what: 'a changed number',
      changes: [['hasProjectCheck: 7', 'hasProjectCheck: 9']],
      found: ['the number of "hasProjectCheck" changed from 7 to 9'],
    },
    {
      what: 'a number given to another property',
      changes: [
        ['name: 5', 'title: 5'],
        ['required: [name]\n      x-field', 'required: [title]\n      x-field'],
        ['        name:\n          description: The new name', '        title:\n          description: The new name'],
      ],
      found: ['number 5 changed from "name" to "title"'],
    },
    {
      what: 'a removed property',
      changes: [
        ['{ idpId: 1, idpName: 2, idpType: 3 }', '{ idpId: 1, idpType: 3 }'],
        ['required: [idpId, idpName]', 'required: [idpId]'],
        ['        idpName:\n          description: Name of the identity provider.\n          type: string\n', ''],
      ],
      found: ['"idpName" was removed from IDPLoginPolicyLink; add its number 2 to x-reserved-numbers'],
    },
    {
      what: 'a removed property with a reserved number',
      changes: [
        ['{ idpId: 1, idpName: 2, idpType: 3 }', '{ idpId: 1, idpType: 3 }\n      x-reserved-numbers: [2]'],
        ['required: [idpId, idpName]', 'required: [idpId]'],
        ['        idpName:\n          description: Name of the identity provider.\n          type: string\n', ''],
      ],
      found: [],
    },
    {
      what: 'a changed type',
      changes: [['type: integer\n          format: uint32', 'type: integer\n          format: int32']],
      found: ['"limit" changed from uint32 to int32'],
    },
    {
      what: 'a single value that became a list',
      changes: [['          x-singular: true\n', '']],
      found: [`"idpType" changed from ${SCHEMAS}.IDPType to repeated ${SCHEMAS}.IDPType`],
    },
    {
      what: 'a oneOf that was split',
      changes: [['      x-oneofs: { query: [nameQuery, projectResourceOwnerQuery] }\n', '']],
      found: [
        `"nameQuery" changed from ${SCHEMAS}.ProjectNameQuery in the choice query to ${SCHEMAS}.ProjectNameQuery`,
        `"projectResourceOwnerQuery" changed from ${SCHEMAS}.ProjectResourceOwnerQuery in the choice query to ${SCHEMAS}.ProjectResourceOwnerQuery`,
      ],
    },
    {
      what: 'a changed number of a value',
      changes: [['x-enum-numbers: [0, 1, 3]', 'x-enum-numbers: [0, 1, 2]']],
      found: ['the number of IDP_TYPE_JWT changed from 3 to 2'],
    },
    {
      what: 'a renamed value',
      changes: [['IDP_TYPE_OIDC, IDP_TYPE_JWT]', 'IDP_TYPE_OIDC, IDP_TYPE_TOKEN]']],
      found: ['number 3 changed from IDP_TYPE_JWT to IDP_TYPE_TOKEN'],
    },
    {
      what: 'a renamed procedure',
      changes: [['x-rpc: ListProjects', 'x-rpc: FindProjects']],
      found: ['the procedure changed from ListProjects to FindProjects'],
    },
    {
      what: 'a removed procedure',
      changes: [['      x-rpc: Healthz\n', '']],
      found: ['procedure Healthz was removed'],
    },
    {
      what: 'a renamed service',
      changes: [['  service: ManagementService', '  service: IdentityService']],
      found: ['the service changed from ManagementService to IdentityService'],
    },
    {
      what: 'a renamed service with the old name as an alias',
      changes: [
        ['  service: ManagementService', '  service: IdentityService'],
        ['aliases: [zitadel', 'aliases: [identity.management.v1.ManagementService, zitadel'],
      ],
      found: [],
    },
    {
      what: 'a removed alias of the service',
      changes: [['  aliases: [zitadel.management.v1.ManagementService]\n', '']],
      found: ['the service lost its alias zitadel.management.v1.ManagementService'],
    },
    {
      what: 'a removed alias of a message',
      changes: [['      x-message-aliases: [zitadel.v1.ErrorDetail]\n', '']],
      found: ['message ErrorDetail lost its alias zitadel.v1.ErrorDetail'],
    },
    {
      what: 'a renamed package',
      changes: [['package: identity.management.v1', 'package: identity.management.v2']],
      found: [
        'the package changed from identity.management.v1 to identity.management.v2, which renames all types and procedures',
      ],
    },
  ])('reports breaking changes for $what', async ({ changes, found }) => {
    const { bundled } = await openDocument((await changed(changes)).path);
    const faults = protobufFaults(bundled, await releasedPlan(RELEASED));
    expect(faults.map(({ rule, message }) => `${rule}: ${message}`)).toEqual(
      found.map((message) => `protobuf-released: ${message}`),
    );
  });

  test('reports the location', async () => {
    const findings = await findingsOf([['x-enum-numbers: [0, 1, 3]', 'x-enum-numbers: [0, 1, 2]']], RELEASED);
    expect(findings).toEqual([
      {
        found: 'error protobuf-released: the number of IDP_TYPE_JWT changed from 3 to 2',
        at: 'x-enum-numbers: [0, 1, 2]',
      },
    ]);
  });

  test('is rejected when the release has no service', async () => {
    const path = join(await temporaryFolder(), 'plain.yaml');
    await writeFile(path, 'openapi: 3.0.3\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n');
    await expect(lintDocument(RELEASED, { released: path })).rejects.toThrow(
      'plain.yaml describes no protobuf service',
    );
  });
});
