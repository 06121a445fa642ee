// Uploaded files, as handlers receive them.

/** A file that was uploaded in a form. */
export class UploadedFile {
  /** The file name that the client sent, without a path; empty if it sent none. Never use it as a path. */
  readonly name: string;
  /** The media type that the client sent, such as `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;

  constructor(name: string, type: string, bytes: Uint8Array) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
  }
}
