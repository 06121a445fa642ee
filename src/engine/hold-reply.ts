// Replies held against the document.

import { describeFinding, type Finding } from '../openapi/finding.ts';
import { Failure } from './failure.ts';
import type { Reply } from './reply.ts';
import type { OpenRoute } from './route.ts';

/**
 * What the document says against a reply.
 *
 * @throws Failure `internal`, naming the breach, when there is something and the check is enforced
 */
export function holdReply({ status, body }: Reply, { operation, served }: OpenRoute): readonly Finding[] {
  const findings = operation.checkOutput(status, body);
  if (findings.length > 0 && served.outputCheck === 'enforce') {
    throw breach(`${operation.id} answered what its document does not allow`, findings);
  }
  return findings;
}

/** The failure of an api that breaks its own document. */
export function breach(headline: string, findings: readonly Finding[]): Failure {
  return new Failure('internal', `${headline}: ${findings.map(describeFinding).join('; ')}`, { findings });
}
