import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogin } from '../../client/service/issuer-login.ts';
import { checkIssuerTokens } from '../../client/service/issuer-tokens.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { CLIENT_ID, LoginIssuer } from '../support/servers/login-issuer.ts';

const PAGE = 'http://127.0.0.1:8787';
const text = z.string();
const answerSchema = z.object({ detail: text, token: text, address: text.nullable(), name: text.nullable() }).partial();

let issuer: LoginIssuer;
beforeEach(async () => {
  issuer = await new LoginIssuer().start();
});
afterEach(() => issuer.close());

interface Given {
  readonly page?: string;
  readonly pageUrl?: string | null;
  readonly clientSecret?: string | null;
  readonly audience?: string;
}

/** A browser with the page of a server of its own. */
function openBrowser(given: Given = {}, cookies = new Map<string, string>()) {
  const { page = PAGE, pageUrl = null, clientSecret = null, audience = CLIENT_ID } = given;
  const settings = { issuer: issuer.issuer, audience, userClaim: 'sub', tenantClaim: null };
  const check = checkIssuerTokens(settings);
  const client = { clientId: CLIENT_ID, clientSecret, scope: 'openid profile', pageUrl };
  const login = createLogin({ issuer: issuer.issuer, check, ...client });
  const { api, reported } = createApiWorld({ settings: { token: check, login } });
  const set: string[] = [];
  /** As a browser sends it. */
  const post = async (path: string, body: object = {}, origin = page) => {
    const response = await api.request(`http://${new URL(page).host}${path}`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      set.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const { token, name, detail, address } = answerSchema.parse(JSON.parse(await response.text()));
    const { status, headers } = response;
    return { token, name, detail, address: address ?? undefined, status, cache: headers.get('cache-control') };
  };
  /** Goes to the issuer and comes back. */
  const visit = async () => {
    const { address = '' } = await post('/login/start');
    const back = new URL((await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '');
    return { address: new URL(address), back, query: back.search };
  };
  const signIn = async () => post('/login/finish', { query: (await visit()).query });
  const userOf = async (token = '') => {
    const response = await api.request(`${PAGE}/api/user`, { headers: { authorization: `Bearer ${token}` } });
    return z.looseObject({ userId: z.string() }).parse(await response.json()).userId;
  };
  return { api, cookies, set, post, visit, signIn, userOf, reported };
}

describe('a browser that signs in at the issuer', () => {
  it('gets a token of its user, and neither address nor answer of the server names another place', async () => {
    const { visit, post, userOf, reported } = openBrowser();

    const { address, back, query } = await visit();
    const { token, status, cache } = await post('/login/finish', { query });

    expect(address.origin).toBe(issuer.issuer);
    expect(back.origin + back.pathname).toBe(`${PAGE}/login`);
    expect(`${address.href}${back.href}`).not.toContain(String(token));
    expect({ status, cache, user: await userOf(token) }).toEqual({ status: 200, cache: 'no-store', user: 'anna' });
    expect(reported).toEqual([]);
  });

  it('keeps what belongs to it where no script and no other site reads it', async () => {
    const plain = openBrowser();
    await plain.signIn();
    const encrypted = openBrowser({ page: 'https://plumbline.example' });
    await encrypted.signIn();

    const [begun, over, renewal] = plain.set;
    expect(begun).toMatch(
      /^plumbline-login-[\w-]{43}=[\w-]{43}\.[\w-]{43}; Max-Age=600; Path=\/login; HttpOnly; SameSite=Strict$/,
    );
    expect(over).toMatch(/^plumbline-login-[\w-]{43}=; Max-Age=0; Path=\/login/);
    expect(renewal).toMatch(/^plumbline-renewal=[\w-]{36}; Path=\/login; HttpOnly; SameSite=Strict$/);
    expect(plain.set).toHaveLength(3);
    for (const cookie of encrypted.set)
      expect(cookie).toMatch(/^__Host-.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });

  it('is asked for by any process of the server', async () => {
    const { visit, cookies } = openBrowser();
    const { query } = await visit();

    const { token } = await openBrowser({}, cookies).post('/login/finish', { query });

    expect(await openBrowser().userOf(token)).toBe('anna');
  });

  it('is told how the issuer calls the person, if it does', async () => {
    const { signIn } = openBrowser();
    const unnamed = await signIn();
    issuer.script.claims = { name: ' Anna ' };

    expect([unnamed.name, (await signIn()).name]).toEqual([null, 'Anna']);
  });

  it('comes back to the address of the page that the server was told', async () => {
    const { visit } = openBrowser({ pageUrl: 'https://plumbline.example/' });

    expect((await visit()).back.href).toMatch(/^https:\/\/plumbline\.example\/login\?/);
  });

  it('cannot be sent elsewhere by the page of another site', async () => {
    const { post } = openBrowser();

    const answers = await Promise.all(
      ['start', 'finish', 'renew', 'end'].map((name) => post(`/login/${name}`, {}, 'https://evil.example')),
    );

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(issuer.requests).toEqual([]);
  });

  it('has the access token if that is for this server, else the one that names it', async () => {
    issuer.script.accessToken = await issuer.token({ sub: 'bert', aud: 'plumbline-api' });
    const forApi = openBrowser({ audience: 'plumbline-api' });
    const forPage = openBrowser();

    const users = [
      await forApi.userOf((await forApi.signIn()).token),
      await forPage.userOf((await forPage.signIn()).token),
    ];

    expect(users).toEqual(['bert', 'anna']);
  });

  it.each([
    ['the header', undefined],
    ['the body', ['client_secret_basic', 'client_secret_post']],
  ])('does so by a client with a secret in %s, which stays with the server', async (_, methods) => {
    issuer.script.methods = methods;
    issuer.script.secret = 'secret-of-the-client';
    const { signIn, set, userOf } = openBrowser({ clientSecret: 'secret-of-the-client' });
    const wrong = await openBrowser({ clientSecret: 'another' }).signIn();

    expect(await userOf((await signIn()).token)).toBe('anna');
    expect(set.join()).not.toContain('secret-of-the-client');
    expect(wrong).toMatchObject({ status: 502, detail: expect.stringContaining('invalid_client') });
  });
});

describe('a sign-in is refused', () => {
  it.each([
    ['a state of nobody', { state: 'A'.repeat(43) }],
    ['a state that is none', { state: '__proto__' }],
    ['no state', { state: '' }],
  ])('with %s, and the code is not used', async (_, script) => {
    const { signIn } = openBrowser();
    Object.assign(issuer.script, script);

    expect(await signIn()).toMatchObject({ status: 400, detail: expect.stringContaining('did not begin') });
    expect(issuer.requests).not.toContain('/token');
  });

  it('in another browser than where it began', async () => {
    const { query } = await openBrowser().visit();

    expect((await openBrowser().post('/login/finish', { query })).status).toBe(400);
  });

  it('for the second time', async () => {
    const { visit, post, cookies } = openBrowser();
    const { query } = await visit();
    const kept = [...cookies];
    const first = await post('/login/finish', { query });
    const again = await post('/login/finish', { query });
    for (const [name, value] of kept) cookies.set(name, value);
    const forced = await post('/login/finish', { query });
    for (const [name] of kept) cookies.set(name, 'made-up');
    const madeUp = await post('/login/finish', { query });

    expect([first, again, forced, madeUp].map(({ status }) => status)).toEqual([200, 400, 400, 400]);
  });

  it('by the person, and once', async () => {
    issuer.script.user = null;
    const { visit, post } = openBrowser();
    const { query } = await visit();

    const answers = [await post('/login/finish', { query }), await post('/login/finish', { query })];

    expect(answers).toMatchObject([{ status: 403, detail: 'the sign-in was refused' }, { status: 400 }]);
  });

  it.each([
    ['of another issuer', /iss=[^&]+/, 'iss=https://evil.example'],
    ['with two codes', /$/, '&code=1'],
    ['with a token in it', /$/, '&id_token=x'],
    ['without a code', /code=[^&]+&/, ''],
  ])('where the answer is %s', async (_, part, other) => {
    const { visit, post } = openBrowser();
    const changed = (await visit()).query.replace(part, other);

    expect(await post('/login/finish', { query: changed })).toMatchObject({ status: 400, token: undefined });
    expect(issuer.requests).not.toContain('/token');
  });

  it.each([
    ['with another nonce', { nonce: 'another' }, 400],
    ['of another client', { aud: 'another' }, 502],
    ['of another issuer', { iss: 'https://evil.example' }, 502],
    ['that have expired', { exp: 1_000 }, 502],
    ['of a user without a usable name', { sub: 'acme::anna' }, 401],
  ])('for tokens %s', async (_, claims, status) => {
    issuer.script.claims = claims;

    expect(await openBrowser().signIn()).toMatchObject({ status, token: undefined });
  });

  it('where none of the tokens is for this server, which says so', async () => {
    const answer = await openBrowser({ audience: 'another-service' }).signIn();

    expect(answer).toMatchObject({ status: 401, detail: 'the token is for another audience', token: undefined });
  });

  it.each([500, 503])('while the issuer is away (%i): before the way there, and after it', async (status) => {
    const before = openBrowser();
    const after = openBrowser();
    const { query } = await after.visit();
    issuer.failure = { status };

    const answers = [await before.post('/login/start'), await after.post('/login/finish', { query })];

    expect(answers).toMatchObject([{ status: 503 }, { status: 503 }]);
  });

  it('by a server without an issuer, which says so before', async () => {
    const { api } = createApiWorld({ settings: { token: 'token-of-everybody-01' } });
    const [look, start] = [await api.request('/login/issuer'), await api.request('/login/start', { method: 'POST' })];
    expect([await look.json(), start.status]).toEqual([{ issuer: null }, 404]);
  });
});

describe('a browser that is signed in', () => {
  it('gets other tokens of the same user, also where it asks again with the cookie that it had', async () => {
    const { signIn, post, cookies, userOf } = openBrowser();
    await signIn();
    const kept = cookies.get('plumbline-renewal') ?? '';
    const answers = await Promise.all([post('/login/renew'), post('/login/renew')]);
    cookies.set('plumbline-renewal', kept);
    answers.push(await post('/login/renew'), await post('/login/renew'));

    expect(await Promise.all(answers.map(({ token }) => userOf(token)))).toEqual(Array(4).fill('anna'));
  });

  it('has to sign in again when the issuer wants it, which takes no cookie of another tab away', async () => {
    const { signIn, post, cookies } = openBrowser();
    await signIn();
    issuer.forgetRenewals();

    expect(await post('/login/renew')).toMatchObject({ status: 401, detail: 'the sign-in has ended' });
    expect([...cookies.keys()]).toEqual(['plumbline-renewal']);
    await signIn();
    expect((await post('/login/renew')).status).toBe(200);
  });

  it('stays signed in while the issuer is away', async () => {
    const { signIn, post } = openBrowser();
    await signIn();
    issuer.failure = { status: 500 };
    const away = await post('/login/renew');
    issuer.failure = null;

    expect([away.status, (await post('/login/renew')).status]).toEqual([503, 200]);
  });

  it('ends it here and at the issuer, also where that is away', async () => {
    const { signIn, post, cookies } = openBrowser();
    await signIn();
    const renewal = cookies.get('plumbline-renewal');
    const ended = await post('/login/end');
    await signIn();
    issuer.failure = { status: 500 };
    const endedAlone = await post('/login/end');

    expect([ended.status, endedAlone.status, (await post('/login/renew')).status]).toEqual([200, 200, 401]);
    expect(issuer.revoked).toEqual([renewal]);
    expect([...cookies]).toEqual([]);
  });
});
