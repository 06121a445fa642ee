// Reads the beginning of a response, also of one that never ends.

/** Characters of a body that an agent gets. */
const MAX_CHARACTERS = 8000;
/** How long a stream is read, in milliseconds. */
const STREAM_TIME = 2000;

/** @returns the text, and whether there is more */
export async function readBounded(response: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (!response.body) return { text: '', isCut: false };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let end: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    end = setTimeout(resolve, STREAM_TIME, undefined);
  });
  let text = '';
  try {
    while (text.length <= MAX_CHARACTERS) {
      const chunk = await Promise.race([reader.read(), timeout]);
      if (chunk?.done) return { text, isCut: false };
      if (!chunk) break;
      text += chunk.value;
    }
    return { text: text.slice(0, MAX_CHARACTERS), isCut: true };
  } finally {
    clearTimeout(end);
    reader.cancel().catch(() => undefined);
  }
}
