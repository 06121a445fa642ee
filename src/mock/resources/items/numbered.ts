// A text that no two items share is told apart by a number.

/** A text like no other: with a number behind it, in an address of electronic mail before its host. */
export function numbered(text: string, number: number): string {
  return text.replace(/(?=@|$)/, `-${number}`);
}
