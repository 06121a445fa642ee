// Who asks the control API, and what its handlers are: each file of handlers is about one subject.

import type { Api } from '../pipeline/api/api.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { Operations } from './operations.ts';

/** What a call means: a sandbox, and the address that the stand-in has for the caller. */
export interface Principal {
  readonly sandbox: Sandbox;
  readonly address: string;
  /** Whether it counts as coming from this machine. */
  readonly isLocal: boolean;
  /** The media types that it accepts, as it says so. */
  readonly accept: string;
}

export type NoRecords = Record<never, never>;

/** The handlers of all operations. */
export type ControlHandlers = Api<Operations, NoRecords, Principal>['handlers'];
