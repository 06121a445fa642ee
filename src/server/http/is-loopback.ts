// Loopback addresses.

/**
 * Whether an address is a loopback one (RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3); on a dual-stack port
 * IPv4 ones are mapped.
 */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address);
}
