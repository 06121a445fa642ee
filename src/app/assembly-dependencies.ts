// The permanent parts of a server, from which its APIs are assembled.

import type { CoverageTallies } from '../coverage/coverage-tallies.ts';
import type { WatchSettings } from '../mock/resources/watch/watch.ts';
import type { SamplesSettings } from '../mock/samples/samples.ts';
import type { ControlAccess } from '../server/control/access.ts';
import type { HandleAgents } from '../server/control/agent-routes.ts';
import type { TrustedHosts } from '../server/pipeline/cors/trusted-hosts.ts';
import type { Observers, OnUnexpectedError } from '../server/pipeline/request-log/observers.ts';
import type { ConsistencyBarrier } from '../server/pipeline/route-groups.ts';
import type { Sandboxes } from '../server/pipeline/sandbox/sandboxes.ts';
import type { BodyQueue } from '../server/pipeline/scheduling/work-queue.ts';
import type { Tracing } from '../server/pipeline/tracing.ts';
import type { ApiLoader } from './load-apis.ts';
import type { ServerStatus } from './server-status.ts';

/** They survive a reload. */
export interface AssemblyDependencies {
  readonly sandboxes: Sandboxes;
  readonly tallies: CoverageTallies;
  readonly hosts: TrustedHosts;
  readonly bodyQueue: BodyQueue;
  readonly loader: ApiLoader;
  readonly status: ServerStatus;
  /** The last report of lost state, a sentence. */
  lost(): string | undefined;
  /** Receives each response. */
  readonly observers: Observers;
  /** Default: none. */
  readonly tracing?: Tracing | undefined;
  /** The metrics of the server, as text. */
  metrics(): Promise<string>;
  /** Access to the control API. */
  readonly access: ControlAccess;
  /** Handles the requests of MCP clients. Default: there is no MCP server. */
  readonly agents?: HandleAgents | undefined;
  /** Whether to record requests outside of APIs, too. */
  readonly requestLogAll: boolean;
  /** How samples are made. */
  readonly samples: SamplesSettings;
  /** How streams follow resources. */
  readonly watching: Omit<WatchSettings, 'ended'>;
  readonly onError: OnUnexpectedError;
  /** The consistency barrier of shared state. Default: none. */
  readonly gate?: ConsistencyBarrier | undefined;
}
