// The reply that tells a failure: the one place where failures become replies.

import type { Finding } from '../openapi/finding.ts';
import type { Failure } from './failure.ts';
import { breach } from './hold-reply.ts';
import { describeFailure } from './refusal.ts';
import { Reply } from './reply.ts';
import type { Route } from './route.ts';

/** A reply, and what the document says against it. */
export interface HeldReply {
  readonly reply: Reply;
  readonly findings: readonly Finding[];
}

/**
 * A failure in the api's own words. An api whose words break its document, or that has none, is replaced by `internal` in the words of the
 * engine.
 */
export function failureReply(failure: Failure, route: Route, onError: (thrown: unknown) => void): HeldReply {
  const { operation, served } = route;
  const told = describe(failure, route, onError);
  if (told.findings.length === 0 || served.outputCheck !== 'enforce' || failure.code === 'internal') return told;
  const refusal = `${operation?.id} refused with ${failure.status} (${failure.message})`;
  const broken = breach(`${refusal} in a way that its document does not allow`, told.findings);
  onError(broken);
  return { reply: describe(broken, route, onError).reply, findings: told.findings };
}

function describe(failure: Failure, { served, operation }: Route, onError: (thrown: unknown) => void): HeldReply {
  let body: unknown;
  try {
    body = (served.api.describeFailure ?? describeFailure)(failure);
  } catch (thrown) {
    onError(thrown);
    body = describeFailure(failure);
  }
  const findings = operation?.checkOutput(failure.status, body) ?? [];
  return { reply: new Reply(failure.status, body, failure.headers, 'refusal', failure), findings };
}
