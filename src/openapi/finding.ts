// One breach of the document, by a request or by an answer.

/** A breach: where it is, which rule it breaks, and a sentence for the person who made the mistake. */
export interface Finding {
  /** The part of the request, or `response`. */
  readonly part: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'response';
  /** JSON pointer (RFC 6901) into that part; empty for the whole of it. */
  readonly pointer: string;
  /**
   * The JSON Schema keyword that is not satisfied, such as `type` or `maxLength`. Of a parameter that is not written as it must be: `encoding`, `style` or `content`;
   * of a body that cannot be read: `content`; of an answer that is not as it must be: `status` or `content`.
   */
  readonly keyword: string;
  /** What the keyword says, as Ajv gives it: `{ limit: 200 }`, `{ missingProperty: 'name' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/**
 * Keywords about what a value is, not how large or whether it is there. A request that breaks one of them cannot be read,
 * so it is refused before anybody asks whether its caller may do that.
 */
const SHAPE = new Set(['type', 'format', 'encoding', 'style', 'content']);

/** Whether a finding says that the value cannot be read as what the document describes. */
export function isUnreadable(finding: Finding): boolean {
  return SHAPE.has(finding.keyword) || (finding.keyword === 'oneOf' && finding.params.passingSchemas != null);
}

/** Of a body that is not what its media type says that it is, whatever the schema allows. @param reason - in words, such as `the body is not XML: …` */
export function unreadableBody(reason: string): Finding {
  return { part: 'body', pointer: '', keyword: 'content', params: {}, message: `cannot be read: ${reason}` };
}

/** A finding as one line: `body /name must NOT have fewer than 1 characters`. */
export function describeFinding(finding: Finding): string {
  return `${finding.part}${finding.pointer === '' ? '' : ` ${finding.pointer}`} ${finding.message}`;
}
