// The API: searching projects.

import { STAND_IN } from './settings.js';

/**
 * The projects whose names contain a text.
 *
 * @throws Error with what the API says when it refuses
 */
export async function searchProjects({ access_token: token }, name = '') {
  const method = 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE';
  const response = await fetch(`${STAND_IN}/management/v1/projects/_search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { asc: true }, queries: name === '' ? [] : [{ nameQuery: { name, method } }] }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer.result ?? [];
}
