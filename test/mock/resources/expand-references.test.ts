// Names in requests are expanded to objects in responses.

import { expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';

const body = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const one = (schema: string, status = 200) =>
  `responses: { '${status}': { description: ok, content: { application/json: { schema: ${schema} } } } }`;
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;

const TRACKER = `
paths:
  /issues:
    get: { ${one(`{ type: array, items: ${ref('Issue')} }`)} }
    post: { ${body(ref('NewIssue'))}, ${one(ref('Issue'), 201)} }
  /issues/{issueId}:
    parameters: [{ name: issueId, in: path, required: true, schema: { type: integer } }]
    get: { ${one(ref('Issue'))} }
    put: { ${body(ref('NewIssue'))}, ${one(ref('Issue'))} }
    patch: { ${body(ref('NewIssue'))}, ${one(ref('Issue'))} }
  /milestones:
    get: { ${one(`{ type: array, items: ${ref('Milestone')} }`)} }
    post: { ${body(ref('Milestone'))}, ${one(ref('Milestone'), 201)} }
  /milestones/{number}:
    parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
    get: { ${one(ref('Milestone'))} }
components:
  schemas:
    Milestone: { type: object, required: [number, title], properties: { id: { type: integer, readOnly: true }, number: { type: integer }, title: { type: string } } }
    User: { type: object, required: [login, id], properties: { name: { type: string }, login: { type: string }, id: { type: integer } } }
    NewIssue:
      type: object
      properties:
        title: { type: string }
        labels: { type: array, items: { type: string } }
        tags: { type: array, items: { oneOf: [{ type: string }, { type: object, properties: { name: { type: string } } }] } }
        discounts: { type: array, items: { type: string } }
        assignee: { type: string }
        milestone: { type: integer }
    Issue:
      type: object
      required: [id]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string }
        labels: { type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } }
        tags: { type: array, items: { oneOf: [{ type: string }, { type: object, properties: { id: { type: integer }, name: { type: string } } }] } }
        discounts: { type: array, items: { anyOf: [{ type: string }, { type: object, properties: { id: { type: string }, name: { type: string } } }] } }
        assignee: ${ref('User')}
        milestone: ${ref('Milestone')}
`;

test('expands a name to the stored item with that name, else to a new object', async () => {
  const send = await inferred(TRACKER, { records: 0 });
  await send('POST', '/milestones', { number: 7, title: 'May' });
  const sent = { title: 'It breaks', labels: ['bug'], tags: ['a', { name: 'b' }], assignee: 'ann', milestone: 7 };
  const shown = {
    title: 'It breaks',
    labels: [{ name: 'bug' }],
    tags: [{ name: 'a' }, { name: 'b' }],
    assignee: { login: 'ann', id: expect.any(Number) },
    milestone: { number: 7, title: 'May' },
  };
  const { status, source, body: created } = await send('POST', '/issues', sent);
  expect({ status, source }).toEqual({ status: 201, source: 'stored' });
  expect(created).toMatchObject({ id: 1, ...shown });
  expect((await send('GET', '/issues/1')).body).toEqual(created);
  const changed = await send('PATCH', '/issues/1', { labels: ['later', 'bug'] });
  expect(changed.body).toMatchObject({ ...shown, labels: [{ name: 'later' }, { name: 'bug' }] });
  expect((await send('PUT', '/issues/1', { labels: ['old'], milestone: 8 })).body).toEqual({
    id: 1,
    labels: [{ name: 'old' }],
    milestone: { number: 8, title: expect.any(String) },
  });
});

test('does not expand a string if the schema allows one, or if it may be an id', async () => {
  const send = await inferred(TRACKER, { records: 0 });
  expect((await send('POST', '/issues', { discounts: ['di_1'] })).body.discounts).toEqual(['di_1']);
});

test('returns a read-only property in the sent form, and expands an id', async () => {
  const send = await inferred(
    `
paths:
  /tasks:
    get: { ${one(`{ type: array, items: ${ref('Task')} }`)} }
    post: { ${body(ref('NewTask'))}, ${one(ref('Task'), 201)} }
  /tasks/{gid}:
    parameters: [{ name: gid, in: path, required: true, schema: { type: string } }]
    get: { ${one(ref('Task'))} }
    patch: { ${body(ref('NewTask'))}, ${one(ref('Task'))} }
  /projects:
    get: { ${one(`{ type: array, items: ${ref('Project')} }`)} }
    post: { ${body(`{ type: object, properties: { name: { type: string } } }`)}, ${one(ref('Project'), 201)} }
  /projects/{project_gid}:
    parameters: [{ name: project_gid, in: path, required: true, schema: { type: string } }]
    get: { ${one(ref('Project'))} }
components:
  schemas:
    Short: { type: object, properties: { gid: { type: string, readOnly: true }, name: { type: string } } }
    Project: { type: object, required: [labels], properties: { gid: { type: string, readOnly: true }, name: { type: string }, color: { type: string }, team: { type: string }, labels: { type: object, additionalProperties: { type: string } } } }
    NewTask: { type: object, properties: { name: { type: string }, projects: { type: array, items: { type: string } }, assignee: { type: string }, version: { type: string, readOnly: true } } }
    Task:
      type: object
      properties:
        gid: { type: string, readOnly: true }
        name: { type: string }
        version: { type: string, readOnly: true }
        projects: { type: array, readOnly: true, items: ${ref('Short')} }
        assignee: { readOnly: true, allOf: [${ref('Short')}] }
`,
    { records: 0 },
  );
  const { body: project } = await send('POST', '/projects', { name: 'P' });
  expect(project.labels).toEqual({});
  const sent = { name: 'T', projects: [project.gid], assignee: '17', version: 'mine' };
  const { body: task } = await send('POST', '/tasks', sent);
  expect(task).toMatchObject({ name: 'T', projects: [{ gid: project.gid, name: 'P' }], assignee: { gid: '17' } });
  expect(task.version).not.toBe('mine');
  const { body: changed } = await send('PATCH', `/tasks/${task.gid}`, { assignee: 'Ann', version: 'mine' });
  expect(changed).toEqual({ ...task, assignee: { name: 'Ann' } });
});
