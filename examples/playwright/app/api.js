// Requests of the page to the identity API, and messages for error responses.

import { login } from './login.js';
import { MOCK_SERVER } from './settings.js';

/** The number of attempts of a search, and the pause between them, in milliseconds. */
const TRIES = 4;
const PAUSE = 200;

/** An error with a message for users. */
export class RequestError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @returns the projects whose names contain a text, and their total number */
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
  const response = await fetch(`${MOCK_SERVER}/management/v1${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  }).catch(() => {
    throw new RequestError('There is no connection.', 0);
  });
  if (response.ok) return response.json();
  if (response.status === 401) throw new RequestError('The session has ended.', 401);
  if (response.status === 503) throw new RequestError('The service is away for the moment.', 503);
  const { message } = await response.json();
  throw new RequestError(message, response.status);
}
