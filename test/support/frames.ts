// HTTP/2 frames as bytes.

export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Types of frames (RFC 9113, section 6). */
export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** Flags of frames. An acknowledgement has the bit that ends a stream elsewhere. */
export const FLAG = { endStream: 1, ack: 1, endHeaders: 4 } as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A frame as bytes. */
export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Headers without compression (RFC 7541, section 6.2.2); names and values of less than 127 bytes. */
export function fieldBlock(fields: readonly (readonly [string, string])[]): Buffer {
  const texts = fields.flatMap(([name, value]) => [
    Buffer.from([0, name.length]),
    Buffer.from(name, 'latin1'),
    Buffer.from([value.length]),
    Buffer.from(value, 'latin1'),
  ]);
  return Buffer.concat(texts);
}

/** The start of every connection. */
export const OPENING = Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0)]);
