// The URLs whose requests are handled.

/** @throws TypeError if one is no address */
export function addressesOf(at: string | URL | readonly (string | URL)[]): readonly URL[] {
  const given = typeof at === 'string' || at instanceof URL ? [at] : at;
  // In pages, relative URLs are allowed as for `fetch`: `/api`.
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  return given.map((one) => {
    if (URL.canParse(String(one), location?.href)) {
      const address = new URL(one, location?.href);
      if (/^https?:$/.test(address.protocol)) return address;
    }
    throw new TypeError(`"${one}" is not a URL; give the address of the API, such as https://api.example.com`);
  });
}

/** Whether a URL is one of these, or below one. */
export function isBelow({ origin, pathname }: URL, addresses: readonly URL[]): boolean {
  return addresses.some((address) => {
    const base = address.pathname.replace(/\/+$/, '');
    return origin === address.origin && (pathname === base || pathname.startsWith(`${base}/`));
  });
}
