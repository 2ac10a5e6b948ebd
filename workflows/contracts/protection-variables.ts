import { anyText, HTTP_TOKEN_FORM, httpTokenValue } from './environment-values.ts';
import type { EnvironmentVariable } from './environment-variable.ts';

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
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;
