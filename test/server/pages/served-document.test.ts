// The document for client programs: its URLs point to this server, and it is self-contained.

import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createPages } from '../../../src/server/pages/pages.ts';
import { ORGANIZATION } from '../../support/identity-records.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { sharedMockServer } from '../../support/shared-mock-server.ts';
import { type PageInput, read, shown } from './shown.ts';

const mockServer = sharedMockServer();

/** The two formats of the served document. */
const NOTATIONS = [
  ['/openapi.json', (text: string) => JSON.parse(text)],
  ['/openapi.yaml', (text: string) => parse(text)],
] as const;

describe.each(NOTATIONS)('%s', (path, readAs) => {
  const served = async (host = 'localhost', from = mockServer()) =>
    readAs(await (await from.fetch(new Request(`http://${host}${path}`))).text());

  test.each(['localhost:8080', '127.0.0.1:1', '[::1]:8080', 'blue.localhost:8080', 'mock-server.test'])(
    'has the URL of the request as its server: %s',
    async (host) => {
      const { servers, components } = await served(host);
      expect(servers).toEqual([{ url: `http://${host}`, description: 'This mock server' }]);
      expect(components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
        authorizationUrl: `http://${host}/oauth/v2/authorize`,
        tokenUrl: `http://${host}/oauth/v2/token`,
      });
    },
  );

  test('has the sandbox of the path, but no invalid one', async () => {
    const { servers, components } = await served('localhost:8080/_sandbox/blue');
    expect(servers[0].url).toBe('http://localhost:8080/_sandbox/blue');
    expect(components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
      authorizationUrl: 'http://localhost:8080/_sandbox/blue/oauth/v2/authorize',
      tokenUrl: 'http://localhost:8080/_sandbox/blue/oauth/v2/token',
    });
    for (const name of ['"', '%22', '<', 'No-Name']) {
      expect((await served(`localhost:8080/_sandbox/${name}`)).servers[0].url).toBe('http://localhost:8080');
    }
  });

  test('has the configured issuer', async () => {
    const elsewhere = await identityMockServer({ issuer: 'https://login.test:8443' });
    for (const at of ['', '/_sandbox/blue']) {
      const { servers, components } = await served(`localhost${at}`, elsewhere);
      expect(servers[0].url).toBe(`http://localhost${at}`);
      expect(components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
        authorizationUrl: `https://login.test:8443${at}/oauth/v2/authorize`,
        tokenUrl: `https://login.test:8443${at}/oauth/v2/token`,
      });
    }
  });

  const whole = async (message: PageInput) => readAs(await read(createPages(shown(message)), path, 'localhost:1'));

  test('does not change absolute URLs', async () => {
    const flows = { password: { tokenUrl: 'https://elsewhere.example/token', scopes: {} } };
    const securitySchemes = {
      oauth: { type: 'oauth2', flows },
      discovered: { type: 'openIdConnect', openIdConnectUrl: 'discovery' },
      device: { type: 'oauth2', oauth2MetadataUrl: 'meta', flows: { d: { deviceAuthorizationUrl: '/device' } } },
      key: { type: 'apiKey', name: 'tokenUrl', in: 'header' },
    };
    const { components } = await whole({ document: { components: { securitySchemes } } });
    expect(components.securitySchemes).toEqual({
      ...securitySchemes,
      discovered: { type: 'openIdConnect', openIdConnectUrl: 'http://localhost:1/discovery' },
      device: {
        type: 'oauth2',
        oauth2MetadataUrl: 'http://localhost:1/meta',
        flows: { d: { deviceAuthorizationUrl: 'http://localhost:1/device' } },
      },
    });
  });

  test('has no other servers, at any level', async () => {
    const servers = [{ url: 'https://elsewhere.example' }];
    const parameters = [{ name: 'servers', in: 'query', schema: { type: 'object', properties: { servers: {} } } }];
    const paths = { '/pets': { servers, parameters, get: { servers, parameters, responses: {} } }, '/servers': {} };
    expect((await whole({ document: { servers, paths } })).paths).toEqual({
      '/pets': { parameters, get: { parameters, responses: {} } },
      '/servers': {},
    });
  });

  test('is valid', async () => {
    const document = await served('localhost:8080');
    expect(await SwaggerParser.validate(document)).toMatchObject({ openapi: '3.0.3' });
  });

  test('has no defaults in request bodies, because client generators require values for them', async () => {
    const { paths, components } = await served();
    const found = new Set<object>();
    const collect = (part: unknown): void => {
      if (typeof part !== 'object' || part === null || found.has(part)) return;
      found.add(part);
      const { $ref } = part as { $ref?: string };
      if ($ref) collect(components.schemas[$ref.split('/').at(-1) ?? '']);
      for (const inner of Object.values(part)) collect(inner);
    };
    for (const item of Object.values<Record<string, { requestBody?: object }>>(paths))
      for (const { requestBody } of Object.values(item)) collect(requestBody);
    expect(found).toContain(components.schemas.ProjectNameQuery);
    expect([...found].filter((part) => 'default' in part)).toEqual([]);
  });

  test('has an existing organization as an example', async () => {
    const { OrganizationHeader } = (await served()).components.parameters;
    expect(OrganizationHeader).toMatchObject({ name: 'x-service-orgid', example: ORGANIZATION.murmeltal });
  });
});

test('both formats contain the same document', async () => {
  const [json, yaml] = await Promise.all(
    NOTATIONS.map(([path]) => send(mockServer(), 'GET', path, { token: undefined })),
  );
  expect(parse(yaml?.body)).toEqual(json?.body);
});

describe('YAML', () => {
  const written = (message: PageInput) => read(createPages(shown(message)), '/openapi.yaml');

  test('is formatted for readers', async () => {
    expect(await written({ description: 'Animals.\n\nOf any size.\n' })).toMatch(
      /^openapi: 3\.0\.3\ninfo:\n {2}title: Pets\n {2}version: 1\.0\.0\n {2}description: \|\n {4}Animals\./,
    );
  });

  test.each(['no', 'on', '2026-11-21', '2026-11-21T09:00:00.000Z', '1_000', '0x1F', '1:30', '.inf', '~', ''])(
    'quotes the string %j if it could be another type',
    async (title) => {
      const text = await written({ title });
      expect(parse(text, { version: '1.1' }).info.title).toBe(title);
      expect(parse(text).info.title).toBe(title);
    },
  );

  test('of a very large document is its JSON, because YAML would block the server', async () => {
    const message = { document: { 'x-large': Array.from({ length: 100_000 }, (_, number) => `number ${number}`) } };
    const [yaml, json] = await Promise.all(
      ['/openapi.yaml', '/openapi.json'].map((path) => read(createPages(shown(message)), path)),
    );
    expect(yaml).toBe(json);
  });
});
