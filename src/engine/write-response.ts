// From the output of a handler, or a failure, to a wire response.

import type { Codec } from './codec.ts';
import type { Operation } from './document.ts';
import { Failure } from './failure.ts';
import { describeFinding, type Finding } from './finding.ts';
import type { ServedApi } from './load-api.ts';
import { describeFailure } from './refusal.ts';
import type { WireResponse } from './wire.ts';

/** How the answer to a request is written: by whom, for which operation, with which codec. */
export interface Manner {
  readonly served: ServedApi;
  /** Absent when the request means no operation. */
  readonly operation?: Operation;
  readonly codec: Codec;
}

/** An answer, as it stands before it is encoded, with what the document says against it. */
interface Draft {
  readonly status: number;
  readonly value: unknown;
  readonly findings: readonly Finding[];
}

/**
 * The answer that carries a handler's output, and the findings against it.
 *
 * @throws Failure `internal`, naming the breach, when the document does not allow the output and the check is enforced
 */
export function writeOutput(output: unknown, manner: Manner & { readonly operation: Operation }) {
  const { operation, served } = manner;
  const status = operation.successStatus;
  const findings = operation.checkOutput(status, output);
  if (findings.length > 0 && served.outputCheck === 'enforce') {
    throw breachOf(`${operation.id} answered what its document does not allow`, findings);
  }
  return { response: write(status, output, manner), findings };
}

/**
 * The answer that carries a failure in the api's own words, and the findings against it. An api whose words break its document, or
 * that has none, is replaced by `internal` in the words of the engine.
 */
export function writeFailure(failure: Failure, manner: Manner, onError: (thrown: unknown) => void) {
  let draft = draftFailure(failure, manner, onError);
  if (draft.findings.length > 0 && manner.served.outputCheck === 'enforce' && failure.code !== 'internal') {
    const breach = breachOf(
      `${manner.operation?.id} refused in a way that its document does not allow`,
      draft.findings,
    );
    onError(breach);
    const { findings } = draft;
    draft = { ...draftFailure(breach, manner, onError), findings };
  }
  const response = write(draft.status, draft.value, manner);
  return { response: { ...response, headers: { ...response.headers, ...failure.headers } }, findings: draft.findings };
}

function draftFailure(failure: Failure, { served, operation }: Manner, onError: (thrown: unknown) => void): Draft {
  let value: unknown;
  try {
    value = (served.api.describeFailure ?? describeFailure)(failure);
  } catch (thrown) {
    onError(thrown);
    value = describeFailure(failure);
  }
  return { status: failure.status, value, findings: operation?.checkOutput(failure.status, value) ?? [] };
}

function breachOf(headline: string, findings: readonly Finding[]): Failure {
  return new Failure('internal', `${headline}: ${findings.map(describeFinding).join('; ')}`, { findings });
}

function write(status: number, value: unknown, { served, codec, operation }: Manner): WireResponse {
  const { responseHeaders } = served.api;
  if (value === undefined) return { status, headers: { ...responseHeaders }, body: '' };
  const type = operation ? (codec.mediaTypes[0] ?? '') : 'application/json';
  const body = operation ? codec.encode(value, operation, status) : JSON.stringify(value);
  return { status, headers: { 'content-type': type, ...responseHeaders }, body };
}
