// The API: searching projects.

import { MOCK_SERVER } from './settings.js';

/**
 * The projects whose names contain a text.
 *
 * @throws Error with the message of an error response
 */
export async function searchProjects({ access_token: token }, name = '') {
  const method = 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE';
  const response = await fetch(`${MOCK_SERVER}/management/v1/projects/_search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: { asc: true }, queries: name === '' ? [] : [{ nameQuery: { name, method } }] }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  return body.result ?? [];
}
