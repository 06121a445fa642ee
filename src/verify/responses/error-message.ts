// The message in an error response.

/** As a continuation of a clause: `: text is too long`; empty if there is none. */
export function messageIn(value: unknown): string {
  const { message, detail, title } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const text = [message, detail, title].find((one) => typeof one === 'string');
  return text === undefined ? '' : `: ${String(text).slice(0, 200)}`;
}
