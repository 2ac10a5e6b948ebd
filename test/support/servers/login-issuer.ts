import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { TokenIssuer } from './token-issuer.ts';

export const CLIENT_ID = 'plumbline';

/** Who is at the page of the issuer, and what comes of it. */
interface Script {
  /** The user who signs in; null: somebody who refuses. */
  user: string | null;
  /** Needed from the client; null: it is a public one. */
  secret: string | null;
  /** How the client sends it; left out: by the header. */
  methods: readonly string[] | undefined;
  /** Claims in place of the usual ones. */
  claims: Readonly<Record<string, unknown>>;
  /** What it hands out as access token; left out: one that is no JWT. */
  accessToken: string | undefined;
  /** In place of the state that it was given. */
  state: string | undefined;
}

interface Code {
  readonly asked: URLSearchParams;
  readonly user: string;
}

const USUAL: Script = {
  user: 'anna',
  secret: null,
  methods: undefined,
  claims: {},
  accessToken: undefined,
  state: undefined,
};

/** An issuer where people sign in. */
export class LoginIssuer extends TokenIssuer {
  readonly script: Script = { ...USUAL };
  /** What happens once somebody was at its page. */
  whenAuthorized: () => void = () => undefined;
  /** What it did not expect. */
  readonly complaints: string[] = [];
  readonly revoked: string[] = [];
  readonly #codes = new Map<string, Code>();
  /** Users by the tokens that renew. */
  readonly #renewals = new Map<string, string>();

  protected override describe(): object {
    return {
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      revocation_endpoint: `${this.issuer}/revoke`,
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: this.script.methods,
      id_token_signing_alg_values_supported: ['ES256'],
    };
  }

  protected override async route(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    if (pathname === '/authorize') return this.#authorize(searchParams, response);
    if (pathname === '/token') return this.#redeem(request, response);
    if (pathname === '/revoke') {
      this.revoked.push(new URLSearchParams(await text(request)).get('token') ?? '');
      response.end();
      return true;
    }
    if (!['/.well-known/openid-configuration', '/keys', '/favicon.ico'].includes(pathname)) this.#complain(pathname);
    return false;
  }

  /** @throws {Error} for anything that it did not expect */
  override async close(): Promise<void> {
    await super.close();
    if (this.complaints.length > 0) throw new Error(`the issuer did not expect: ${this.complaints.join(', ')}`);
  }

  /** As it was when it started. */
  reset(): void {
    Object.assign(this.script, USUAL);
    this.failure = null;
    this.whenAuthorized = () => undefined;
  }

  /** As if everybody had left. */
  forgetRenewals(): void {
    this.#renewals.clear();
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): boolean {
    const expected = {
      client_id: CLIENT_ID,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile',
    };
    for (const [name, value] of Object.entries(expected)) {
      if (asked.get(name) !== value) this.#complain(`${name} is ${asked.get(name)}`);
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      if (!/^[\w-]{43}$/.test(asked.get(name) ?? '')) this.#complain(`${name} is ${asked.get(name)}`);
    }
    const back = new URL(asked.get('redirect_uri') ?? '');
    const code = randomUUID();
    const { user } = this.script;
    if (user === null) back.searchParams.set('error', 'access_denied');
    else {
      this.#codes.set(code, { asked, user });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('iss', this.issuer);
    back.searchParams.set('state', this.script.state ?? asked.get('state') ?? '');
    response.writeHead(302, { location: back.href }).end();
    this.whenAuthorized();
    return true;
  }

  async #redeem(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const form = new URLSearchParams(await text(request));
    if (!this.#isClient(form, request.headers.authorization)) return answer(response, 400, { error: 'invalid_client' });
    const given = form.get('grant_type') === 'refresh_token' ? this.#renewedBy(form) : this.#codeIn(form);
    if (given === null) return answer(response, 400, { error: 'invalid_grant' });
    const renewal = randomUUID();
    this.#renewals.set(renewal, given.user);
    const { claims, accessToken = 'opaque' } = this.script;
    return answer(response, 200, {
      access_token: accessToken,
      token_type: 'Bearer',
      refresh_token: renewal,
      id_token: await this.token({ sub: given.user, aud: CLIENT_ID, nonce: given.nonce, ...claims }),
    });
  }

  #isClient(form: URLSearchParams, header: string | undefined): boolean {
    const { secret, methods } = this.script;
    const inBody = form.get('client_id') === CLIENT_ID && form.get('client_secret') === secret;
    const inHeader = header === `Basic ${Buffer.from(`${CLIENT_ID}:${formEncoded(secret ?? '')}`).toString('base64')}`;
    return secret === null || methods !== undefined ? inBody : inHeader;
  }

  #codeIn(form: URLSearchParams) {
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isHis =
      code?.asked.get('code_challenge') === challenge &&
      code.asked.get('redirect_uri') === form.get('redirect_uri') &&
      form.get('grant_type') === 'authorization_code';
    return isHis ? { user: code.user, nonce: code.asked.get('nonce') } : null;
  }

  /** Each renews once. */
  #renewedBy(form: URLSearchParams) {
    const user = this.#renewals.get(form.get('refresh_token') ?? '');
    this.#renewals.delete(form.get('refresh_token') ?? '');
    return user === undefined ? null : { user, nonce: null };
  }

  #complain(what: string): void {
    this.complaints.push(what);
  }
}

function answer(response: ServerResponse, status: number, body: object): true {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return true;
}

/** As RFC 6749 has it for the header. */
function formEncoded(secret: string): string {
  return encodeURIComponent(secret).replaceAll('-', '%2D');
}
