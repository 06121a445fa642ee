// Sends documented webhooks: by a control command, or by a handler.

import type { Document } from '../../../openapi/document.ts';
import { didYouMean, findNearestName } from '../../../schema/nearest-name.ts';
import type { SentWebhook, WebhookOrder } from '../../../server/control/control.ts';
import type { AnyApi } from '../../../server/pipeline/api/api.ts';
import type { BodyTools } from '../../../server/pipeline/body-tools.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { handlerError, type WebhookSender } from '../../../server/pipeline/handler-call.ts';
import type { ExchangeRecord } from '../../../server/pipeline/request-log/recorded-exchange.ts';
import { createSampler, type SamplerSettings } from '../generate/sampler.ts';
import { createSeededRandom } from '../generate/seeded-random.ts';
import { type CallbackSettings, isOurs, outgoingRecord, sendAfterwards } from './callbacks.ts';
import { type DescribedRequest, webhooksOf } from './described-request.ts';
import { createMessage } from './message.ts';
import type { Outbox } from './outbox.ts';

export interface WebhookSettings extends Pick<SamplerSettings, 'locale'> {
  readonly seed: string;
  readonly outbox: Outbox;
  readonly bodies: BodyTools;
}

/**
 * Sends a webhook.
 *
 * @param record - adds it to the request log
 * @throws ApiError `not_found` if no document declares it
 * @throws ApiError `invalid_argument` if several do, or the URL is not allowed
 * @throws ApiError `unavailable` if it was not delivered
 */
export async function sendWebhook(
  { name, url, api, body, isLocal, trace }: WebhookOrder,
  apis: readonly { readonly api: AnyApi; readonly document: Document }[],
  { seed, outbox, bodies, ...settings }: WebhookSettings,
  record: { readonly at: Date; add(exchange: ExchangeRecord): void },
): Promise<SentWebhook> {
  const { document, webhook } = findWebhook(name, api, apis);
  const rejected = outbox.rejection(url, isLocal);
  if (rejected !== undefined) throw new ApiError('invalid_argument', `webhook ${name} was not sent: ${rejected}`);
  const made = await createMessage(webhook, url, {
    bodies,
    trace,
    references: document.references,
    sampler: await createSampler(document, settings),
    draw: createSeededRandom(seed, `webhook ${name}`),
    given: () => undefined,
    own: body,
  });
  if (!made.ok) throw new ApiError('unimplemented', `webhook ${name} cannot be generated: ${made.reason}`);
  const message = made.value;
  const delivery = await outbox.send(message);
  record.add(outgoingRecord(name, webhook, message, delivery, record.at));
  if (delivery.problem !== undefined)
    throw new ApiError('unavailable', `webhook ${name} was not delivered to ${url}: ${delivery.problem}`);
  const { status, tries } = delivery;
  return { status, tries, body: message.body === undefined ? undefined : Buffer.from(message.body).toString() };
}

/** Sends the webhooks of handlers. @throws ApiError `internal`, as a mistake of the handler, for an unknown webhook */
export function createWebhookSender({ outbox, bodies, sourceOf, onError }: CallbackSettings): WebhookSender {
  return async (request, name, { url, body }) => {
    const { references } = request.operation;
    const webhooks = webhooksOf(references);
    const webhook = webhooks.find((one) => one.name === name);
    if (!webhook) {
      const names = webhooks.map((one) => one.name);
      const hint = didYouMean(findNearestName(name, names)) || `; existing: ${names.join(', ') || 'none'}`;
      throw handlerError(`unknown webhook ${name}${hint}`);
    }
    if (isOurs(request)) return;
    const order = { described: webhook, title: `webhook ${name}`, name, url };
    sendAfterwards(request, order, { outbox, onError }, async () => {
      const source = await sourceOf(request);
      return createMessage(webhook, url, {
        ...source,
        bodies,
        references,
        trace: request.trace,
        draw: source.draw.fork(`webhook ${name}`),
        given: () => undefined,
        own: body,
      });
    });
  };
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
