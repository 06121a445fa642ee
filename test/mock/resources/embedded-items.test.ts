// Objects in items that show items of other resources.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const listOf = (items: object) => ({ type: 'array', minItems: 1, items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Agent: object({ id: text, name: text, email: { type: 'string', format: 'email' } }),
  AgentSummary: object({ id: text, name: text }),
  Label: object({ id: integer, name: text }),
};

/** Collections of agents and labels, and of cases with these properties. */
async function open(properties: object, records = 3, sent: object = {}, example?: object) {
  const Case = object({ id: integer, ...properties });
  const listed = (schema: object, list?: readonly object[]) => ({
    200: {
      description: 'ok',
      content: { 'application/json': { schema: { type: 'array', items: schema }, ...(list && { example: list }) } },
    },
  });
  const collection = (schema: object, body = schema, list?: readonly object[]) => ({
    get: { responses: listed(schema, list) },
    post: { ...takes(body), responses: jsonAnswers({ 201: schema }) },
  });
  const { send } = await openInferred(
    {
      '/agents': collection(ref('Agent')),
      '/labels': collection(ref('Label')),
      '/cases': collection(ref('Case'), { type: 'object', properties: sent }, example && [example]),
    },
    { ...schemas, Case },
    {},
    records,
  );
  const read = async (path: string) => (await send('GET', path)).body;
  return { send, agents: await read('/agents'), labels: await read('/labels'), cases: await read('/cases') };
}

const shownIn = (agents: readonly { id: string; name: string }[]) => agents.map(({ id, name }) => ({ id, name }));

describe('seed items show existing items:', () => {
  test.each<[name: string, property: string, schema: object]>([
    ['a summary by the name of its schema', 'lead', ref('AgentSummary')],
    ['an inline summary by the name of the property', 'agent', object({ id: text, name: text })],
    ['a role of a person', 'requester', object({ id: text, name: text })],
    ['with a prefix', 'former_agent', object({ id: text, name: text })],
    ['an object with nothing but the id', 'agent', object({ id: text })],
  ])('%s', async (_, property, schema) => {
    const { agents, cases } = await open({ [property]: schema });
    expect(cases).toHaveLength(3);
    for (const one of cases)
      expect(agents).toContainEqual(expect.objectContaining((one as Record<string, object>)[property] ?? {}));
  });

  test('the whole item, and elements of lists without repetition', async () => {
    const { agents, labels, cases } = await open({
      handler: ref('Agent'),
      watchers: listOf(ref('AgentSummary')),
      labels: listOf(ref('Label')),
    });
    for (const { handler, watchers, labels: shown } of cases) {
      expect(agents).toContainEqual(handler);
      for (const watcher of watchers) expect(shownIn(agents)).toContainEqual(watcher);
      for (const label of shown) expect(labels).toContainEqual(label);
      expect(new Set(shown.map(({ id }: { id: number }) => id)).size).toBe(shown.length);
    }
  });

  test('other properties of the object stay', async () => {
    const { agents, cases } = await open(
      { agent: object({ id: text, name: text, since: { type: 'string', format: 'date' } }) },
      3,
    );
    // An agent has no property `since`, which the object requires: it is something else.
    for (const { agent } of cases) expect(shownIn(agents)).not.toContainEqual({ id: agent.id, name: agent.name });
    const optional = {
      ...object({ id: text, name: text }),
      properties: { id: text, name: text, since: { type: 'string', format: 'date' } },
    };
    const other = await open({ agent: optional });
    for (const { agent } of other.cases) {
      expect(shownIn(other.agents)).toContainEqual({ id: agent.id, name: agent.name });
      expect(agent.since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test('objects of an example item of the document stay', async () => {
    const example = { id: 7, agent: { id: 'a1', name: 'Ada' } };
    const { cases } = await open({ agent: ref('AgentSummary') }, 3, {}, example);
    expect(cases[0]).toEqual(example);
  });
});

describe('a new item shows', () => {
  test('the items whose ids were sent', async () => {
    const sent = { agent_id: text, label_ids: listOf(integer) };
    const { send, agents, labels } = await open({ agent: ref('Agent'), labels: listOf(ref('Label')) }, 3, sent);
    const { body } = await send('POST', '/cases', { agent_id: agents[2].id, label_ids: [3, 1] });
    expect(body).toMatchObject({ agent: agents[2], labels: [labels[2], labels[0]] });
  });

  test('existing items, also created ones', async () => {
    const { send } = await open({ agent: ref('AgentSummary') }, 0);
    const { body: agent } = await send('POST', '/agents', { id: 'a1', name: 'Ada', email: 'ada@example.org' });
    expect((await send('POST', '/cases', {})).body).toEqual({ id: 1, agent: { id: agent.id, name: 'Ada' } });
  });

  test('a generated object where no item exists', async () => {
    const { send } = await open({ agent: ref('AgentSummary') }, 0);
    expect((await send('POST', '/cases', {})).body.agent).toEqual({ id: expect.any(String), name: expect.any(String) });
  });
});
