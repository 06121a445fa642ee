// What the page asks of the identity API, and what it makes of refusals.

import { login } from './login.js';
import { STAND_IN } from './settings.js';

/** How often a search is tried, and how long it waits in between, in milliseconds. */
const TRIES = 4;
const PAUSE = 200;

/** A refusal in words for people. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @returns the projects whose names contain a text, and how many there are of them */
export async function searchProjects(name, offset = 0) {
  const method = 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE';
  const query = { offset: `${offset}`, limit: 100, asc: true };
  const body = { query, queries: name === '' ? [] : [{ nameQuery: { name, method } }] };
  for (let left = TRIES; ; left--) {
    try {
      const { details, result = [] } = await ask('POST', '/projects/_search', body);
      return { projects: result, total: Number(details.totalResult ?? 0) };
    } catch (error) {
      if (error.status !== 503 || left === 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

export const renameApplication = (projectId, { appId, name }) =>
  ask('PUT', `/projects/${encodeURIComponent(projectId)}/apps/${encodeURIComponent(appId)}`, { name });

export const grantRoles = (projectId, { userId, roleKeys }) =>
  ask('POST', `/users/${encodeURIComponent(userId)}/grants`, { projectId, roleKeys: roleKeys.split(/[\s,]+/) });

async function ask(method, path, body) {
  const { access_token: token } = (await login.getUser()) ?? {};
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${STAND_IN}/management/v1${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refusal('There is no connection.', 0);
  });
  if (response.ok) return response.json();
  if (response.status === 401) throw new Refusal('The session has ended.', 401);
  if (response.status === 503) throw new Refusal('The service is away for the moment.', 503);
  const { message } = await response.json();
  throw new Refusal(message, response.status);
}
