// Replies held against the document.

import type { Answer } from '../openapi/answers.ts';
import type { Operation } from '../openapi/document.ts';
import { describeFinding, type Finding } from '../openapi/finding.ts';
import { matching, parseMediaType } from '../openapi/media-type.ts';
import { andThen } from './and-then.ts';
import type { AnyApi } from './api.ts';
import type { Checkable } from './codec.ts';
import { isNamed } from './conditional.ts';
import { Failure } from './failure.ts';
import { type Fields, fieldsOf, type Reply } from './reply.ts';
import type { OpenRoute } from './route.ts';
import { isStream } from './stream.ts';

/**
 * What the document says against a reply. What is in a stream is not looked at: it has not come yet.
 *
 * @throws Failure `internal`, naming the breach, when there is something and the check is enforced
 */
export function holdReply(reply: Reply, route: OpenRoute): readonly Finding[] | Promise<readonly Finding[]> {
  const { codec, request, operation } = route;
  return andThen(codec.checkable(reply, request, operation), (checkable) => findingsIn(reply, checkable, route));
}

function findingsIn(reply: Reply, checkable: Checkable | undefined, { operation, served, codec }: OpenRoute) {
  const { status } = reply;
  const answer = operation.answers.of(status);
  const inBody = checkable ? operation.checkOutput(status, checkable.value, checkable.type) : NONE;
  // Calls have no header fields of the document.
  const inHead = answer && codec.reads === 'body' ? headFindings(reply, answer, operation, served.api) : NONE;
  const findings = inHead.length > 0 ? [...inHead, ...inBody] : inBody;
  if (findings.length > 0 && served.outputCheck === 'enforce') {
    throw breach(`${operation.id} answered what its document does not allow`, findings, WAY_OUT);
  }
  return findings;
}

const WAY_OUT = 'mend the handler or the document, or let it pass with --output-check report';

/** The failure of an api that breaks its own document. @param wayOut - what to do about it */
export function breach(headline: string, findings: readonly Finding[], wayOut: string): Failure {
  const message = `${headline}: ${findings.map(describeFinding).join('; ')} (${wayOut})`;
  return new Failure('internal', message, { findings });
}

const NONE: readonly Finding[] = [];

/** What the document says against the header fields of a reply, with those that all answers of its api have. */
function headFindings(
  reply: Reply,
  { headers: declared, mediaTypes }: Answer,
  operation: Operation,
  { responseHeaders }: AnyApi,
): readonly Finding[] {
  const { status, body } = reply;
  const { 'content-type': type } = reply.headers as Fields;
  const inType = type === undefined ? NONE : typeFindings(String(type), mediaTypes);
  if (declared.length === 0) return inType;
  const found = operation.checkHeaders(status, { ...responseHeaders, ...fieldsOf(reply) });
  // It is made of the body.
  const isMade = isNamed(operation, status) && !isStream(body);
  return [...found.filter(({ params }) => !(isMade && params.missingProperty === 'etag')), ...inType];
}

function typeFindings(type: string, mediaTypes: Answer['mediaTypes']): readonly Finding[] {
  const sent = parseMediaType(type);
  const types = mediaTypes.map((one) => one.type);
  if (sent && matching(types, sent).length > 0) return NONE;
  const allowed = types.length > 0 ? `one of ${types.join(', ')}` : 'absent, because it has no body';
  const message = `has the media type ${type}, which must be ${allowed}`;
  return [{ part: 'response', pointer: '', keyword: 'content', params: { type }, message }];
}
