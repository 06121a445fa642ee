// The routes of the control API.

import { stringifyJson } from '../schema/json/stringify-json.ts';
import type { Operations } from '../server/control/operations.ts';

/** The operationIds of the control API. */
export type ControlOperation = keyof Operations;

/**
 * Methods and paths of `spec/control.yaml`. Other input is sent in the body of a POST or PATCH, and in the query
 * otherwise.
 */
export const ROUTES = {
  ready: 'GET /debug/ready',
  showReady: 'GET /_understudy/ready',
  showMetrics: 'GET /_understudy/metrics',
  showControl: 'GET /_understudy',
  showDocument: 'GET /_understudy/openapi.json',
  listDocuments: 'GET /_understudy/documents',
  listOperations: 'GET /_understudy/operations',
  resetSandbox: 'POST /_understudy/reset',
  undoChanges: 'POST /_understudy/undo',
  listChanges: 'GET /_understudy/changes',
  showChange: 'GET /_understudy/changes/{number}',
  showDifference: 'GET /_understudy/difference',
  showClock: 'GET /_understudy/clock',
  setClock: 'POST /_understudy/clock',
  resetClock: 'DELETE /_understudy/clock',
  showSeed: 'GET /_understudy/seed',
  setSeed: 'POST /_understudy/seed',
  listFaults: 'GET /_understudy/faults',
  addFault: 'POST /_understudy/faults',
  removeFaults: 'DELETE /_understudy/faults',
  updateFault: 'PATCH /_understudy/faults/{id}',
  removeFault: 'DELETE /_understudy/faults/{id}',
  listCollections: 'GET /_understudy/records',
  describeCollection: 'GET /_understudy/collections/{collection}',
  changeRecords: 'POST /_understudy/records',
  listRecords: 'GET /_understudy/records/{collection}',
  getRecord: 'GET /_understudy/records/{collection}/{id}',
  listLogins: 'GET /_understudy/logins',
  endLogin: 'DELETE /_understudy/logins/{id}',
  listTokens: 'GET /_understudy/tokens',
  issueToken: 'POST /_understudy/tokens',
  revokeToken: 'DELETE /_understudy/tokens/{id}',
  sendWebhook: 'POST /_understudy/webhooks/{name}',
  listSandboxes: 'GET /_understudy/sandboxes',
  createSandbox: 'POST /_understudy/sandboxes',
  removeSandbox: 'DELETE /_understudy/sandboxes/{name}',
  listSnapshots: 'GET /_understudy/snapshots',
  createSnapshot: 'POST /_understudy/snapshots',
  removeSnapshot: 'DELETE /_understudy/snapshots/{name}',
  restoreSnapshot: 'POST /_understudy/snapshots/{name}/restore',
  getState: 'GET /_understudy/state',
  listRequests: 'GET /_understudy/requests',
  clearRequests: 'DELETE /_understudy/requests',
  findRequests: 'POST /_understudy/requests/find',
  readEvents: 'GET /_understudy/events',
  exportRequests: 'GET /_understudy/requests/har',
  showCoverage: 'GET /_understudy/coverage',
  clearCoverage: 'DELETE /_understudy/coverage',
  showCoverageTable: 'GET /_understudy/coverage/table',
} as const satisfies Readonly<Record<ControlOperation, `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`>>;

/** A request as it is sent. */
export interface Routed {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  /** As JSON; undefined for none. */
  readonly body: string | undefined;
}

/** The request of an operation. */
export function routed(operation: ControlOperation, input: Readonly<Record<string, unknown>>): Routed {
  const [method = '', path = ''] = ROUTES[operation].split(' ');
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (rest.size === 0) return { method, target: filled, body: undefined };
  if (method === 'POST' || method === 'PATCH' || method === 'PUT')
    return { method, target: filled, body: stringifyJson(Object.fromEntries(rest)) };
  const query = new URLSearchParams([...rest].map(([name, value]): [string, string] => [name, String(value)]));
  return { method, target: `${filled}?${query}`, body: undefined };
}
