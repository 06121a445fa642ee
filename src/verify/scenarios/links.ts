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
export async function followOwnLinks(run: Run, { operation, begun, session }: Trying): Promise<void> {
  const answer = operation.responses.forStatus(begun.answer.status);
  const links = answer ? responseLinks(answer, run.document) : [];
  for (const link of links) {
    const to = link.operation;
    // On a shared server, mutating links are not followed.
    if (!to || !(run.worlds.areApart || SAFE_METHODS.has(to.method)) || run.hasEnded()) continue;
    await session.within(async (world) => {
      const { call } = callFor(operation, begun.said, run.credentials);
      const what = `source of link ${link.name}`;
      const from =
        call && (await session.try({ operation, phase: 'scenarios', what, meant: { kind: 'open' }, call }, world));
      if (typeof from !== 'object' || operation.responses.forStatus(from.answer.status) !== answer) return;
      const linked = evaluateLink(link, asExchanged(from, begun.said, run));
      if (typeof linked === 'object' && !linked.isOtherServer)
        await follow(run, { link, to, linked, from, session, world });
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

async function follow(run: Run, { link, to, linked, from, session, world }: Following): Promise<void> {
  const said = saidBy(linked, to, run);
  const { call } = said ? callFor(to, said, run.credentials) : {};
  if (!said || !call) return;
  const [forbidden] = await findingsIn(to, call, said);
  const what = `by link ${link.name} of ${from.operation.id}`;
  const exchange = await session.try({ operation: to, phase: 'scenarios', what, meant: { kind: 'open' }, call }, world);
  if (typeof exchange !== 'object') return;
  const facts = {
    name: link.name,
    from: from.operation.id,
    pointer: link.pointer,
    status: exchange.answer.status,
    madeUp: madeUpFor(to, linked, said),
    forbidden: forbidden && describeFinding(forbidden),
  };
  session.tell('linked-request-accepted', exchange, linkedRequestAccepted.tell(facts));
}

/** Builds the request of a link, with generated values for the rest; undefined if none is valid. */
function saidBy(
  { path, query, header, cookie, body }: LinkParameters,
  to: Operation,
  { requests }: Run,
): Said | undefined {
  try {
    const made = requests.said(to, { values: path, width: 'least', key: 'link', examples: true });
    const type = made.type ?? to.body?.mediaTypes[0];
    return {
      path: { ...made.path, ...path },
      query: { ...made.query, ...query },
      header: { ...made.header, ...header },
      cookie: { ...made.cookie, ...cookie },
      body: body ?? made.body,
      type: body === undefined ? made.type : type,
    };
  } catch (error) {
    if (error instanceof UnwritableParameter) return undefined;
    throw error;
  }
}

function madeUpFor(to: Operation, linked: LinkParameters, said: Said): readonly string[] {
  const parameters = to.parameters
    .filter(
      ({ name, in: where, required }) =>
        required && linked[where][where === 'header' ? name.toLowerCase() : name] === undefined,
    )
    .map(({ name, in: where }) => `${where} ${name}`);
  return [...parameters, ...(said.body !== undefined && linked.body === undefined ? ['a body'] : [])];
}

function asExchanged({ call, answer, read }: Exchange, said: Said, { document }: Run) {
  const headers = Object.fromEntries(call.headers.map(([name, text]) => [name.toLowerCase(), text]));
  return createExpressionContext({
    url: document.base + call.target,
    method: call.method,
    parts: said,
    headers,
    response: { statusCode: answer.status, headers: answer.headers, body: read.value },
  });
}
