// Concurrent clients that change records, and remember requests and responses.

import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import type { AllRecords } from '../support/identity-records.ts';
import { type Known, knownFrom } from './known.ts';
import type { Load } from './plan.ts';
import { Gone, send, type TestResponse } from './requests.ts';

/** The organization that the bearer of `token-owner` can change. */
const ORGANIZATION = '249661328644377444';
/** Applications of these projects are renamed; all renames of the last one are rejected. */
const RENAMED = ['253727421948252873', '257810824104530633', '263861622399830884'];
const UNTOUCHED = { projectId: '307502699413263049', appId: '307674599171052233', otherName: 'WORKSHOP tablet' };
const LONGEST_NAME = 200;

/** The server of the clients, and their callbacks. */
export interface Surroundings {
  readonly url: string;
  /** The state after a reset. */
  readonly fixture: AllRecords;
  /** Called with the knowledge of the clients from now on. */
  readonly onKnown: (...possible: Known[]) => void;
  /** Called after each response. */
  readonly onResponse: () => void;
}

/**
 * Runs the planned rounds in sequence; in a round, all clients run concurrently. Resolves with whether it ended early because
 * the server was gone.
 *
 * @throws Error for an unexpected response
 */
export async function changeThings(start: AllRecords, load: Load, surroundings: Surroundings): Promise<boolean> {
  const { url, fixture, onKnown, onResponse } = surroundings;
  let known = knownFrom(start);
  onKnown(known);
  for (let round = 0; round < load.rounds; round += 1) {
    if (round > 0 && load.resets) {
      // Alone, so that everything else is before or after it.
      onKnown(known, knownFrom(fixture));
      if (await isOver([accepted(send('token-owner', 'POST', `${url}/_understudy/reset`))])) return true;
      known = knownFrom(fixture);
      onKnown(known);
      onResponse();
    }
    const client = { url, known, onResponse, tag: `${load.tag}.${round}` };
    const apps = known.start.apps.filter(({ projectId }) => RENAMED.includes(projectId));
    const owned = known.start.projects.filter(({ resourceOwner }) => resourceOwner === ORGANIZATION);
    const clients = [
      ...apps.map((app) => rename(client, app, load.changes)),
      ...owned.slice(0, 2).map(({ id }) => grant(client, id, load)),
      beRefused(client, load.changes),
    ];
    if (await isOver(clients)) return true;
  }
  return false;
}

interface Client {
  readonly url: string;
  readonly known: Known;
  readonly onResponse: () => void;
  /** Part of every name, so that all names are unique. */
  readonly tag: string;
}

async function rename({ url, known, onResponse, tag }: Client, app: AllRecords['apps'][number], times: number) {
  const random = createRandomNumbers(`${tag} ${app.id}`);
  const { id: appId, projectId } = app;
  for (let time = 0; time < times; time += 1) {
    const stem = `${appId} renamed ${tag}.${time} `;
    const name = stem + '🎿'.repeat(random() < 0.2 ? LONGEST_NAME - stem.length : 1);
    const requested: Known['renames'][number] = { projectId, appId, name };
    known.renames.push(requested);
    const path = `/management/v1/projects/${projectId}/apps/${appId}`;
    const { details } = await accepted(send('token-owner', 'PUT', url + path, { name }));
    requested.acknowledged = { sequence: Number(details?.sequence), changeDate: String(details?.changeDate) };
    onResponse();
  }
}

async function grant({ url, known, onResponse, tag }: Client, projectId: string, { changes, weight }: Load) {
  const random = createRandomNumbers(`${tag} ${projectId}`);
  const granted = [...known.start.userGrants, ...known.grants].filter((one) => one.projectId === projectId);
  const users = known.start.users.filter(({ id }) => !granted.some(({ userId }) => userId === id));
  const keys = known.start.roles.filter((role) => role.projectId === projectId).map(({ key }) => key);
  for (const [time, { id: userId }] of users.slice(0, Math.ceil(changes / 2)).entries()) {
    const few = keys.slice(Math.floor(random() * keys.length));
    const roleKeys = weight > 0 && time < 2 ? Array.from({ length: weight }, () => few[0] ?? '') : few;
    const requested: Known['grants'][number] = { resourceOwner: ORGANIZATION, userId, projectId, roleKeys };
    known.grants.push(requested);
    const path = `/management/v1/users/${userId}/grants`;
    const { userGrantId, details } = await accepted(send('token-owner', 'POST', url + path, { projectId, roleKeys }));
    requested.acknowledged = { id: String(userGrantId), creationDate: String(details?.creationDate) };
    onResponse();
  }
}

/** Sends requests that must be rejected. They are not recorded: in the state, they would be found as unrequested. */
async function beRefused({ url, known, onResponse, tag }: Client, times: number) {
  const random = createRandomNumbers(`${tag} refused`);
  const { projectId, appId, otherName } = UNTOUCHED;
  const app = `${url}/management/v1/projects/${projectId}/apps/${appId}`;
  const name = known.start.apps.find(({ id }) => id === appId)?.name ?? '';
  const [granted] = known.start.userGrants;
  const grants = `${url}/management/v1/users/${granted?.userId}/grants`;
  const mistakes = [
    () => send('token-viewer', 'PUT', app, { name: `refused ${tag}` }),
    () => send('token-owner', 'PUT', app, { name }),
    () => send('token-owner', 'PUT', app, { name: otherName }),
    () => send('token-owner', 'POST', grants, { projectId: granted?.projectId, roleKeys: granted?.roleKeys }),
    () => send('token-owner', 'POST', grants, { projectId, roleKeys: ['refused'] }),
  ];
  for (let time = 0; time < times; time += 1) {
    const response = await drawn(mistakes, random)();
    if (!response.code) throw new Error(`this should have been rejected: ${JSON.stringify(response)}`);
    onResponse();
  }
}

function drawn<T>(choices: readonly T[], random: RandomNumbers): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

async function accepted(sending: Promise<TestResponse>): Promise<TestResponse> {
  const response = await sending;
  if (response.code !== undefined) throw new Error(`this should not have been rejected: ${JSON.stringify(response)}`);
  return response;
}

/** Waits for all clients. Returns whether the server is gone. @throws other errors of a client */
async function isOver(clients: readonly Promise<unknown>[]): Promise<boolean> {
  const ends = await Promise.allSettled(clients);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  for (const failure of failures) if (!(failure instanceof Gone)) throw failure;
  return failures.length > 0;
}
