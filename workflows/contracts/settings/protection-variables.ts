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
    readBy: ['client', 'worker', 'supervisor'],
  },
  PLUMBLINE_HTTP_TOKEN: {
    schema: httpTokenValue,
    meaning: 'token that requests to the HTTP API must carry; needed to listen on other than loopback addresses',
    unset: 'no token',
    range: HTTP_TOKEN_FORM,
    isSecret: true,
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_ISSUER: {
    schema: issuerValue,
    meaning: 'OpenID Connect issuer whose tokens (JWT) requests to the HTTP API may carry',
    unset: 'no such tokens',
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_AUDIENCE: {
    schema: anyText,
    meaning: 'audience that those tokens must name',
    unset: 'the id of the client; without one it is needed with an issuer',
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_CLIENT_ID: {
    schema: anyText,
    meaning: 'client that the issuer knows this server by; people then sign in on the page',
    unset: 'people enter a token',
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_CLIENT_SECRET: {
    schema: anyText,
    meaning: 'secret of that client',
    unset: 'a public client',
    isSecret: true,
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_SCOPE: {
    schema: anyText,
    meaning: 'scopes that a sign-in asks for, separated by blanks; openid is one of them',
    default: 'openid profile',
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_USER_CLAIM: {
    schema: anyText,
    meaning: 'claim that names the user; must be one that users cannot change themselves',
    default: 'sub',
    readBy: ['client'],
  },
  PLUMBLINE_OIDC_TENANT_CLAIM: {
    schema: anyText,
    meaning: 'claim that names the tenant of the user; tokens without it are then refused',
    unset: 'no tenants',
    readBy: ['client'],
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;
