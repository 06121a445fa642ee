// Options of MSW for requests without a handler, by the names of MSW 2 and 3.

/** @param onUnhandled - how MSW reacts, or a function that gets the URL */
export function unhandledRequests(onUnhandled: 'error' | ((url: string) => void)): object {
  if (onUnhandled === 'error') return { onUnhandledRequest: 'error', onUnhandledFrame: 'error' };
  return {
    onUnhandledRequest: ({ url }: Request) => onUnhandled(url),
    onUnhandledFrame: ({ frame }: { readonly frame: { readonly data: { readonly request: Request } } }) =>
      onUnhandled(frame.data.request.url),
  };
}
