// What is said in a body of JSON.

/** The value that a body, or a text, stands for in JSON; undefined where it is none, or there is nothing. */
export function jsonIn(body: Uint8Array | string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
