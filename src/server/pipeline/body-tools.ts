// The interface for bodies outside of requests: outgoing ones, and documented examples.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { References } from '../../openapi/references.ts';

/** A body as it is sent. */
interface WrittenBody {
  /** Its media type, parsed. */
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** Reads and writes bodies in the media types that a document describes. */
export interface BodyTools {
  /** @throws Error if the text is none of this media type */
  read(text: string, type: BodyMediaType, references: References): Promise<unknown>;
  /**
   * @param as - the media type, where the document names a range
   * @throws TypeError if the value cannot be written so
   */
  write(value: unknown, type: BodyMediaType, references: References, as?: string): Promise<WrittenBody>;
}
