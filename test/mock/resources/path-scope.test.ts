// Path values without a resource, such as `acme` in `/subscriptions/acme/groups`.

import { describe, expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const number = { type: 'integer', readOnly: true };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const SCHEMAS = {
  Group: object({ name: text, region: text }),
  Machine: object({ id: number, size: text, groupName: text }),
  Disk: object({ id: number, machineId: { type: 'integer' } }),
  Team: object({ id: number, title: text }),
};
const one = (name: string) => ({
  get: { responses: jsonAnswers({ 200: ref(name), 404: undefined }) },
  patch: { ...takes({ type: 'object' }), responses: jsonAnswers({ 200: ref(name), 404: undefined }) },
  delete: { responses: jsonAnswers({ 204: undefined, 404: undefined }) },
});
const all = (name: string) => ({
  get: { responses: jsonAnswers({ 200: { type: 'array', items: ref(name) }, 404: undefined }) },
});
const making = (name: string) => ({
  post: { ...takes({ type: 'object' }), responses: jsonAnswers({ 201: ref(name), 404: undefined }) },
});
const [sub, group, id] = [{ subscriptionId: text }, { groupName: text }, { id: { type: 'integer' } }];
const PATHS = {
  '/subscriptions/{subscriptionId}/groups': { parameters: inPath(sub), ...all('Group'), ...making('Group') },
  '/subscriptions/{subscriptionId}/groups/{groupName}': { parameters: inPath({ ...sub, ...group }), ...one('Group') },
  '/subscriptions/{subscriptionId}/groups/{groupName}/machines': {
    parameters: inPath({ ...sub, ...group }),
    ...all('Machine'),
    ...making('Machine'),
  },
  '/subscriptions/{subscriptionId}/groups/{groupName}/machines/{id}': {
    parameters: inPath({ ...sub, ...group, ...id }),
    ...one('Machine'),
  },
  // Another name for the same segment.
  '/subscriptions/{subscription}/machines': { parameters: inPath({ subscription: text }), ...all('Machine') },
  '/subscriptions/{subscriptionId}/disks': { parameters: inPath(sub), ...all('Disk'), ...making('Disk') },
  '/teams': { ...all('Team'), ...making('Team') },
  '/teams/{id}': { parameters: inPath(id), ...one('Team') },
  '/teams/{id}/machines/{site}/disks': { parameters: inPath({ ...id, site: text }), ...all('Disk') },
};

const open = (records = 3) => openInferred(PATHS, SCHEMAS, {}, records);
type Send = Awaited<ReturnType<typeof open>>['send'];
const list = async (send: Send, path: string) => {
  const { status, body } = await send('GET', path);
  expect(status).toBe(200);
  return body as readonly Readonly<Record<string, unknown>>[];
};

describe('below a path value without a resource', () => {
  test('seed data exists for any value, and each item is found by its id', async () => {
    const { send } = await open();
    for (const subscription of ['anything', '7', '__proto__', 'a%2Fb', '%F0%9F%90%BE']) {
      const groups = await list(send, `/subscriptions/${subscription}/groups`);
      expect(groups).toHaveLength(3);
      for (const { name, ...rest } of groups) {
        const path = `/subscriptions/${subscription}/groups/${encodeURIComponent(String(name))}`;
        expect((await send('GET', path)).body).toEqual({ name, ...rest });
        const machines = await list(send, `${path}/machines`);
        expect(machines).toHaveLength(3);
        for (const machine of machines) {
          expect(machine.groupName).toBe(name);
          expect((await send('GET', `${path}/machines/${machine.id}`)).body).toEqual(machine);
        }
      }
      expect(await list(send, `/subscriptions/${subscription}/machines`)).toHaveLength(9);
    }
  });

  test('seed data is stable, and differs between values', async () => {
    const [first, again] = await Promise.all([open(), open()]);
    const groups = await list(first.send, '/subscriptions/a/groups');
    expect(await list(first.send, '/subscriptions/b/groups')).not.toEqual(groups);
    expect(await list(first.send, '/subscriptions/a/groups')).toEqual(groups);
    // Independent of the order of requests.
    await list(again.send, '/subscriptions/a/machines');
    expect(await list(again.send, '/subscriptions/a/groups')).toEqual(groups);
  });

  test('references point to existing items', async () => {
    const { send } = await open();
    const machines = (await list(send, '/subscriptions/a/machines')).map((machine) => machine.id);
    for (const disk of await list(send, '/subscriptions/a/disks')) expect(machines).toContain(disk.machineId);
  });

  test('creating, updating and deleting affects only that scope', async () => {
    const { send } = await open();
    const before = await list(send, '/subscriptions/a/groups');
    const other = await list(send, '/subscriptions/b/groups');
    const [first, second, third] = before;
    const at = (name: unknown) => `/subscriptions/a/groups/${encodeURIComponent(String(name))}`;
    expect((await send('PATCH', at(first?.name), { region: 'moon' })).body).toEqual({ ...first, region: 'moon' });
    expect((await send('DELETE', at(second?.name))).status).toBe(204);
    const { body: created } = await send('POST', '/subscriptions/a/groups', { name: 'mine', region: 'here' });
    expect(await list(send, '/subscriptions/a/groups')).toEqual([{ ...first, region: 'moon' }, third, created]);
    expect((await send('GET', at(second?.name))).status).toBe(404);
    expect((await send('PATCH', at(second?.name), { region: 'moon' })).status).toBe(404);
    expect(await list(send, '/subscriptions/b/groups')).toEqual(other);
    for (const { name } of await list(send, '/subscriptions/a/groups')) await send('DELETE', at(name));
    expect(await list(send, '/subscriptions/a/groups')).toEqual([]);
  });

  test('no id is reused, and each scope has its own sequence', async () => {
    const { send } = await open();
    const make = async (subscription: string) =>
      (await send('POST', `/subscriptions/${subscription}/disks`, {})).body.id;
    expect([await make('a'), await make('a'), await make('b')]).toEqual([4, 5, 4]);
    const { name } = (await list(send, '/subscriptions/a/groups'))[0] ?? {};
    const machines = `/subscriptions/a/groups/${encodeURIComponent(String(name))}/machines`;
    const { body: machine } = await send('POST', machines, {});
    await send('DELETE', `${machines}/${machine.id}`);
    expect((await send('POST', machines, {})).body.id).toBe(machine.id + 1);
  });

  test('descendants of a deleted item do not return with a new item of the same name', async () => {
    const { send } = await open();
    const [first] = await list(send, '/subscriptions/a/groups');
    const path = `/subscriptions/a/groups/${encodeURIComponent(String(first?.name))}`;
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', `${path}/machines`)).status).toBe(404);
    expect((await send('POST', `${path}/machines`, {})).status).toBe(404);
    expect(await list(send, '/subscriptions/a/machines')).toHaveLength(6);
    expect((await send('POST', '/subscriptions/a/groups', first)).status).toBe(201);
    expect(await list(send, `${path}/machines`)).toEqual([]);
    await send('POST', `${path}/machines`, {});
    expect(await list(send, `${path}/machines`)).toHaveLength(1);
    expect(await list(send, '/subscriptions/a/machines')).toHaveLength(7);
  });

  test('a new item has no descendants, and a missing item none either', async () => {
    const { send } = await open();
    await send('POST', '/subscriptions/a/groups', { name: 'mine', region: 'here' });
    expect(await list(send, '/subscriptions/a/groups/mine/machines')).toEqual([]);
    expect((await send('GET', '/subscriptions/b/groups/mine/machines')).status).toBe(404);
    expect((await send('GET', '/teams/77/machines/any/disks')).status).toBe(404);
    expect((await send('GET', '/teams/1/machines/any/disks')).status).toBe(200);
  });

  test('seed data has the configured number of items, or none', async () => {
    const { send } = await open(0);
    expect(await list(send, '/subscriptions/a/groups')).toEqual([]);
    await send('POST', '/subscriptions/a/groups', { name: 'mine', region: 'here' });
    expect(await list(send, '/subscriptions/a/groups')).toEqual([{ name: 'mine', region: 'here' }]);
    expect(await list(send, '/subscriptions/b/groups')).toEqual([]);
    const many = await open(20);
    expect(await list(many.send, '/subscriptions/a/groups')).toHaveLength(20);
    expect(await list(many.send, '/subscriptions/b/groups')).toHaveLength(20);
  });

  test('undo and reset restore the items', async () => {
    const { send, mockServer } = await open();
    const before = await list(send, '/subscriptions/a/groups');
    const remove = () => send('DELETE', `/subscriptions/a/groups/${encodeURIComponent(String(before[0]?.name))}`);
    expect((await remove()).status).toBe(204);
    const headers = { 'content-type': 'application/json' };
    const undo = new Request('http://localhost/_understudy/undo', { method: 'POST', headers, body: '{}' });
    expect((await mockServer.fetch(undo)).status).toBeLessThan(300);
    expect(await list(send, '/subscriptions/a/groups')).toEqual(before);
    expect((await remove()).status).toBe(204);
    await mockServer.reset();
    expect(await list(send, '/subscriptions/a/groups')).toEqual(before);
  });

  test('reading many values stores nothing, and a change stores only its own', async () => {
    const { send, mockServer } = await open();
    const stored = async () => {
      const state = await mockServer.fetch(new Request('http://localhost/_understudy/state'));
      return (await state.text()).length;
    };
    const before = await stored();
    for (let index = 0; index < 20; index += 1) await send('GET', `/subscriptions/${index}/groups`);
    expect(await stored()).toBe(before);
    expect((await send('POST', '/subscriptions/0/disks', {})).status).toBe(201);
    expect((await stored()) - before).toBeGreaterThan(100);
    expect((await stored()) - before).toBeLessThan(2000);
  });
});
