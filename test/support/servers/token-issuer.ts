import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An OpenID Connect issuer on this machine. */
export class TokenIssuer {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #keys: { readonly kid: string; readonly privateKey: CryptoKey; readonly jwk: object }[] = [];
  /** Paths, in their order. */
  readonly requests: string[] = [];
  /** What it answers instead. */
  failure: { readonly status: number; readonly body?: string } | null = null;
  /** Left out: itself. */
  claimedIssuer: string | undefined;
  issuer = '';

  async start(): Promise<this> {
    await this.rotate();
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const address = this.#server.address();
    this.issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return this;
  }

  /** Signs with a new key from now on, and publishes that alone. */
  async rotate(): Promise<void> {
    this.#keys = [await keyOf(`key-${this.#keys.length}-${Math.random()}`)];
  }

  /** @param claims beside issuer, audience, subject and times, or in place of them; null: without */
  async token(claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('the issuer has not started');
    const said = Object.entries({ ...this.#usual(), ...claims }).filter(([, value]) => value !== null);
    return sign(key, Object.fromEntries(said));
  }

  /** As somebody else would make it, under the name of the issuer's key. */
  async forgedToken(): Promise<string> {
    const { privateKey } = await keyOf('forged');
    return sign({ kid: this.#keys[0]?.kid ?? '', privateKey }, this.#usual());
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #usual(): JWTPayload {
    const seconds = Math.floor(Date.now() / 1_000);
    return { iss: this.issuer, aud: 'plumbline', sub: 'anna', iat: seconds, exp: seconds + 300 };
  }

  /** What discovery says beside the keys. */
  protected describe(): object {
    return {};
  }

  /** Answers what a kind of issuer knows beside discovery and keys. */
  protected async route(_request: IncomingMessage, _response: ServerResponse): Promise<boolean> {
    return false;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    this.requests.push(url);
    if (this.failure === null && (await this.route(request, response))) return;
    const pages: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: this.claimedIssuer ?? this.issuer,
        jwks_uri: `${this.issuer}/keys`,
        ...this.describe(),
      },
      '/keys': { keys: this.#keys.map(({ jwk }) => jwk) },
    };
    const page = pages[url];
    const { status, body } = this.failure ?? { status: page === undefined ? 404 : 200 };
    response.writeHead(status, { 'content-type': 'application/json' }).end(body ?? JSON.stringify(page ?? {}));
  }
}

async function keyOf(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

function sign({ kid, privateKey }: { readonly kid: string; readonly privateKey: CryptoKey }, claims: JWTPayload) {
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
}
