// The caller of the control API, and the type of its handlers.

import type { Api } from '../pipeline/api/api.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { Operations } from './operations.ts';

/** The target of a call: a sandbox, and the address of the server for the caller. */
export interface ControlTarget {
  readonly sandbox: Sandbox;
  readonly address: string;
  /** Whether it counts as local. */
  readonly isLocal: boolean;
  /** The `Accept` header. */
  readonly accept: string;
}

export type NoRecords = Record<never, never>;

/** The handlers of all operations. */
export type ControlHandlers = Api<Operations, NoRecords, ControlTarget>['handlers'];
