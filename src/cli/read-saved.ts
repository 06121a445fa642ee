// The records of a sandbox of a stand-in that runs, all of one moment.

import { randomBytes } from 'node:crypto';
import { Problems } from '../schema/problems.ts';

/** The records of an api, as they stand in fixture files. */
export interface SavedApi {
  readonly api: string;
  /** Where its fixtures lie, as the stand-in says; undefined where it has no folder. */
  readonly folder: string | undefined;
  /** By collection, in the order in which they came. */
  readonly collections: ReadonlyMap<string, readonly unknown[]>;
}

export interface SavedFrom {
  readonly url: string;
  readonly sandbox: string;
  /** Default: all that there are. */
  readonly api: string | undefined;
}

interface Listed {
  readonly apis: readonly {
    readonly api: string;
    readonly folder?: string;
    readonly collections: readonly { readonly collection: string; readonly records: number }[];
  }[];
}

interface Page {
  readonly records: readonly { readonly record: unknown }[];
  readonly after?: number;
}

/** Reads from a sandbox that is made for that and goes on where the other one is, so that nothing changes meanwhile. @throws Problems */
export async function readSaved({ url, sandbox, api: wanted }: SavedFrom): Promise<readonly SavedApi[]> {
  const { sandboxes } = await asked<{ sandboxes: readonly { sandbox: string }[] }>(url, 'GET', 'sandboxes');
  const names = sandboxes.map((one) => one.sandbox);
  if (!names.includes(sandbox))
    throw new Problems(`There is no sandbox "${sandbox}":`, [`there are ${names.join(', ')}`]);
  const copy = `save-${randomBytes(8).toString('hex')}`;
  await asked(url, 'POST', 'sandboxes', { body: { name: copy, from: sandbox } });
  try {
    const { apis } = await asked<Listed>(url, 'GET', 'records', { sandbox: copy });
    const chosen = apis.filter(({ api }) => wanted === undefined || api === wanted);
    if (chosen.length === 0)
      throw new Problems(`There is no api "${wanted}":`, [`there are ${apis.map(({ api }) => api).join(', ')}`]);
    const saved: SavedApi[] = [];
    for (const { api, folder, collections } of chosen) {
      const records = new Map<string, readonly unknown[]>();
      for (const { collection } of collections) records.set(collection, await recordsOf(url, copy, api, collection));
      saved.push({ api, folder, collections: records });
    }
    return saved;
  } finally {
    await asked(url, 'DELETE', `sandboxes/${copy}`);
  }
}

async function recordsOf(url: string, sandbox: string, api: string, collection: string): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  for (let after: number | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const query = new URLSearchParams({ api, limit: '1000', ...(after !== undefined && { after: `${after}` }) });
    const page = await asked<Page>(url, 'GET', `records/${encodeURIComponent(collection)}?${query}`, { sandbox });
    for (const { record } of page.records) records.push(record);
    after = page.after;
  }
  return records;
}

/** @throws Problems with what the stand-in says, or that there is none */
async function asked<T>(
  url: string,
  method: string,
  path: string,
  { sandbox, body }: { readonly sandbox?: string; readonly body?: object } = {},
): Promise<T> {
  const headers = {
    ...(sandbox !== undefined && { 'x-understudy-sandbox': sandbox }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const address = `${url.replace(/\/+$/, '')}/_understudy/${path}`;
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(address, init).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Problems(`No stand-in answers at ${url}: ${message}`, []);
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
  throw new Problems(`The stand-in at ${url} refuses that (${response.status}): ${messageIn(text)}`, []);
}

function messageIn(text: string): string {
  try {
    return String(JSON.parse(text).message);
  } catch {
    return text.slice(0, 200);
  }
}
