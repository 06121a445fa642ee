// The schema builder of openapi-backend, loaded on demand. The only module that imports openapi-backend.

export { OpenAPIValidator } from 'openapi-backend';
