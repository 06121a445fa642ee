// Link scenario: follows documented links of a response.

import type { Operation } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import { evaluateLink, type Link, type LinkParameters, responseLinks } from '../../openapi/links.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import { createExpressionContext } from '../../server/pipeline/request-log/expression-context.ts';
import type { Exchange } from '../cases/trial.ts';
import type { World } from '../cases/worlds.ts';
import { linkedRequestAccepted } from '../checks/linked-request-accepted.ts';
import { callFor } from '../credentials.ts';
import type { Trying } from '../generate/random.ts';
import type { Said } from '../requests/call.ts';
import { findingsIn } from '../requests/request-findings.ts';
import type { Run } from '../run.ts';

/** Follows the links of the baseline response. */
export async function followOwnLinks(run: Run, { operation, begun: baseline, session }: Trying): Promise<void> {
  const response = operation.responses.forStatus(baseline.answer.status);
  const links = response ? responseLinks(response, run.document) : [];
  for (const link of links) {
    const to = link.operation;
    // On a shared server, mutating links are not followed.
    if (!to || !(run.worlds.areApart || SAFE_METHODS.has(to.method)) || run.hasEnded()) continue;
    await session.within(async (sandbox) => {
      const { call: request } = callFor(operation, baseline.said, run.credentials);
      const what = `source of link ${link.name}`;
      const from =
        request &&
        (await session.try({ operation, phase: 'scenarios', what, meant: { kind: 'open' }, call: request }, sandbox));
      if (typeof from !== 'object' || operation.responses.forStatus(from.answer.status) !== response) return;
      const linked = evaluateLink(link, toExchanged(from, baseline.said, run));
      if (typeof linked === 'object' && !linked.isOtherServer)
        await follow(run, { link, to, linked, from, session, world: sandbox });
    });
  }
}

interface Following extends Pick<Trying, 'session'> {
  readonly link: Link;
  readonly to: Operation;
  readonly linked: LinkParameters;
  readonly from: Exchange;
  readonly world: World;
}

async function follow(run: Run, { link, to, linked, from, session, world: sandbox }: Following): Promise<void> {
  const input = createLinkInput(linked, to, run);
  const { call: request } = input ? callFor(to, input, run.credentials) : {};
  if (!input || !request) return;
  const [violation] = await findingsIn(to, request, input);
  const what = `by link ${link.name} of ${from.operation.id}`;
  const exchange = await session.try(
    { operation: to, phase: 'scenarios', what, meant: { kind: 'open' }, call: request },
    sandbox,
  );
  if (typeof exchange !== 'object') return;
  const facts = {
    name: link.name,
    from: from.operation.id,
    pointer: link.pointer,
    status: exchange.answer.status,
    madeUp: listGeneratedValues(to, linked, input),
    forbidden: violation && describeFinding(violation),
  };
  session.tell('linked-request-accepted', exchange, linkedRequestAccepted.tell(facts));
}

/** Builds the request of a link, with generated values for the rest; undefined if none is valid. */
function createLinkInput(
  { path, query, header, cookie, body }: LinkParameters,
  to: Operation,
  { requests }: Run,
): Said | undefined {
  try {
    const base = requests.said(to, { values: path, width: 'least', key: 'link', examples: true });
    const type = base.type ?? to.body?.mediaTypes[0];
    return {
      path: { ...base.path, ...path },
      query: { ...base.query, ...query },
      header: { ...base.header, ...header },
      cookie: { ...base.cookie, ...cookie },
      body: body ?? base.body,
      type: body === undefined ? base.type : type,
    };
  } catch (error) {
    if (error instanceof UnwritableParameter) return undefined;
    throw error;
  }
}

function listGeneratedValues(to: Operation, linked: LinkParameters, input: Said): readonly string[] {
  const parameters = to.parameters
    .filter(
      ({ name, in: where, required }) =>
        required && linked[where][where === 'header' ? name.toLowerCase() : name] === undefined,
    )
    .map(({ name, in: where }) => `${where} ${name}`);
  return [...parameters, ...(input.body !== undefined && linked.body === undefined ? ['a body'] : [])];
}

function toExchanged({ call: request, answer: response, read }: Exchange, input: Said, { document }: Run) {
  const headers = Object.fromEntries(request.headers.map(([name, text]) => [name.toLowerCase(), text]));
  return createExpressionContext({
    url: document.base + request.target,
    method: request.method,
    parts: input,
    headers,
    response: { statusCode: response.status, headers: response.headers, body: read.value },
  });
}
