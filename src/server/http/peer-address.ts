// The remote address of a connection.

/** Empty after the connection has ended. On a dual-stack port, IPv4 addresses are unmapped. */
export function peerAddress({ remoteAddress = '' }: { readonly remoteAddress?: string | undefined }): string {
  return unmapIpv4(remoteAddress);
}

/** An IPv4 address that was mapped to IPv6 (RFC 4291, section 2.5.5.2) as itself. */
export function unmapIpv4(address: string): string {
  const isMapped = address.length > 7 && address.slice(0, 7).toLowerCase() === '::ffff:' && address.includes('.');
  return isMapped ? address.slice(7) : address;
}

/**
 * Whether an address is a loopback one (RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3); on a dual-stack port
 * IPv4 ones are mapped.
 */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address);
}
