// Leftovers on a shared server, for reports.

import type { Outage } from '../outage.ts';
import type { VerdictLeftovers } from '../verdict.ts';
import { formatCurl, variableLines } from './curl.ts';
import { redactSecrets, type Secret } from './secrets.ts';

/** Leftovers of a run. */
export interface LeftoversReport {
  /** Created items that could not be deleted. */
  readonly items: readonly {
    /** The operation that created it. */
    readonly operation: string;
    /** Absent if no response contains it. */
    readonly id?: string;
    /** Whether it may not exist: no response shows whether it was created. */
    readonly uncertain?: true;
    /** Why it could not be deleted. */
    readonly reason: string;
    /** The command that deletes it. Absent if the document has no such operation. */
    readonly curl?: string;
  }[];
  /** Operations of `--allow-unsafe`, with the number of requests that could change existing items. */
  readonly unsafe: readonly { readonly operation: string; readonly requests: number }[];
}

export interface OutageReport {
  /** 0 if the server accepts no connections. */
  readonly status: number;
  /** The affected server, if two are compared. */
  readonly server?: 'reference' | 'candidate';
  /** Whether read requests are still accepted. */
  readonly onlyWrites: boolean;
  /** The last request before the outage: method, path and operation. */
  readonly after: string;
}

/** Maximum number of listed ids of one operation; JSON has all. */
const MAX_IDS = 3;

/** Creates the redacted report; empty without leftovers. @param url - the base URL of the document */
export function leftoversReport(
  leftovers: VerdictLeftovers | undefined,
  { url, secrets }: { readonly url: string; readonly secrets: readonly Secret[] },
): { readonly leftovers?: LeftoversReport } {
  if (!leftovers || leftovers.items.length + leftovers.unsafe.length === 0) return {};
  const items = leftovers.items.map(({ operation, id, isUncertain, reason, request }) => ({
    operation: operation.id,
    ...(isUncertain && { uncertain: true as const }),
    ...(id !== undefined && { id: redactSecrets(String(id), secrets) }),
    reason: redactSecrets(reason, secrets),
    ...(request && { curl: formatCurl(request, url, secrets) }),
  }));
  const unsafe = leftovers.unsafe.map(({ operation, requests }) => ({ operation: operation.id, requests }));
  return { leftovers: { items, unsafe } };
}

/** Creates the redacted report; empty without an outage. */
export function outageReport(
  outage: Outage | undefined,
  secrets: readonly Secret[],
): { readonly outage?: OutageReport } {
  if (!outage) return {};
  const { status, server, onlyWrites: isOnlyWrites, after } = outage;
  const { request: call, operation } = after;
  const request = redactSecrets(`${call.method} ${call.target} (${operation.id})`, secrets);
  return { outage: { status, ...(server && { server }), onlyWrites: isOnlyWrites, after: request } };
}

/** Lines with the ids of leftovers, and a command that deletes one; none without leftovers. */
export function leftoverLines({ leftovers }: { readonly leftovers?: LeftoversReport }): readonly string[] {
  if (!leftovers) return [];
  const { items, unsafe } = leftovers;
  const groups = new Map<string, LeftoversReport['items'][number][]>();
  for (const item of items) {
    const key = `${item.operation} ${item.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [
    ...[...groups.values()].flatMap(groupLines),
    ...unsafe.map(
      ({ operation, requests }) =>
        `${operation} was sent ${requests === 1 ? 'once' : `${requests} times`} (--allow-unsafe)`,
    ),
    ...variableLines(items.flatMap(({ curl = [] }) => curl)),
  ];
}

/** Lines about items of one operation with one reason. */
function groupLines(items: LeftoversReport['items']): readonly string[] {
  const [{ operation = '', uncertain, reason = '', curl } = {}] = items;
  const [count, were] = items.length === 1 ? ['1 item', 'was'] : [`${items.length} items`, 'were'];
  if (uncertain) return [`${operation} may have left ${count} behind: ${reason}`];
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [JSON.stringify(id)]));
  const more = ids.length > MAX_IDS ? `, and ${ids.length - MAX_IDS} more (--json lists all)` : '';
  const names =
    ids.length === 0 ? '' : ` (${ids.length === 1 ? 'id' : 'ids'} ${ids.slice(0, MAX_IDS).join(', ')}${more})`;
  return [
    `${count} created by ${operation} ${were} left behind${names}: ${reason}`,
    ...(curl === undefined ? [] : [`  ${items.length === 1 ? '' : 'such as '}${curl}`]),
  ];
}

/** Why a run failed apart from findings; undefined if it did not. */
export function describeRunError({
  error,
  outage,
}: {
  readonly error?: string;
  readonly outage?: OutageReport;
}): string | undefined {
  return error ?? (outage && outageSentence(outage));
}

/** Describes an outage in a sentence. */
export function outageSentence({ status, server, onlyWrites, after }: OutageReport): string {
  const what = onlyWrites ? 'every mutating request' : 'every request';
  const does = status === 0 ? 'accepts no connections' : `responds with ${status} to ${what}`;
  return `Stopped: since ${after}, the ${server === undefined ? '' : `${server} `}server ${does}.`;
}
