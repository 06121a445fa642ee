// The control API: an API of this server about itself.

import type { CoveredApi } from '../../coverage/coverage-report.ts';
import type { CoverageTallies } from '../../coverage/coverage-tallies.ts';
import type { Document } from '../../openapi/document.ts';
import { packageFile } from '../../schema/package-files.ts';
import type { Issuer } from '../oidc/issuer.ts';
import type { Api } from '../pipeline/api/api.ts';
import type { DocumentReport } from '../pipeline/api/document-report.ts';
import type { RecordForm } from '../pipeline/api/record-form.ts';
import { isLocalRequest, type TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { respond } from '../pipeline/handler-response.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import { getSandboxName, type Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import type { TraceContext } from '../pipeline/trace-context.ts';
import type { WireHeaders } from '../pipeline/wire.ts';
import type { ControlAccess } from './access.ts';
import { CONTROL_API } from './api-store.ts';
import { changeHandlers, differenceHandlers } from './changes.ts';
import { clockHandlers } from './clock-handlers.ts';
import { serverOrigin } from './control-caller.ts';
import type { ControlHandlers, ControlTarget, NoRecords } from './control-handlers.ts';
import { coverageHandlers } from './coverage.ts';
import { eventHandlers } from './events/events.ts';
import { exchangeHandlers } from './exchanges.ts';
import { faultHandlers, type PlanReader } from './faults.ts';
import { operationHandlers } from './listed-operations.ts';
import { type ApiCredentials, loginHandlers } from './logins.ts';
import type { Operations } from './operations.ts';
import { type NamedFixtures, recordHandlers } from './records.ts';
import { sandboxHandlers } from './sandbox-handlers.ts';

/** A request to send a webhook of an API. */
export interface WebhookOrder {
  readonly name: string;
  /** The URL that receives it. */
  readonly url: string;
  /** The name of its API. Default: the one that declares it. */
  readonly api?: string | undefined;
  /** Default: a generated body. */
  readonly body?: unknown;
  /** Whether the caller is on this machine: for others nothing is sent to loopback addresses. */
  readonly isLocal: boolean;
  /** The trace of the request that orders it. */
  readonly trace: TraceContext | undefined;
}

/** A webhook that was delivered. */
export interface SentWebhook {
  /** The status of the response. */
  readonly status: number;
  readonly tries: number;
  /** The body as text; undefined if there was none. */
  readonly body: string | undefined;
}

/** The parts of the server that the control API uses. */
interface ControlledServer extends PlanReader {
  readonly sandboxes: Sandboxes;
  /** Issues tokens; absent without logins. */
  readonly issuer?: Pick<Issuer, 'mint' | 'registry'> | undefined;
  /** The credentials that the settings of each api name. */
  readonly credentials: readonly ApiCredentials[];
  /** Sends a webhook of an API, and records it in a sandbox. @throws ApiError */
  sendWebhook(order: WebhookOrder, sandbox: Sandbox): Promise<SentWebhook>;
  /** Aborted when waits must end. */
  readonly stopping: AbortSignal;
  /** The format of the records of an API. */
  recordForm(api: string): Promise<RecordForm>;
  /** Fixtures by their names. */
  readonly sets: NamedFixtures;
  /** A new id for an item of an API. */
  newId(api: string, sandbox: Sandbox): string;
  /** Why requests are not welcome now, a sentence; undefined when they are. */
  whyNotReady(): string | undefined;
  /** The last report of lost state, a sentence. */
  lost(): string | undefined;
  /** The metrics of the server, as text. */
  metrics(): Promise<string>;
  /** Access control. */
  readonly access: ControlAccess;
  /** The document of the control API. */
  readonly document: Document;
  /** The documents of the other APIs, by name. */
  readonly documents: ReadonlyMap<string, Document>;
  /** The reports on them. */
  readonly reports: readonly DocumentReport[];
  /** The coverage of the APIs. */
  readonly tallies: CoverageTallies;
  readonly covered: readonly CoveredApi[];
  /** Which hosts are this machine. */
  readonly hosts: TrustedHosts;
}

/** The files of the control API. */
export const CONTROL_FILES = { name: CONTROL_API, document: packageFile('spec/control.yaml') };

/** Operations about the process, which need no state. */
export const STATELESS: readonly (keyof Operations)[] = [
  'showMetrics',
  'showControl',
  'showDocument',
  'listDocuments',
  'listOperations',
];

export function createControlApi(server: ControlledServer): Api<Operations, NoRecords, ControlTarget> {
  const { sandboxes, access, hosts } = server;
  /** The sandbox that the request is in already. */
  const sandboxOf = (headers: WireHeaders): Sandbox => {
    const visit = sandboxes.visit(getSandboxName(headers));
    visit.leave();
    return visit.sandbox;
  };
  return {
    ...CONTROL_FILES,
    cors: false,
    recorded: false,
    responseHeaders: { 'cache-control': 'no-store' },
    authenticate(credentials) {
      const by = access.admit(credentials, hosts);
      return {
        sandbox: sandboxOf(credentials.headers),
        address: serverOrigin(credentials) + credentials.base,
        accept: credentials.headers.accept ?? '*/*',
        isLocal: by === 'local' || isLocalRequest(credentials),
      };
    },
    handlers: {
      ...clockHandlers,
      ...changeHandlers(server.recordForm),
      ...exchangeHandlers(server.stopping),
      ...eventHandlers(sandboxes, server.stopping),
      ...coverageHandlers(sandboxes, server.tallies, server.covered),
      ...differenceHandlers(sandboxes, server.recordForm),
      ...faultHandlers(sandboxes, server),
      ...loginHandlers(server.issuer, server.credentials),
      ...recordHandlers(server),
      ...readinessHandlers(server),
      ...documentHandlers(server),
      ...operationHandlers(server.documents),
      ...sandboxHandlers(sandboxes, server.sets),
      async sendWebhook({ input: { name, url, api, body }, caller: { sandbox, isLocal }, trace }) {
        const order = { name, url, api, body, isLocal, trace };
        const { status, tries, body: sent } = await server.sendWebhook(order, sandbox);
        return { sandbox: sandbox.name, webhook: name, url, status, tries, ...(sent !== undefined && { body: sent }) };
      },
    },
  };
}

function readinessHandlers({
  whyNotReady,
  lost,
  metrics,
}: ControlledServer): Pick<ControlHandlers, 'ready' | 'showReady' | 'showMetrics'> {
  return {
    ready() {
      requireReady(whyNotReady);
      return 'ok';
    },
    showReady() {
      requireReady(whyNotReady);
      const sentence = lost();
      return { ready: true, ...(sentence !== undefined && { lost: sentence }) };
    },
    async showMetrics({ caller: { accept } }) {
      const text = await metrics();
      // A client that accepts only JSON gets a JSON text.
      return /\*\/\*|text\//.test(accept) ? respond(200, text, { 'content-type': 'text/plain' }) : text;
    },
  };
}

function documentHandlers({
  document,
  issuer,
  credentials,
  reports,
}: ControlledServer): Pick<ControlHandlers, 'showControl' | 'showDocument' | 'listDocuments'> {
  return {
    showControl: ({ caller: { sandbox } }) => ({
      sandbox: sandbox.name,
      logins: issuer !== undefined || credentials.some((one) => one.credentials.length > 0),
      operations: [...document.operations.values()].map(({ method, path, definition: { summary = '' } }) => ({
        method,
        path,
        summary,
      })),
    }),
    showDocument({ caller: { address } }) {
      const servers = [{ url: address, description: 'This mock server' }];
      return { ...document.source.bundled, servers };
    },
    listDocuments: ({ caller: { sandbox } }) => ({ sandbox: sandbox.name, documents: reports }),
  };
}

/** @throws ApiError `unavailable` with the reason and `Retry-After` */
function requireReady(whyNot: () => string | undefined): void {
  const reason = whyNot();
  if (reason !== undefined) throw new ApiError('unavailable', reason, { headers: { 'retry-after': '1' } });
}
