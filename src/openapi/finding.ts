// A violation of the document by a request or a response.

import { valueAtPointer } from '../schema/json-pointer.ts';
import { shortValue } from '../schema/short-value.ts';

/** A violation of the document by a request or a response. */
export interface Finding {
  /** The part of the request, or `response`. */
  readonly part: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'response';
  /** JSON Pointer (RFC 6901) into that part; empty for all of it. For a missing property its own pointer. */
  readonly pointer: string;
  /**
   * The violated JSON Schema keyword, such as `type` or `maxLength`. For the format of a parameter: `encoding`, `style`
   * or `content`; for an unreadable body: `content`; for an undeclared response: `status` or `content`.
   */
  readonly keyword: string;
  /** The parameters of the keyword, as Ajv reports them: `{ limit: 200 }`, `{ missingProperty: 'name' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/**
 * Keywords about the type of a value. A request that violates one cannot be read, so it is rejected before `authorize`.
 */
const SHAPE = new Set(['type', 'format', 'encoding', 'style', 'content']);

/** Whether the value cannot be read as what the document describes. */
export function isUnreadable(finding: Finding): boolean {
  return SHAPE.has(finding.keyword) || (finding.keyword === 'oneOf' && finding.params.passingSchemas != null);
}

/** A finding for a body that does not match its media type. @param reason - such as `the body is not XML: …` */
export function unreadableBody(reason: string): Finding {
  return { part: 'body', pointer: '', keyword: 'content', params: {}, message: `cannot be read: ${reason}` };
}

/** Returns the pointer to the object that lacks a property; for other findings, their pointer. */
export function holderPointer({ pointer, params }: Pick<Finding, 'pointer' | 'params'>): string {
  return typeof params.missingProperty === 'string' ? pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))) : pointer;
}

/** A finding as one line: `body /name must have at least 1 character`. */
export function describeFinding(finding: Finding): string {
  return `${finding.part}${finding.pointer === '' ? '' : ` ${finding.pointer}`} ${finding.message}`;
}

/** A finding about a value, with the wrong part of it: `/age "old" must be an integer`. */
export function describeValueFinding({ pointer, message }: Finding, value: unknown): string {
  const wrong = valueAtPointer(value, pointer);
  return [pointer, wrong === undefined ? '' : shortValue(wrong), message].filter((text) => text !== '').join(' ');
}
