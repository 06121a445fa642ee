// The media type of a recorded body.

type Headers = Readonly<Record<string, string>>;

/** By the header `content-type`. Messages of gRPC are recorded as JSON. @returns undefined without a body */
export function mediaTypeOf(body: string | undefined, headers: Headers = {}): string | undefined {
  if (body === undefined || body === '') return undefined;
  const type = headers['content-type'];
  if (type === undefined) return 'text/plain';
  return /^application\/(?:grpc|proto|connect)/.test(type) ? 'application/json' : type;
}
