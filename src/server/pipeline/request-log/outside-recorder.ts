// Records exchanges outside of APIs: pages, preflight requests, early rejections.

import { describePreflightRejection, isPreflight } from '../cors/cors.ts';
import { MAIN } from '../sandbox/sandbox.ts';
import { getSandboxName, type Sandboxes, type SandboxVisit } from '../sandbox/sandboxes.ts';
import { traceOf } from '../trace-context.ts';
import type { WireBody, WireRequest, WireResponse } from '../wire.ts';

/** Records an exchange. */
export type RecordExchange = (request: WireRequest, response: WireResponse<WireBody>) => void;

const NOTHING = new Uint8Array();

/**
 * Records exchanges in the sandbox that they name, or in `main` if it does not exist; pages and files without their
 * long bodies.
 */
export function createOutsideRecorder(sandboxes: Sandboxes): RecordExchange {
  return (request, response) => {
    const { method, target, headers } = request;
    const { status } = response;
    const visit = findVisit(request, sandboxes);
    const reason = describeReason(request, response);
    visit.record({
      at: visit.sandbox.now(),
      request: { method, target, headers, body: request.body },
      response: { status, headers: response.headers, body: status < 400 ? NOTHING : response.body },
      operation: undefined,
      traceId: traceOf(request)?.traceId,
      reason,
      findings: [],
      warnings: [],
    });
    visit.leave();
  };
}

/** A page makes no sandbox. */
function findVisit({ headers }: WireRequest, sandboxes: Sandboxes): SandboxVisit {
  const name = getSandboxName(headers);
  const exists = sandboxes.all().some(({ sandbox }) => sandbox.name === name);
  return sandboxes.visit(exists ? name : MAIN);
}

function describeReason(request: WireRequest, { status }: WireResponse<WireBody>): string | undefined {
  if (status < 400) return undefined;
  return isPreflight(request) ? describePreflightRejection(request.headers) : `${request.method} returned ${status}`;
}
