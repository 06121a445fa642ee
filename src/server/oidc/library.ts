// The only door to oidc-provider. Whoever imports it waits until the library is loaded, so the issuer does only when it is first asked.

export { errors, interactionPolicy, Provider } from 'oidc-provider';
