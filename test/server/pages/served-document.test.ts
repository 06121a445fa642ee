// The document that programs are given: what they make of it asks this server, and needs nothing else.

import SwaggerParser from '@apidevtools/swagger-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createPages } from '../../../src/server/pages/pages.ts';
import { ORGANIZATION } from '../../support/identity-records.ts';
import { sharedStandIn } from '../../support/shared-stand-in.ts';
import { ask, identityStandIn } from '../../support/stand-in.ts';
import { read, type Said, shown } from './shown.ts';

const standIn = sharedStandIn();

/** The two ways in which the document of the stand-in is served. */
const NOTATIONS = [
  ['/openapi.json', (text: string) => JSON.parse(text)],
  ['/openapi.yaml', (text: string) => parse(text)],
] as const;

describe.each(NOTATIONS)('%s', (path, readAs) => {
  const served = async (host = 'localhost', from = standIn()) =>
    readAs(await (await from.fetch(new Request(`http://${host}${path}`))).text());

  test.each(['localhost:8080', '127.0.0.1:1', '[::1]:8080', 'blue.localhost:8080', 'stand-in.test'])(
    'names the address that was used: %s',
    async (host) => {
      const { servers, components } = await served(host);
      expect(servers).toEqual([{ url: `http://${host}`, description: 'This mock server' }]);
      expect(components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
        authorizationUrl: `http://${host}/oauth/v2/authorize`,
        tokenUrl: `http://${host}/oauth/v2/token`,
      });
    },
  );

  test('names the sandbox whose path was used, and no path that names none', async () => {
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

  test('names the issuer where people log in, when that is another address', async () => {
    const elsewhere = await identityStandIn({ issuer: 'https://login.test:8443' });
    for (const at of ['', '/_sandbox/blue']) {
      const { servers, components } = await served(`localhost${at}`, elsewhere);
      expect(servers[0].url).toBe(`http://localhost${at}`);
      expect(components.securitySchemes.oauth2.flows.authorizationCode).toMatchObject({
        authorizationUrl: `https://login.test:8443${at}/oauth/v2/authorize`,
        tokenUrl: `https://login.test:8443${at}/oauth/v2/token`,
      });
    }
  });

  const whole = async (said: Said) => readAs(await read(createPages(shown(said)), path, 'localhost:1'));

  test('leaves addresses alone that are absolute', async () => {
    const flows = { password: { tokenUrl: 'https://elsewhere.example/token', scopes: {} } };
    const securitySchemes = {
      oauth: { type: 'oauth2', flows },
      discovered: { type: 'openIdConnect', openIdConnectUrl: 'discovery' },
      key: { type: 'apiKey', name: 'tokenUrl', in: 'header' },
    };
    const { components } = await whole({ document: { components: { securitySchemes } } });
    expect(components.securitySchemes).toEqual({
      ...securitySchemes,
      discovered: { type: 'openIdConnect', openIdConnectUrl: 'http://localhost:1/discovery' },
    });
  });

  test('names no server beside this one, wherever the document does', async () => {
    const servers = [{ url: 'https://elsewhere.example' }];
    const parameters = [{ name: 'servers', in: 'query', schema: { type: 'object', properties: { servers: {} } } }];
    const paths = { '/pets': { servers, parameters, get: { servers, parameters, responses: {} } }, '/servers': {} };
    expect((await whole({ document: { servers, paths } })).paths).toEqual({
      '/pets': { parameters, get: { parameters, responses: {} } },
      '/servers': {},
    });
  });

  test('is a document that can be read', async () => {
    const document = await served('localhost:8080');
    expect(await SwaggerParser.validate(document)).toMatchObject({ openapi: '3.0.3' });
  });

  test('has no default in what is sent, for generators of clients ask for a value there', async () => {
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

  test('tells which organization could be named, so that nobody makes one up', async () => {
    const { OrganizationHeader } = (await served()).components.parameters;
    expect(OrganizationHeader).toMatchObject({ name: 'x-service-orgid', example: ORGANIZATION.murmeltal });
  });
});

test('both are the same document', async () => {
  const [json, yaml] = await Promise.all(NOTATIONS.map(([path]) => ask(standIn(), 'GET', path, { token: undefined })));
  expect(parse(yaml?.body)).toEqual(json?.body);
});

describe('YAML', () => {
  const written = (said: Said) => read(createPages(shown(said)), '/openapi.yaml');

  test('is for people', async () => {
    expect(await written({ description: 'Animals.\n\nOf any size.\n' })).toMatch(
      /^openapi: 3\.0\.3\ninfo:\n {2}title: Pets\n {2}version: 1\.0\.0\n {2}description: \|\n {4}Animals\./,
    );
  });

  test.each(['no', 'on', '2026-11-21', '2026-11-21T09:00:00.000Z', '1_000', '0x1F', '1:30', '.inf', '~', ''])(
    'lets no program take the text %j for something else',
    async (title) => {
      const text = await written({ title });
      expect(parse(text, { version: '1.1' }).info.title).toBe(title);
      expect(parse(text).info.title).toBe(title);
    },
  );

  test('of a very large document is its JSON, so that nobody else waits', async () => {
    const said = { document: { 'x-large': Array.from({ length: 100_000 }, (_, number) => `number ${number}`) } };
    const [yaml, json] = await Promise.all(
      ['/openapi.yaml', '/openapi.json'].map((path) => read(createPages(shown(said)), path)),
    );
    expect(yaml).toBe(json);
  });
});
