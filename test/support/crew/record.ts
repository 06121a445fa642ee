// Requests to a server, recorded as an HTTP Archive.

/** Sends requests and stores them as entries of a HAR. @param shown - the recorded address. Default: that of the server */
export function recorder(url: string, shown = url) {
  const entries: Record<string, unknown>[] = [];
  return {
    entries,
    async send(
      method: string,
      target: string,
      value?: unknown,
      headers: Record<string, string> = {},
    ): Promise<unknown> {
      const text = value === undefined ? undefined : JSON.stringify(value);
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const response = await fetch(url + target, {
        method,
        headers: { ...headers, ...(text !== undefined && { 'content-type': type }) },
        ...(text !== undefined && { body: text }),
      });
      const responded = await response.text();
      const pairs = (given: Iterable<readonly [string, string]>) =>
        [...given].map(([name, one]) => ({ name, value: one }));
      entries.push({
        startedDateTime: new Date().toISOString(),
        request: {
          method,
          url: shown + target,
          headers: pairs(Object.entries(headers)),
          ...(text !== undefined && { postData: { mimeType: type, text } }),
        },
        response: {
          status: response.status,
          headers: pairs(response.headers),
          content: { mimeType: response.headers.get('content-type') ?? '', text: responded },
        },
      });
      return responded === '' ? undefined : JSON.parse(responded);
    },
    har: () => JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } }),
  };
}

/** A session with a crew server: reads, creates, updates and deletes. */
export async function aDay(recording: ReturnType<typeof recorder>): Promise<void> {
  const { send } = recording;
  const made = async (target: string, value: unknown) => (await send('POST', target, value)) as { readonly id: string };
  const [, second] = (await send('GET', '/people')) as readonly { readonly id: string }[];
  await send('GET', `/people/${second?.id}`);
  const { id: dora } = await made('/people', { name: 'Dora', password: 'correct horse' });
  const { id } = await made('/tasks', { title: 'Paint', personId: dora, labels: ['z', 'a'], due: '2026-07-01' });
  await send('GET', `/tasks/${id}`);
  await send('GET', '/tasks?sort=-title');
  const page = (await send('GET', '/tasks?limit=2')) as { readonly nextCursor: string };
  await send('GET', `/tasks?limit=2&cursor=${page.nextCursor}`);
  await send('PATCH', `/tasks/${id}`, { state: 'done', title: 'Paint twice' });
  const { id: short } = await made('/tasks', { title: 'Short' });
  await send('DELETE', `/tasks/${short}`);
  await send('GET', `/tasks/${short}`);
  await send('POST', '/tasks', { title: '' });
  await send('GET', '/tasks');
}
