// Searches for three projects, and returns the outcome.

import { Code, ConnectError } from '@connectrpc/connect';
import { createManagementServiceClient } from '@zitadel/client/v1';
import { createClientTransport } from '@zitadel/client/web';

const TOKEN = 'token-owner';
const QUERY = { query: { limit: 3 } };
let leaving = new AbortController();

/** The clients. Each returns the response or the error as plain data. */
window.ways = {
  async fetch(url, headers) {
    let status;
    try {
      const { signal } = leaving;
      const sent = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers };
      const init = { method: 'POST', body: JSON.stringify(QUERY), headers: sent, signal };
      const response = await fetch(`${url}/management/v1/projects/_search`, init);
      status = response.status;
      return { status, text: await response.text() };
    } catch ({ name, message }) {
      return { status, error: `${name}: ${message}` };
    }
  },
  async 'grpc-web'(baseUrl, headers) {
    try {
      const client = createManagementServiceClient(createClientTransport(TOKEN, { baseUrl }));
      const { result } = await client.listProjects(QUERY, { headers, signal: leaving.signal });
      return { count: result.length };
    } catch (thrown) {
      const { code, rawMessage, details } = ConnectError.from(thrown);
      return { code, name: Code[code], message: rawMessage, details: details.map(({ type }) => type) };
    }
  },
};

/** The protocol of requests to an origin: `http/1.1` or `h2`. */
window.protocolsOf = (origin) => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .filter(({ name, nextHopProtocol }) => name.startsWith(origin) && nextHopProtocol !== '')
      .map(({ nextHopProtocol }) => nextHopProtocol),
  ),
];

/** Aborts the request. */
window.leave = () => {
  leaving.abort();
  leaving = new AbortController();
};
