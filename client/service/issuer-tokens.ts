import { issuerValue } from '@plumbline/contracts/settings/environment-values';
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { IssuerSettings } from '../configuration/config.ts';
import { userOfToken } from '../runs/tenants.ts';
import { type Caller, type TokenCheck, TokenRefusedError } from './authentication.ts';
import { RequestProblem } from './problem.ts';

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Keys that both sides know would let this server issue tokens. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_TOLERANCE_S = 30;
const REQUEST_TIMEOUT_MS = 5_000;
/** A key that the issuer withdrew is valid for so long. */
const KEYS_MAX_AGE_MS = 600_000;
/** Tokens with unknown keys, which anybody can send, cause no more requests than this. */
const KEYS_PAUSE_MS = 30_000;
const RETRY_SECONDS = 5;

/** The issuer does not answer as it should. */
export class IssuerError extends Error {
  override readonly name = 'IssuerError';
}

/** Accepts tokens that the issuer signed. Its keys are fetched when the first token comes, and again when they changed. */
export function checkIssuerTokens(
  settings: IssuerSettings,
  { now = Date.now, pauseMs = KEYS_PAUSE_MS }: { readonly now?: () => number; readonly pauseMs?: number } = {},
): TokenCheck {
  const keys = createKeys(settings.issuer, now, pauseMs);
  return async (token) => {
    const said = claimedBy(token);
    if (said === null) return null;
    // Before any key is fetched.
    if (said.iss !== settings.issuer) throw new TokenRefusedError('the token is of another issuer');
    try {
      return callerIn(await verified(token, await keys(), settings), settings);
    } catch (error) {
      throw explained(error);
    }
  };
}

/** What a token says, which may be wrong; null: it is no JWT. */
function claimedBy(token: string): JWTPayload | null {
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

async function verified(token: string, keys: KeySet, { issuer, audience }: IssuerSettings): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ['exp'],
    clockTolerance: CLOCK_TOLERANCE_S,
  });
  return payload;
}

function callerIn(payload: JWTPayload, { userClaim, tenantClaim }: IssuerSettings): Caller {
  const tenant = tenantClaim === null ? null : textIn(payload, tenantClaim);
  const user = userOfToken(textIn(payload, userClaim), tenant);
  if (user === null) throw new TokenRefusedError('the user or tenant of the token has a name that cannot be used');
  return { user };
}

function textIn(payload: JWTPayload, claim: string): string {
  const text = z.string().min(1).safeParse(payload[claim]).data;
  if (text === undefined) throw new TokenRefusedError(`the token does not say who sends it: it has no ${claim}`);
  return text;
}

/** The issuer's keys, once it has said where they are. */
function createKeys(issuer: string, now: () => number, pauseMs: number): () => Promise<KeySet> {
  const { discover, request } = openIssuer(issuer, now);
  let keys: KeySet | undefined;
  return async () => {
    const { jwks_uri: address } = await discover();
    return (keys ??= createRemoteJWKSet(new URL(address), {
      [customFetch]: request,
      timeoutDuration: REQUEST_TIMEOUT_MS,
      cacheMaxAge: KEYS_MAX_AGE_MS,
      cooldownDuration: pauseMs,
    }));
  };
}

/** As OpenID Connect Discovery has it, as far as it is used. */
const discoverySchema = z.object({
  issuer: z.string(),
  jwks_uri: issuerValue,
  authorization_endpoint: issuerValue.exactOptional(),
  token_endpoint: issuerValue.exactOptional(),
  revocation_endpoint: issuerValue.exactOptional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).exactOptional(),
  authorization_response_iss_parameter_supported: z.boolean().exactOptional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(ALGORITHMS),
});

export interface OpenIssuer {
  /** What the issuer says of itself, asked for once. */
  readonly discover: () => Promise<z.infer<typeof discoverySchema>>;
  /** @throws {IssuerError} also for an answer that is an error, and for some seconds after one */
  readonly request: (url: string, init?: RequestInit) => Promise<Response>;
}

export function openIssuer(issuer: string, now: () => number = Date.now): OpenIssuer {
  let found: ReturnType<OpenIssuer['discover']> | undefined;
  let refusedUntil = 0;
  const request = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (now() < refusedUntil) throw new IssuerError();
    try {
      const response = await answerOf(url, init);
      if (!response.ok) throw new IssuerError(`it answers with ${response.status}`);
      return response;
    } catch (error) {
      refusedUntil = now() + RETRY_SECONDS * 1_000;
      throw error;
    }
  };
  const ask = async () => {
    const response = await request(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const said = discoverySchema.safeParse(await response.json().catch(() => null)).data;
    if (said === undefined || said.issuer !== issuer) throw new IssuerError('it describes another issuer, or no keys');
    return said;
  };
  const discover = () =>
    (found ??= ask().catch((error: unknown) => {
      found = undefined;
      throw error;
    }));
  return { discover, request };
}

/** What the issuer answers, whatever it is. @throws {IssuerError} when it does not */
export async function answerOf(url: string, init: RequestInit): Promise<Response> {
  const signal = init.signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  try {
    return await fetch(url, { ...init, redirect: 'error', signal });
  } catch (error) {
    throw new IssuerError('it does not answer', { cause: error });
  }
}

function explained(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new TokenRefusedError('the token has expired');
  if (error instanceof errors.JWTClaimValidationFailed) return new TokenRefusedError(claimFault(error));
  if (error instanceof errors.JWKSNoMatchingKey) {
    return new TokenRefusedError('the token is signed with a key that its issuer does not have');
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new TokenRefusedError('the signature of the token is wrong');
  }
  const isIssuers = error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout;
  if (isIssuers || error instanceof IssuerError || isUnspecific(error)) return unavailable();
  return error instanceof errors.JOSEError ? new TokenRefusedError('the token cannot be checked') : error;
}

/** So the library reports keys that are no JSON. */
function isUnspecific(error: unknown): boolean {
  return error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC';
}

function claimFault({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (claim === 'aud') return 'the token is for another audience';
  if (claim === 'nbf' && reason === 'check_failed') return 'the token is not valid yet';
  return `the token has no usable ${claim}`;
}

/** The problem of one that has to wait for the issuer. */
export function unavailable(): RequestProblem {
  return new RequestProblem(503, 'the issuer of the tokens does not answer', {
    remedy: `Try again in ${RETRY_SECONDS} s.`,
    headers: { 'retry-after': String(RETRY_SECONDS) },
  });
}
