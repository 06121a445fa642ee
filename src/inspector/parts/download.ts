// Downloads text as a file.

/** @param type - the media type */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser reads it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
