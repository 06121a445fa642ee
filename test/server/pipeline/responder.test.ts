// Responders of an operation: the first of a list that responds wins.

import { describe, expect, test } from 'vitest';
import { HandlerResponse } from '../../../src/server/pipeline/handler-response.ts';
import { type OperationRequest, type Responder, runResponders } from '../../../src/server/pipeline/responder.ts';
import { createHandlerResponder } from '../../../src/server/pipeline/responders/fault-handler-responders.ts';

const handler = createHandlerResponder({ itemsOf: () => undefined, sendWebhook: async () => undefined });
const OPERATION = { id: 'getPet', successStatus: 200 };

/** A request for `getPet`, with the handlers of its API. */
function requested(handlers: object = {}): OperationRequest {
  const request = {
    api: { handlers },
    operation: OPERATION,
    input: { petId: '1' },
    newId: () => '1',
    now: new Date(0),
    undoChanges: async () => {},
  };
  return request as unknown as OperationRequest;
}

const silent: Responder = () => undefined;
const sample: Responder = () => new HandlerResponse(200, { name: 'Minka' }, { etag: '"1"' });

describe('an operation', () => {
  test('gets the response of the first responder that has one', async () => {
    const later: Responder = () => new HandlerResponse(500, 'not asked', {});
    expect(await runResponders(requested(), [silent, sample, later])).toMatchObject({
      status: 200,
      body: { name: 'Minka' },
    });
  });

  test('is rejected as not implemented, with its name, if none responds', async () => {
    await expect(async () => runResponders(requested(), [silent, handler])).rejects.toMatchObject({
      code: 'unimplemented',
      message: expect.stringContaining('getPet'),
    });
  });

  test('without a handler goes to the next responder, also if Object.prototype has its name', async () => {
    const request = { ...requested(), operation: { ...OPERATION, id: 'toString' } } as unknown as OperationRequest;
    expect(await runResponders(request, [handler, sample])).toMatchObject({ body: { name: 'Minka' } });
  });
});

describe('a handler', () => {
  test('returns an output, which gets the status of success', async () => {
    const reply = await runResponders(requested({ getPet: ({ input }: { input: object }) => input }), [handler]);
    expect(reply).toEqual(new HandlerResponse(200, { petId: '1' }, {}));
  });

  test('may return a thenable, which is awaited', async () => {
    // biome-ignore lint/suspicious/noThenProperty: some libraries return such thenables
    const later = { then: (give: (output: object) => void) => give({ name: 'Minka' }) };
    expect(await runResponders(requested({ getPet: () => later }), [handler])).toMatchObject({
      body: { name: 'Minka' },
    });
  });

  test('may get the response of the next one, and return another', async () => {
    const getPet = async ({ next }: { next(): Promise<HandlerResponse<number, object>> }) => {
      const { body, headers } = await next();
      return new HandlerResponse(203, { ...body, isSample: true }, headers);
    };
    const reply = await runResponders(requested({ getPet }), [silent, handler, silent, sample]);
    expect(reply).toEqual(new HandlerResponse(203, { name: 'Minka', isSample: true }, { etag: '"1"' }));
  });

  test('that calls the next one where there is none gets the error unimplemented', async () => {
    const getPet = ({ next }: { next(): Promise<HandlerResponse> }) => next();
    await expect(runResponders(requested({ getPet }), [handler])).rejects.toMatchObject({ code: 'unimplemented' });
  });
});
