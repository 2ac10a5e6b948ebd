import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { LoginSettings } from '../configuration/config.ts';
import { type TokenCheck, TokenRefusedError } from './authentication.ts';
import { answerOf, IssuerError, openIssuer, unavailable } from './issuer-tokens.ts';
import { RequestProblem } from './problem.ts';

/** Signs people in at the issuer: authorization code with PKCE, as OpenID Connect has it. */
export interface Login {
  /** Host of the issuer, for people to read. */
  readonly host: string;
  /** @param origin where the browser has the page */
  begin(origin: string): Promise<BegunLogin>;
  /**
   * Takes the answer with which the browser came back.
   *
   * @throws {RequestProblem} 403: it was refused; 401: its tokens are not for this server; 400: it came too late
   */
  finish(answer: LoginAnswer): Promise<LoginTokens>;
  /**
   * The same token is answered with the same ones for a minute: a browser that leaves a page before the answer has come
   * asks again with what it has.
   *
   * @throws {RequestProblem} 401 when the issuer no longer renews it
   */
  renew(refreshToken: string): Promise<LoginTokens>;
  /**
   * Tells the issuer, if that wants to know, that the token is not used any more.
   *
   * @param refreshToken null: it gave none @returns its page that ends the sign-in there; null: it has none
   */
  end(refreshToken: string | null, origin: string): Promise<string | null>;
}

export interface BegunLogin {
  /** Of the issuer's page. */
  readonly address: string;
  readonly state: string;
  /** For the same browser to keep until it comes back. */
  readonly kept: string;
}

export interface LoginAnswer extends Omit<BegunLogin, 'address'> {
  readonly origin: string;
  /** What the issuer added to the address of the page. */
  readonly query: string;
}

export interface LoginTokens {
  /** What requests carry. */
  readonly token: string;
  /** As the issuer calls the person; null: it does not say. */
  readonly name: string | null;
  /** Null: it cannot be renewed. */
  readonly refreshToken: string | null;
}

/** What the browser keeps beside the state. */
const SEPARATOR = '.';
const SAME_ANSWER_MS = 60_000;
const OPTIONS = {
  [oauth.customFetch]: async (url: string, init: object) => {
    const response = await answerOf(url, init);
    if (response.status >= 500) throw new IssuerError(`it answers with ${response.status}`);
    return response;
  },
  // The settings take such an address on this machine alone.
  [oauth.allowInsecureRequests]: true,
};

interface LoginParts extends LoginSettings {
  readonly issuer: string;
  /** Accepts the tokens of the issuer. */
  readonly check: TokenCheck;
}

/** @param check accepts the issuer's tokens that requests may carry */
export function createLogin({ issuer, check, pageUrl, ...settings }: LoginParts): Login {
  const { discover } = openIssuer(issuer);
  const wayBack = (origin: string): string => new URL('/login', pageUrl ?? origin).href;
  const withClient = async <Value>(act: (client: KnownClient) => Promise<Value>): Promise<Value> => {
    try {
      const server = await discover();
      return await act({ server, client: { client_id: settings.clientId }, proof: proofOf(server, settings) });
    } catch (error) {
      throw explained(error);
    }
  };
  const tokensOf = async (tokens: oauth.TokenEndpointResponse, before: string | null): Promise<LoginTokens> => ({
    token: await acceptedOf(tokens, check),
    name: nameIn(oauth.getValidatedIdTokenClaims(tokens)),
    // Issuers that do not replace it leave it out.
    refreshToken: tokens.refresh_token ?? before,
  });
  return {
    host: new URL(issuer).host,
    begin: (origin) => withClient((known) => ask(known, { scope: settings.scope, redirect_uri: wayBack(origin) })),
    finish: (answer) =>
      withClient(async (known) => tokensOf(await redeem(known, answer, wayBack(answer.origin)), null)),
    renew: onceEach((refreshToken) =>
      withClient(async (known) => tokensOf(await renew(known, refreshToken), refreshToken)),
    ),
    end: (refreshToken, origin) =>
      withClient(async ({ server, client, proof }) => {
        if (server.revocation_endpoint !== undefined && refreshToken !== null)
          await oauth.revocationRequest(server, client, proof, refreshToken, OPTIONS).catch(() => undefined);
        const address = URL.parse(server.end_session_endpoint ?? '');
        address?.searchParams.set('client_id', client.client_id);
        address?.searchParams.set('post_logout_redirect_uri', new URL('/', pageUrl ?? origin).href);
        return address?.href ?? null;
      }),
  };
}

/** An issuer that replaces what renews takes each once. */
function onceEach(renewWith: Login['renew']): Login['renew'] {
  const renewals = new Map<string, Promise<LoginTokens>>();
  const act = async (given: string): Promise<LoginTokens> => {
    const forget = () => renewals.delete(given);
    try {
      const tokens = await renewWith(given);
      if (tokens.refreshToken === given) forget();
      else setTimeout(forget, SAME_ANSWER_MS).unref();
      return tokens;
    } catch (error) {
      forget();
      throw error;
    }
  };
  return (given) => {
    const renewal = renewals.get(given) ?? act(given);
    renewals.set(given, renewal);
    return renewal;
  };
}

/** The server as the issuer knows it. */
interface KnownClient {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly proof: oauth.ClientAuth;
}

async function ask({ server, client }: KnownClient, wanted: Readonly<Record<string, string>>): Promise<BegunLogin> {
  if (server.authorization_endpoint === undefined) throw unusable('it has no page to sign in');
  const state = oauth.generateRandomState();
  const nonce = oauth.generateRandomNonce();
  const verifier = oauth.generateRandomCodeVerifier();
  const address = new URL(server.authorization_endpoint);
  const asked = {
    ...wanted,
    client_id: client.client_id,
    response_type: 'code',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return { address: address.href, state, kept: [nonce, verifier].join(SEPARATOR) };
}

async function redeem({ server, client, proof }: KnownClient, { query, state, kept }: LoginAnswer, wayBack: string) {
  const [nonce = '', verifier = ''] = kept.split(SEPARATOR);
  let parameters: URLSearchParams;
  try {
    parameters = oauth.validateAuthResponse(server, client, new URLSearchParams(query), state);
  } catch (error) {
    throw error instanceof oauth.AuthorizationResponseError ? error : foreign();
  }
  if (verifier === '' || parameters.getAll('code').length !== 1) throw foreign();
  const given = [parameters, wayBack, verifier, OPTIONS] as const;
  const response = await oauth.authorizationCodeGrantRequest(server, client, proof, ...given);
  const expected = { expectedNonce: nonce, requireIdToken: true };
  return oauth.processAuthorizationCodeResponse(server, client, response, expected);
}

async function renew({ server, client, proof }: KnownClient, refreshToken: string) {
  const response = await oauth.refreshTokenGrantRequest(server, client, proof, refreshToken, OPTIONS);
  return oauth.processRefreshTokenResponse(server, client, response);
}

/** For people to read; no rule rests on it. */
function nameIn({ name }: Partial<oauth.IDToken> = {}): string | null {
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null;
}

/** How the server shows the issuer which client it is: in the body if it may, because not all issuers decode the header. */
function proofOf(
  server: oauth.AuthorizationServer,
  { clientSecret: secret }: Pick<LoginSettings, 'clientSecret'>,
): oauth.ClientAuth {
  if (secret === null) return oauth.None();
  const isInBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
  return isInBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/** The token that requests may carry: an access token may be for another service, or no JWT. */
async function acceptedOf(tokens: oauth.TokenEndpointResponse, check: TokenCheck): Promise<string> {
  let reason = 'the issuer gives no token that can be checked';
  for (const token of [tokens.access_token, tokens.id_token]) {
    try {
      if (token !== undefined && (await check(token)) !== null) return token;
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      reason = error.message;
    }
  }
  throw new RequestProblem(401, reason, {
    remedy: 'Ask who runs the server: oidc.audience, or a claim, is not what the issuer gives.',
  });
}

const TEMPORARY = ['temporarily_unavailable', 'server_error'];

/** Nothing that the issuer or the browser sent is repeated, but codes of errors. */
function explained(error: unknown): unknown {
  if (error instanceof IssuerError) return unavailable();
  if (error instanceof oauth.AuthorizationResponseError) {
    if (TEMPORARY.includes(error.error)) return unavailable();
    if (error.error === 'access_denied') return new RequestProblem(403, 'the sign-in was refused');
    return unusable(`it refuses the sign-in: ${codeOf(error.error)}`);
  }
  if (error instanceof oauth.ResponseBodyError) {
    if (error.error === 'invalid_grant') return new RequestProblem(400, 'the sign-in has ended, or was used before');
    return unusable(`it refuses this server: ${codeOf(error.error)}`);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return unusable('it refuses this server');
  if (error instanceof oauth.UnsupportedOperationError) return unusable(error.message);
  if (!(error instanceof oauth.OperationProcessingError)) return error;
  return z.object({ claim: z.literal('nonce') }).safeParse(error.cause).success ? foreign() : unusable(error.message);
}

/** What came with the browser is not what the issuer sent to this sign-in. */
function foreign(): RequestProblem {
  return new RequestProblem(400, 'the answer is not of this sign-in', 'Sign in again.');
}

function codeOf(error: string): string {
  return /^[a-z_]{1,60}$/.test(error) ? error : 'an error without a name';
}

/** A person cannot help it. */
function unusable(fault: string): RequestProblem {
  return new RequestProblem(502, `the issuer cannot be used to sign in: ${fault}`, 'Ask who runs the server.');
}
