import { UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkEach, checkTokens, TokenRefusedError } from '../../client/service/authentication.ts';
import { checkIssuerTokens } from '../../client/service/issuer-tokens.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { TokenIssuer } from '../support/servers/token-issuer.ts';

let issuer: TokenIssuer;
beforeEach(async () => {
  issuer = await new TokenIssuer().start();
});
afterEach(() => issuer.close());

const expected = (changes: { userClaim?: string; tenantClaim?: string } = {}) => ({
  issuer: issuer.issuer,
  audience: 'plumbline',
  userClaim: 'sub',
  tenantClaim: null,
  ...changes,
});

/** What somebody gets who asks with a token. */
async function ask(check: ReturnType<typeof checkIssuerTokens>, token: string) {
  const { api } = createApiWorld({ settings: { token: check } });
  const response = await api.request('/api/user', { headers: { authorization: `Bearer ${token}` } });
  const { userId, detail } = z
    .looseObject({ userId: z.string(), detail: z.string() })
    .partial()
    .parse(await response.json());
  return { status: response.status, userId, detail, retryAfter: response.headers.get('retry-after') };
}

describe('a token of the issuer', () => {
  it('names its user, and the keys are fetched once', async () => {
    const check = checkIssuerTokens(expected());

    const answers = [await ask(check, await issuer.token()), await ask(check, await issuer.token({ sub: 'bert' }))];

    expect(answers).toMatchObject([
      { status: 200, userId: 'anna' },
      { status: 200, userId: 'bert' },
    ]);
    expect(issuer.requests).toEqual(['/.well-known/openid-configuration', '/keys']);
  });

  it('names user and tenant by the claims that were chosen', async () => {
    const check = checkIssuerTokens(expected({ userClaim: 'email', tenantClaim: 'org' }));

    const { userId } = await ask(check, await issuer.token({ email: 'anna@acme.example', org: 'acme' }));
    const without = await ask(check, await issuer.token({ email: 'anna@acme.example' }));

    expect(userId).toBe('acme::anna@acme.example');
    expect(without).toMatchObject({ status: 401, detail: expect.stringContaining('it has no org') });
  });

  it('cannot name the user of a tenant as its own', async () => {
    const answer = await ask(checkIssuerTokens(expected()), await issuer.token({ sub: 'acme::anna' }));

    expect(answer.status).toBe(401);
  });

  it.each([
    ['expired', { exp: 1_000 }, 'the token has expired'],
    ['for others', { aud: 'another-service' }, 'the token is for another audience'],
    ['of another issuer', { iss: 'https://evil.example' }, 'the token is of another issuer'],
    ['not valid yet', { nbf: 9_999_999_999 }, 'the token is not valid yet'],
    ['valid for ever', { exp: null }, 'the token has no usable exp'],
    ['of no user', { sub: '' }, 'it has no sub'],
  ])('is refused, and says why: %s', async (_, claims, detail) => {
    const answer = await ask(checkIssuerTokens(expected()), await issuer.token(claims));

    expect(answer).toMatchObject({ status: 401, detail: expect.stringContaining(detail) });
  });

  it('is refused when somebody else signed it, or nobody', async () => {
    const check = checkIssuerTokens(expected());
    const claims = { iss: issuer.issuer, aud: 'plumbline', sub: 'anna', exp: 9_999_999_999 };

    const forged = await ask(check, await issuer.forgedToken());
    const unsigned = await ask(check, new UnsecuredJWT(claims).encode());

    expect(forged).toMatchObject({ status: 401, detail: 'the signature of the token is wrong' });
    expect(unsigned.status).toBe(401);
  });
});

describe('the keys of the issuer', () => {
  it('are fetched again for a token with a new one, and the old one is over', async () => {
    const check = checkIssuerTokens(expected(), { pauseMs: 0 });
    const old = await issuer.token();
    const before = await ask(check, old);
    await issuer.rotate();

    const answers = [await ask(check, await issuer.token()), await ask(check, old)];

    expect([before, ...answers]).toMatchObject([
      { status: 200 },
      { status: 200 },
      { status: 401, detail: 'the token is signed with a key that its issuer does not have' },
    ]);
  });

  it('are not fetched for each token with an unknown one', async () => {
    const check = checkIssuerTokens(expected());
    await ask(check, await issuer.token());
    await issuer.rotate();

    for (let sent = 0; sent < 5; sent += 1) await ask(check, await issuer.token());

    expect(issuer.requests).toHaveLength(2);
  });

  it.each([
    ['with an error', { status: 500 }],
    ['without sense', { status: 200, body: 'Hello' }],
    ['without keys', { status: 200, body: '{}' }],
  ])('are missing while it answers %s: the client is asked to come again, and that works', async (_, failure) => {
    let time = 0;
    const check = checkIssuerTokens(expected(), { now: () => time });
    issuer.failure = failure;

    const away = await ask(check, await issuer.token());
    issuer.failure = null;
    time += 5_000;
    const back = await ask(check, await issuer.token());

    expect(away).toMatchObject({ status: 503, detail: 'the issuer of the tokens does not answer', retryAfter: '5' });
    expect(back.status).toBe(200);
  });

  it('that are fetched stay in use when it is away, and it is not asked for each unknown one', async () => {
    const check = checkIssuerTokens(expected(), { pauseMs: 0 });
    const known = await issuer.token();
    await ask(check, known);
    await issuer.rotate();
    issuer.failure = { status: 500 };

    const unknown = [await ask(check, await issuer.token()), await ask(check, await issuer.token())];

    expect(unknown.map(({ status }) => status)).toEqual([503, 503]);
    expect((await ask(check, known)).status).toBe(200);
    expect(issuer.requests).toHaveLength(3);
  });

  it('of another issuer than the one that was named are not used', async () => {
    issuer.claimedIssuer = 'https://other.example';

    expect((await ask(checkIssuerTokens(expected()), await issuer.token())).status).toBe(503);
  });
});

describe('tokens of both kinds', () => {
  it('are valid beside each other', async () => {
    const check = checkEach([
      checkTokens(() => [{ user: 'bert', token: 'token-of-bert-0123456789' }]),
      checkIssuerTokens(expected()),
    ]);

    const users = [await check('token-of-bert-0123456789'), await check(await issuer.token())];

    expect(users).toEqual([{ user: 'bert' }, { user: 'anna' }]);
    expect(await check('wrong')).toBeNull();
    await expect(check(await issuer.token({ exp: 1 }))).rejects.toThrow(TokenRefusedError);
  });
});
