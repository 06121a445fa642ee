// Replies held against the document.

import type { Answer } from '../openapi/answers.ts';
import type { Operation } from '../openapi/document.ts';
import { describeFinding, type Finding } from '../openapi/finding.ts';
import { matching, parseMediaType } from '../openapi/media-type.ts';
import { isNamed } from './conditional.ts';
import { Failure } from './failure.ts';
import type { Fields, Reply } from './reply.ts';
import type { OpenRoute } from './route.ts';
import { isStream } from './stream.ts';

/**
 * What the document says against a reply. What is in a stream is not looked at: it has not come yet.
 *
 * @throws Failure `internal`, naming the breach, when there is something and the check is enforced
 */
export async function holdReply(reply: Reply, { operation, served, codec, request }: OpenRoute) {
  const { status } = reply;
  const answer = operation.answers.of(status);
  const found = codec.checkable(reply, request, operation);
  const checkable = found instanceof Promise ? await found : found;
  const inBody = checkable ? operation.checkOutput(status, checkable.value, checkable.type) : NONE;
  // Calls have no header fields of the document.
  const inHead = answer && codec.reads === 'body' ? headFindings(reply, answer, operation) : NONE;
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

/** What the document says against the header fields of a reply. */
function headFindings(
  { status, headers: fields, body }: Reply,
  { headers: declared, mediaTypes }: Answer,
  operation: Operation,
): readonly Finding[] {
  const headers = fields as Fields;
  const findings: Finding[] = [];
  for (const { name, required } of declared) {
    if (!required || Object.hasOwn(headers, name)) continue;
    // It is made of the body.
    if (name === 'etag' && isNamed(operation, status) && !isStream(body)) continue;
    findings.push(ofHead('required', { missingProperty: name }, `must have the header field ${name}`));
  }
  const type = headers['content-type'];
  if (type === undefined) return findings;
  const sent = parseMediaType(String(type));
  const types = mediaTypes.map((one) => one.type);
  if (!sent || matching(types, sent).length === 0) {
    const allowed = types.length > 0 ? `one of ${types.join(', ')}` : 'absent, because it has no body';
    findings.push(ofHead('content', { type }, `has the media type ${type}, which must be ${allowed}`));
  }
  return findings;
}

function ofHead(keyword: string, params: Finding['params'], message: string): Finding {
  return { part: 'response', pointer: '', keyword, params, message };
}
