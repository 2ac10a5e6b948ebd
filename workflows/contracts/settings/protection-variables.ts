import {
  anyText,
  type EnvironmentVariable,
  HTTP_TOKEN_FORM,
  httpTokenValue,
  issuerValue,
} from './environment-values.ts';

/** Secrets that keep others from reading: what is stored, and what is served. */
export const PROTECTION_VARIABLES = {
  PLUMBLINE_ENCRYPTION_KEYS: {
    schema: anyText,
    meaning: 'keys for payloads as id:base64key, separated by commas; the first encrypts, all decrypt',
    unset: 'no encryption',
    isSecret: true,
  },
  PLUMBLINE_HTTP_TOKEN: {
    schema: httpTokenValue,
    meaning: 'token that requests to the HTTP API must carry; needed to listen on other than loopback addresses',
    unset: 'no token',
    range: HTTP_TOKEN_FORM,
    isSecret: true,
  },
  'oidc.issuer': {
    schema: issuerValue,
    meaning: 'OpenID Connect issuer whose tokens (JWT) requests to the HTTP API may carry',
    unset: 'no such tokens',
  },
  'oidc.audience': {
    schema: anyText,
    meaning: 'audience that those tokens must name',
    unset: 'the id of the client; without one it is needed with an issuer',
  },
  'oidc.client-id': {
    schema: anyText,
    meaning: 'client that the issuer knows this server by; people then sign in on the page',
    unset: 'people enter a token',
  },
  PLUMBLINE_OIDC_CLIENT_SECRET: {
    schema: anyText,
    meaning: 'secret of that client',
    unset: 'a public client',
    isSecret: true,
  },
  'oidc.scope': {
    schema: anyText,
    meaning: 'scopes that a sign-in asks for, separated by blanks; openid is one of them',
    default: 'openid profile',
  },
  'oidc.user-claim': {
    schema: anyText,
    meaning: 'claim that names the user; must be one that users cannot change themselves',
    default: 'sub',
  },
  'oidc.tenant-claim': {
    schema: anyText,
    meaning: 'claim that names the tenant of the user; tokens without it are then refused',
    unset: 'no tenants',
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;
