// An overlay that cannot be used at all.

import { UnreadableText } from '../../../schema/yaml.ts';

/** The reason, with its place in the overlay. */
export class UnusableOverlay extends UnreadableText {
  /** As people know it. */
  readonly file: string;

  constructor(file: string, reason: string, place: { readonly line: number; readonly column: number }) {
    super(`as an overlay: ${reason}`, place);
    this.name = 'UnusableOverlay';
    this.file = file;
  }
}
