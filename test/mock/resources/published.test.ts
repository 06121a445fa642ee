// Documents as published: incomplete, redundant or contradictory.

import { describe, expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';

const THING = `
components:
  schemas:
    Thing: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`;

/** Items whose responses have one media type. */
const things = (type: string) => `
paths:
  /things:
    get: { responses: { '200': { description: ok, content: { '${type}': { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: ok, content: { '${type}': { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { '${type}': { schema: { $ref: '#/components/schemas/Thing' } } } } }
${THING}`;

describe('responses', () => {
  test.each(['*/*', 'application/*', 'application/vnd.things+json'])('in %s contain the items', async (type) => {
    const send = await inferred(things(type), { records: 0 });
    const created = await send('POST', '/things', { id: 'a', name: 'A' });
    expect(created).toMatchObject({ status: 200, source: 'stored', body: { id: 'a', name: 'A' } });
    expect(await send('GET', '/things/a')).toMatchObject({ source: 'stored', body: { id: 'a', name: 'A' } });
    expect(await send('GET', '/things')).toMatchObject({ source: 'stored', body: [{ id: 'a', name: 'A' }] });
  });

  test.each<[wanted: string, required: boolean, told: RegExp | null]>([
    ['<.+>; rel="(first|next)"', true, /^<http[^>]*limit=1[^>]*>; rel="/],
    ['^<.+>; rel="current"$', true, /^<.+>; rel="current"$/],
    ['^<.+>; rel="current"$', false, null],
  ])('with links such as %s contain them, or omit optional ones (%s)', async (wanted, required, reported) => {
    const link = { Link: { required, schema: { type: 'string', pattern: wanted } } };
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
    const offset = { name: 'offset', in: 'query', schema: { type: 'integer' } };
    const send = await inferred(
      things('application/json').replace(
        "get: { responses: { '200': { description: ok,",
        `get: { parameters: ${JSON.stringify([limit, offset])}, responses: { '200': { description: ok, headers: ${JSON.stringify(link)},`,
      ),
      { records: 3 },
    );
    const { status, source, headers } = await send('GET', '/things?limit=1');
    expect([status, source]).toEqual([200, 'stored']);
    if (reported) expect(headers.get('link')).toMatch(reported);
    else expect(headers.get('link')).toBe(null);
  });

  test('in XML only contain the items', async () => {
    const send = await inferred(things('application/xml'), { records: 0 });
    await send('POST', '/things', { id: 'a', name: 'A' });
    const { source, body } = await send('GET', '/things/a');
    expect(source).toBe('stored');
    expect(body).toContain('<name>A</name>');
  });

  test('convert numbers to declared strings', async () => {
    const send = await inferred(
      `
paths:
  /things:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { size: { type: integer } } } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } } } }
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer }, size: { type: integer } } } } } } }
`,
      { records: 0 },
    );
    expect((await send('POST', '/things', { size: 4 })).body).toMatchObject({ id: '1' });
    expect((await send('GET', '/things/1')).body).toEqual({ id: 1, size: 4 });
  });
});

describe('a created item', () => {
  const created = (response: string) => `
paths:
  /things:
    post:
      requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { ${response} }
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
${THING}`;

  test.each([`'201': { description: made }`, `'202': { description: later }`, `'204': { description: made }`])(
    'has a Location when the response is %s',
    async (response) => {
      const send = await inferred(created(response), { records: 0 });
      const { headers } = await send('POST', '/things', { name: 'A' });
      expect((await send('GET', headers.get('location') ?? '')).body).toMatchObject({ name: 'A' });
    },
  );

  test('has no Location that is too long for a header', async () => {
    const send = await inferred(things('application/json'), { records: 0 });
    const { status, headers } = await send('POST', '/things', { id: 'a'.repeat(20_000), name: 'A' });
    expect([status, headers.get('location')]).toEqual([200, null]);
  });

  test('has a URL as Location if the document requires one', async () => {
    const location = `headers: { Location: { schema: { type: string, format: uri } } }`;
    const send = await inferred(created(`'201': { description: made, ${location} }`), { records: 0 });
    const { status, headers } = await send('POST', '/things', { name: 'A' });
    expect(status).toBe(201);
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(/^\/things\/.+/);
  });
});

describe('ids', () => {
  const policies = (schema: string) => `
paths:
  /policies:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Policy' } } } } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Policy' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Policy' } } } } }
  /policies/{policyId}:
    get:
      parameters: [{ name: policyId, in: path, required: true, schema: ${schema} }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Policy' } } } } }
components:
  schemas:
    Policy: { type: object, required: [id], properties: { id: { type: string }, text: { type: string } } }
`;

  test.each([
    '{ type: string, format: uuid }',
    "{ type: string, pattern: '^p[0-9]{3}$' }",
    '{ type: string, enum: [main, other, third] }',
  ])('match the path schema: %s', async (schema) => {
    const send = await inferred(policies(schema));
    const { body } = await send('GET', '/policies');
    expect(body.length).toBeGreaterThan(0);
    for (const { id } of body)
      expect(await send('GET', `/policies/${id}`)).toMatchObject({ status: 200, body: { id } });
  });

  test('that no path accepts are ignored in request bodies', async () => {
    const send = await inferred(policies('{ type: string, format: uuid }'), { records: 0 });
    const { body } = await send('POST', '/policies', { id: 'mine', text: 'A' });
    expect((await send('GET', `/policies/${body.id}`)).body).toEqual({ id: body.id, text: 'A' });
  });
});

describe('seed data', () => {
  const list = (schema: string) =>
    `'200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${schema}' } } } } }`;
  const one = (schema: string) =>
    `'200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;
  const values = (...names: readonly string[]) =>
    `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`;

  test('exists below parents that other paths name differently', async () => {
    const send = await inferred(`
paths:
  /servers/{server}/advisors: { ${values('server')}, get: { responses: { ${list('Advisor')} } } }
  /servers/{server}/advisors/{advisor}: { ${values('server', 'advisor')}, get: { responses: { ${one('Advisor')} } } }
  /servers/{server}/databases/{database}/advisors: { ${values('server', 'database')}, get: { responses: { ${list('Advisor')} } } }
  /servers/{server}/databases/{database}/advisors/{advisor}: { ${values('server', 'database', 'advisor')}, get: { responses: { ${one('Advisor')} } } }
  /servers/{server}/databases/{database}/advisors/{advisor}/actions: { ${values('server', 'database', 'advisor')}, get: { responses: { ${list('Action')} } } }
  /servers/{server}/databases/{database}/advisors/{advisor}/actions/{action}: { ${values('server', 'database', 'advisor', 'action')}, get: { responses: { ${one('Action')} } } }
components:
  schemas:
    Advisor: { type: object, required: [name], properties: { name: { type: string } } }
    Action: { type: object, required: [name], properties: { name: { type: string } } }
`);
    const { apis } = (await send('GET', '/_understudy/state')).body;
    const [action] = apis.things.actions;
    const [server, database, advisor, name] = action.id.split('/').map(encodeURIComponent);
    const path = `/servers/${server}/databases/${database}/advisors/${advisor}/actions/${name}`;
    expect((await send('GET', path)).body).toEqual(action.item);
  });

  test('exists if paths use two names for an item', async () => {
    const send = await inferred(`
paths:
  /companies/{company}/teams: { ${values('company')}, get: { responses: { ${list('Team')} } } }
  /companies/{company}/teams/{team}/notes: { ${values('company', 'team')}, get: { responses: { ${list('Note')} } } }
  /companies/{company}/teams/{slug}: { ${values('company', 'slug')}, get: { responses: { ${one('Team')} } } }
components:
  schemas:
    Team: { type: object, required: [slug], properties: { slug: { type: string } } }
    Note: { type: object, required: [text], properties: { text: { type: string } } }
`);
    expect((await send('GET', '/_understudy/state')).body.apis.things.teams).toHaveLength(3);
  });

  test('refers to child items only if these exist', async () => {
    const send = await inferred(`
paths:
  /branches: { get: { responses: { ${list('Branch')} } } }
  /branches/{branchId}: { ${values('branchId')}, get: { responses: { ${one('Branch')} } } }
  /branches/{branchId}/jobs: { ${values('branchId')}, get: { responses: { ${list('Job')} } } }
  /branches/{branchId}/jobs/{jobId}: { ${values('branchId', 'jobId')}, get: { responses: { ${one('Job')} } } }
components:
  schemas:
    Branch: { type: object, required: [branchId, jobId], properties: { branchId: { type: string }, jobId: { type: string } } }
    Job: { type: object, required: [jobId], properties: { jobId: { type: string } } }
`);
    const [branch] = (await send('GET', '/branches')).body;
    expect((await send('GET', `/branches/${encodeURIComponent(branch.branchId)}/jobs`)).body).toHaveLength(3);
  });

  test('exists if an item has a numeric parent id', async () => {
    const send = await inferred(`
paths:
  /organizers/{organizerKey}/events: { ${values('organizerKey').replace('type: string', 'type: integer')}, get: { responses: { ${list('Event')} } } }
  /organizers/{organizerKey}/events/{eventKey}: { ${values('organizerKey', 'eventKey').replaceAll('type: string', 'type: integer')}, get: { responses: { ${one('Event')} } } }
components:
  schemas:
    Event: { type: object, required: [eventKey, organizerKey], properties: { eventKey: { type: integer }, organizerKey: { type: integer } } }
`);
    const [{ item }] = (await send('GET', '/_understudy/state')).body.apis.things.events;
    expect((await send('GET', `/organizers/${item.organizerKey}/events`)).body).toContainEqual(item);
  });
});

describe('references', () => {
  test('have the type of the property', async () => {
    const schema = (name: string) =>
      `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
    const both = (name: string) => `
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: ok, ${schema(name)} } }`;
    const list = (name: string) =>
      `{ get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } } } } }`;
    const send = await inferred(`
paths:
  /groups: ${list('Group')}
  /groups/{id}: ${both('Group')}
  /users: ${list('User')}
  /users/{id}: ${both('User')}
components:
  schemas:
    Group: { type: object, required: [id], properties: { id: { type: integer } } }
    User: { type: object, required: [id, group_ids, group_id], properties: { id: { type: integer }, group_id: { type: string }, group_ids: { type: array, items: { type: string } } } }
`);
    const { body } = await send('GET', '/users');
    expect(body).toHaveLength(3);
    for (const { group_id } of body) expect((await send('GET', `/groups/${group_id}`)).status).toBe(200);
  });

  test('by number to items with names do not prevent seed data', async () => {
    const list = (name: string) =>
      `{ get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } } } } }`;
    const one = (name: string) =>
      `{ get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } } } }`;
    const send = await inferred(`
paths:
  /apps: ${list('App')}
  /apps/{slug}: ${one('App').replace('name: id', 'name: slug')}
  /installations: ${list('Installation')}
  /installations/{id}: ${one('Installation')}
components:
  schemas:
    App: { type: object, required: [slug], properties: { slug: { type: string } } }
    Installation: { type: object, required: [id, app_id], properties: { id: { type: integer }, app_id: { type: integer } } }
`);
    expect((await send('GET', '/installations')).body).toHaveLength(3);
  });

  test('that several items may share are not unique, although the referenced id is', async () => {
    const send = await inferred(
      `
paths:
  /members:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } } }
  /members/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } } }
components:
  schemas:
    Member: { type: object, properties: { id: { type: string }, networkId: { type: string, description: The unique identifier of the network. } } }
`,
      { records: 0 },
    );
    expect((await send('POST', '/members', { networkId: 'n' })).status).toBe(201);
    expect((await send('POST', '/members', { networkId: 'n' })).status).toBe(201);
  });
});

test('stores an uploaded file with the item', async () => {
  const send = await inferred(
    `
paths:
  /media:
    post:
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary }, title: { type: string } } } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Medium' } } } } }
  /media/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Medium' } } } } }
components:
  schemas:
    Medium: { type: object, properties: { id: { type: string }, title: { type: string }, file: { type: string } } }
`,
    { records: 0 },
  );
  const form = new FormData();
  form.append('title', 'Dune');
  form.append('file', new Blob(['spice']), 'dune.txt');
  const { status, body } = await send('POST', '/media', form);
  expect(status).toBe(201);
  expect((await send('GET', `/media/${body.id}`)).body).toMatchObject({ title: 'Dune', file: btoa('spice') });
});

test('ignores an If-Match without entity tags', async () => {
  const send = await inferred(
    `
paths:
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } } }
    put:
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
${THING}`,
    { records: 0 },
  );
  expect((await send('PUT', '/things/a', { id: 'a', name: 'A' }, { 'if-match': 'version 3' })).status).toBe(200);
  expect((await send('PUT', '/things/a', { id: 'a', name: 'B' }, { 'if-match': '"another"' })).status).toBe(412);
});

describe('bulk operations', () => {
  const many = (rejection: string) => `
paths:
  /records:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Record' } } } } } } }
    put:
      requestBody: { content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Record' } } } } }
      responses: { '200': { description: ok }${rejection} }
  /records/{name}:
    get:
      parameters: [{ name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Record' } } } } }
components:
  schemas:
    Record: { type: object, required: [name], properties: { name: { type: string }, data: { type: string } } }
`;
  const sent = [{ name: 'www', data: '::1' }];

  test('create missing items if the document declares no error', async () => {
    const send = await inferred(many(''), { records: 0 });
    expect((await send('PUT', '/records', sent)).status).toBe(200);
    expect((await send('GET', '/records')).body).toEqual(sent);
  });

  test('reject missing items if it declares one', async () => {
    const send = await inferred(many(`, '404': { description: unknown }`), { records: 0 });
    expect((await send('PUT', '/records', sent)).status).toBe(404);
  });
});

test('responds although the document declares only errors', async () => {
  const send = await inferred(
    `
paths:
  /things:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } } } } }
  /things/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
    delete:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '404': { description: unknown } }
  /restart: { post: { responses: { '400': { description: no } } } }
${THING}`,
  );
  const [{ id }] = (await send('GET', '/things')).body;
  expect((await send('DELETE', `/things/${encodeURIComponent(id)}`)).status).toBe(200);
  expect((await send('DELETE', `/things/${encodeURIComponent(id)}`)).status).toBe(404);
  expect(await send('POST', '/restart')).toMatchObject({ status: 200, source: 'generated' });
});
