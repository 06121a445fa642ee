// Link scenario: follows documented links of a response.

import type { Operation } from '../../openapi/document.ts';
import { describeFinding } from '../../openapi/finding.ts';
import { evaluateLink, type Link, type LinkParameters, responseLinks } from '../../openapi/links.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { createExpressionContext } from '../../server/pipeline/request-log/expression-context.ts';
import type { TestedOperation } from '../cases/find-starting-request.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { linkedRequestAccepted } from '../checks/scenario/linked-request-accepted.ts';
import { createRequest } from '../credentials.ts';
import { type RequestInput, validateSerializedRequest } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';

/** Follows the links of the starting response. */
export async function followLinks(run: Run, { operation, start, session }: TestedOperation): Promise<void> {
  const response = operation.responses.forStatus(start.response.status);
  const links = response ? responseLinks(response, run.document) : [];
  for (const link of links) {
    const to = link.operation;
    // On a shared server, mutating links are not followed.
    if (!to || !(run.sandboxes.areIsolated || SAFE_METHODS.has(to.method)) || run.hasEnded()) continue;
    await session.withSandbox(async (sandbox) => {
      const request = createRequest(operation, start.input, run.credentials).value;
      const what = `source of link ${link.name}`;
      const sent =
        request &&
        (await session.runCase(
          { operation, phase: 'scenarios', description: what, expectation: { kind: 'open' }, request },
          sandbox,
        ));
      const from = sent?.value;
      if (!from || operation.responses.forStatus(from.response.status) !== response) return;
      const linked = evaluateLink(link, toExchanged(from, start.input, run)).value;
      if (linked && !linked.isOtherServer) await follow(run, { link, to, linked, from, session, sandbox });
    });
  }
}

interface FollowedLink extends Pick<TestedOperation, 'session'> {
  readonly link: Link;
  readonly to: Operation;
  readonly linked: LinkParameters;
  readonly from: TestExchange;
  readonly sandbox: SandboxHeaders;
}

async function follow(run: Run, { link, to, linked, from, session, sandbox }: FollowedLink): Promise<void> {
  const input = createLinkInput(linked, to, run);
  const request = input && createRequest(to, input, run.credentials).value;
  if (!request) return;
  const [violation] = await validateSerializedRequest(to, request, input);
  const what = `by link ${link.name} of ${from.operation.id}`;
  const sent = await session.runCase(
    { operation: to, phase: 'scenarios', description: what, expectation: { kind: 'open' }, request },
    sandbox,
  );
  if (!sent.ok) return;
  const exchange = sent.value;
  const facts = {
    name: link.name,
    from: from.operation.id,
    pointer: link.pointer,
    status: exchange.response.status,
    madeUp: listGeneratedValues(to, linked, input),
    forbidden: violation && describeFinding(violation),
  };
  session.report('linked-request-accepted', exchange, linkedRequestAccepted.evaluate(facts));
}

/** Builds the request of a link, with generated values for the rest; undefined if none is valid. */
function createLinkInput(
  { path, query, header, cookie, body }: LinkParameters,
  to: Operation,
  { requests }: Run,
): RequestInput | undefined {
  const base = requests.createInput(to, { values: path, width: 'least', key: 'link', examples: true }).value;
  if (!base) return undefined;
  const type = base.type ?? to.body?.mediaTypes[0];
  return {
    path: { ...base.path, ...path },
    query: { ...base.query, ...query },
    header: { ...base.header, ...header },
    cookie: { ...base.cookie, ...cookie },
    body: body ?? base.body,
    type: body === undefined ? base.type : type,
  };
}

function listGeneratedValues(to: Operation, linked: LinkParameters, input: RequestInput): readonly string[] {
  const parameters = to.parameters
    .filter(
      ({ name, in: where, required }) =>
        required && linked[where][where === 'header' ? name.toLowerCase() : name] === undefined,
    )
    .map(({ name, in: where }) => `${where} ${name}`);
  return [...parameters, ...(input.body !== undefined && linked.body === undefined ? ['a body'] : [])];
}

function toExchanged({ request, response, decoded }: TestExchange, input: RequestInput, { document }: Run) {
  const headers = Object.fromEntries(request.headers.map(([name, text]) => [name.toLowerCase(), text]));
  return createExpressionContext({
    url: document.base + request.target,
    method: request.method,
    parts: input,
    headers,
    response: { statusCode: response.status, headers: response.headers, body: decoded.value },
  });
}
