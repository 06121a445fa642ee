// The only door to oidc-provider. Importing it loads the library, which takes long.

export { errors, interactionPolicy, Provider } from 'oidc-provider';
