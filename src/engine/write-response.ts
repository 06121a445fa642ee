// From the output of a handler, or a failure, to a wire response.

import type { Operation } from '../openapi/document.ts';
import { describeFinding, type Finding } from '../openapi/finding.ts';
import type { Codec } from './codec.ts';
import { type Code, Failure } from './failure.ts';
import type { ServedApi } from './load-api.ts';
import { describeFailure } from './refusal.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** How a request is answered: by whom, for which operation, with which codec. */
export interface Manner {
  readonly request: WireRequest;
  readonly served: ServedApi;
  /** Absent when the request means no operation. */
  readonly operation?: Operation;
  readonly codec: Codec;
}

/** An answer, and what there is to be remembered of it. */
export interface Written {
  readonly response: WireResponse;
  /** The output, or the failure as its api describes it. */
  readonly answered: unknown;
  readonly code: Code | undefined;
  /** What the document says against it. */
  readonly findings: readonly Finding[];
}

/** A failure as its api describes it, with what the document says against that. */
interface Draft {
  readonly description: unknown;
  readonly findings: readonly Finding[];
}

/**
 * The answer that carries a handler's output.
 *
 * @throws Failure `internal`, naming the breach, when the document does not allow the output and the check is enforced
 */
export async function writeOutput(
  output: unknown,
  manner: Manner & { readonly operation: Operation },
): Promise<Written> {
  const { operation, served, codec, request } = manner;
  const status = operation.successStatus;
  const findings = operation.checkOutput(status, output);
  if (findings.length > 0 && served.outputCheck === 'enforce') {
    throw breachOf(`${operation.id} answered what its document does not allow`, findings);
  }
  const response = dressed(await codec.encode(output, status, { request, operation }), manner);
  return { response, answered: output, code: undefined, findings };
}

/**
 * The answer that carries a failure in the api's own words. An api whose words break its document, or
 * that has none, is replaced by `internal` in the words of the engine.
 */
export async function writeFailure(
  failure: Failure,
  manner: Manner,
  onError: (thrown: unknown) => void,
): Promise<Written> {
  let written = failure;
  let draft = draftFailure(failure, manner, onError);
  if (draft.findings.length > 0 && manner.served.outputCheck === 'enforce' && failure.code !== 'internal') {
    const refusal = `${manner.operation?.id} refused with ${failure.status} (${failure.message})`;
    written = breachOf(`${refusal} in a way that its document does not allow`, draft.findings);
    onError(written);
    const { findings } = draft;
    draft = { ...draftFailure(written, manner, onError), findings };
  }
  const { codec, request, operation } = manner;
  const { description, findings } = draft;
  const response = dressed(await codec.encodeFailure(written, description, { request, operation }), manner);
  const headers = { ...response.headers, ...failure.headers };
  return { response: { ...response, headers }, answered: description, code: written.code, findings };
}

function draftFailure(failure: Failure, { served, operation }: Manner, onError: (thrown: unknown) => void): Draft {
  let description: unknown;
  try {
    description = (served.api.describeFailure ?? describeFailure)(failure);
  } catch (thrown) {
    onError(thrown);
    description = describeFailure(failure);
  }
  return { description, findings: operation?.checkOutput(failure.status, description) ?? [] };
}

function breachOf(headline: string, findings: readonly Finding[]): Failure {
  return new Failure('internal', `${headline}: ${findings.map(describeFinding).join('; ')}`, { findings });
}

/** An answer with the header fields that all answers of its api have. */
function dressed(response: WireResponse, { served: { api } }: Manner): WireResponse {
  return { ...response, headers: { ...response.headers, ...api.responseHeaders } };
}
