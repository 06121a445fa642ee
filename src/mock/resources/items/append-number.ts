// Numbers that make equal texts unique.

/** Appends a number to a text; in an email address, to the part before the host. */
export function appendNumber(text: string, number: number): string {
  return text.replace(/(?=@|$)/, `-${number}`);
}
