// Webhooks, sent when somebody asks for one.

import type { AnyApi } from '../../engine/api.ts';
import type { Bodies } from '../../engine/bodies.ts';
import { ApiError } from '../../engine/failure.ts';
import type { ExchangeRecord } from '../../engine/recorded-exchange.ts';
import type { Document } from '../../openapi/document.ts';
import { createDraw } from '../draw.ts';
import { createSampler, type SamplerSettings } from '../sampler.ts';
import { recordOf } from './callbacks.ts';
import { type DescribedRequest, webhooksOf } from './described-request.ts';
import { messageOf } from './message.ts';
import type { Outbox } from './outbox.ts';

/** Which webhook is wanted. */
export interface WebhookOrder {
  readonly name: string;
  /** Where it goes to. */
  readonly url: string;
  /** The name of its api. Default: the one that has it. */
  readonly api?: string | undefined;
  /** Default: a sample. */
  readonly body?: unknown;
  /** Whether somebody on this machine wants it: for others nothing is sent to what only this machine reaches. */
  readonly isLocal: boolean;
}

/** A webhook that has arrived. */
export interface SentWebhook {
  /** Of the answer. */
  readonly status: number;
  readonly tries: number;
  /** What was sent, as text; undefined when there was nothing. */
  readonly body: string | undefined;
}

export interface WebhookSettings extends Pick<SamplerSettings, 'locale'> {
  readonly seed: string;
  readonly outbox: Outbox;
  readonly bodies: Bodies;
}

/**
 * Sends a webhook.
 *
 * @param record - takes what went out for the journal
 * @throws ApiError `not_found` if no document has it
 * @throws ApiError `invalid_argument` if several have it, or nothing may be sent to that address
 * @throws ApiError `unavailable` if it did not arrive
 */
export async function sendWebhook(
  { name, url, api, body, isLocal }: WebhookOrder,
  apis: readonly { readonly api: AnyApi; readonly document: Document }[],
  { seed, outbox, bodies, ...settings }: WebhookSettings,
  record: { readonly at: Date; add(exchange: ExchangeRecord): void },
): Promise<SentWebhook> {
  const { document, webhook } = findWebhook(name, api, apis);
  const refused = outbox.refusal(url, isLocal);
  if (refused !== undefined) throw new ApiError('invalid_argument', `webhook ${name} was not sent: ${refused}`);
  const made = await messageOf(webhook, url, {
    bodies,
    references: document.references,
    sampler: await createSampler(document, settings),
    draw: createDraw(seed, `webhook ${name}`),
    given: () => undefined,
    own: body,
  });
  if ('reason' in made) throw new ApiError('unimplemented', `webhook ${name} cannot be generated: ${made.reason}`);
  const { message } = made;
  const delivery = await outbox.send(message);
  record.add(recordOf(name, webhook, message, delivery, record.at));
  if (delivery.problem !== undefined)
    throw new ApiError('unavailable', `webhook ${name} was not delivered to ${url}: ${delivery.problem}`);
  const { status, tries } = delivery;
  return { status, tries, body: message.body === undefined ? undefined : Buffer.from(message.body).toString() };
}

function findWebhook(
  name: string,
  wanted: string | undefined,
  apis: readonly { readonly api: AnyApi; readonly document: Document }[],
): { readonly document: Document; readonly webhook: DescribedRequest } {
  const all = apis
    .filter(({ api }) => wanted === undefined || api.name === wanted)
    .flatMap(({ api, document }) => webhooksOf(document.references).map((webhook) => ({ api, document, webhook })));
  const [found, ...others] = all.filter(({ webhook }) => webhook.name === name);
  const other = others.find(({ api }) => api !== found?.api);
  if (found && other)
    throw new ApiError(
      'invalid_argument',
      `several APIs have webhook ${name}; set api to ${found.api.name} or ${other.api.name}`,
    );
  if (found) return found;
  const names = [...new Set(all.map(({ webhook }) => webhook.name))].join(', ');
  throw new ApiError('not_found', `unknown webhook ${name}; existing: ${names || 'none'}`);
}
