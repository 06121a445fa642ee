// Files that came in a form.

/** A file as a handler gets it. */
export class UploadedFile {
  /** As the client calls it, without a path; empty when it does not say. Never use it as a path. */
  readonly name: string;
  /** Its media type as the client says, such as `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}
