import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLogin } from '../../client/service/issuer-login.ts';
import { checkIssuerTokens } from '../../client/service/issuer-tokens.ts';
import { answerResultOf } from '../support/builders/answer-results.ts';
import { type ApiWorld, jsonRequest } from '../support/builders/api-world.ts';
import { turnOf } from '../support/builders/conversation-fixtures.ts';
import { CHROMIUM, NO_CHROMIUM } from '../support/processes/browser.ts';
import { openPage } from '../support/processes/opened-page.ts';
import { type ServedPage, servePage } from '../support/processes/served-page.ts';
import { violationsOf } from '../support/processes/shown-page.ts';
import { CLIENT_ID, LoginIssuer } from '../support/servers/login-issuer.ts';
import { createCommandWorld } from '../support/worlds/command-world.ts';

const QUESTION = 'How long does the harbour lamp burn?';

let made: { readonly issuer: LoginIssuer; readonly server: ServedPage } | undefined;
beforeAll(async () => {
  if (CHROMIUM === undefined) return;
  const issuer = await new LoginIssuer().start();
  const settings = { issuer: issuer.issuer, audience: CLIENT_ID, userClaim: 'sub', tenantClaim: null };
  const check = checkIssuerTokens(settings);
  const client = { clientId: CLIENT_ID, clientSecret: null, scope: 'openid profile', pageUrl: null };
  const login = createLogin({ issuer: issuer.issuer, check, ...client });
  const server = await servePage({ settings: { token: check, login } });
  answerAll(server.world);
  made = { issuer, server };
});
afterEach(() => {
  made?.issuer.reset();
});
afterAll(async () => {
  await made?.server.close();
  await made?.issuer.close();
});

/** Every message is the first one of a session, and answered at once. */
function answerAll({ sessions }: ApiWorld): void {
  sessions.answer = async ({ sessionId = 'chat-1', ask: { messageId, message, userId } }) => {
    const answer = answerResultOf({ answerId: `${sessionId}:1`, sessionId, message });
    const { summary } = answer;
    sessions.open(sessionId, {
      userId: userId ?? null,
      turns: 1,
      thread: [turnOf({ messageId, message, summary })],
      answers: [answer],
    });
    return answer;
  };
}

/** A browser of its own. */
async function openView(path: string, locale = 'en-US') {
  if (made === undefined) throw new Error(NO_CHROMIUM);
  const { server, issuer } = made;
  // Chromium notes each request that is refused.
  const opened = await openPage(server.address + path, { locale, tolerated: /^Failed to load/ });
  const addresses: string[] = [];
  opened.page.on('request', (request) => addresses.push(request.url()));
  return { ...made, ...opened, addresses, host: new URL(issuer.issuer).host };
}

const signIn = (page: Page, name: RegExp = /^Sign in with 127/) => page.getByRole('button', { name }).click();
const tokenOf = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('plumbline-token')");
const alertOf = (page: Page) => page.locator('main').getByRole('alert').innerText();

/** As if its time were over. @returns the token that is refused from now on */
async function expire(page: Page, issuer: LoginIssuer): Promise<string> {
  const token = await issuer.token({ exp: 1_000 });
  await page.evaluate(`sessionStorage.setItem('plumbline-token', '${token}')`);
  return token;
}

describe.skipIf(CHROMIUM === undefined)(
  `signing in with a browser${CHROMIUM === undefined ? ` (${NO_CHROMIUM})` : ''}`,
  () => {
    it('leads over the issuer back to the view, and its questions are there; logging out ends it', async () => {
      const { page, server, issuer, host, addresses, complaints } = await openView('/runs');
      const button = page.getByRole('button', { name: `Sign in with ${host}`, exact: true });
      await button.waitFor();
      const field = page.getByLabel('Token', { exact: true });
      const before = { violations: await violationsOf(page), asksForToken: await field.isVisible() };

      issuer.script.claims = { name: 'Anna of the harbour' };
      await button.click();
      await page.getByText('Signed in as Anna of the harbour').waitFor();
      const token = (await tokenOf(page)) ?? '';
      const headers = { authorization: `Bearer ${token}` };
      const asked = await fetch(`${server.address}/api/query`, jsonRequest({ message: QUESTION }, headers));
      expect(asked.status).toBe(200);
      await page.reload();
      await page.locator('main').getByText(QUESTION).waitFor();
      const address = page.url();
      await page.getByRole('button', { name: 'Log out' }).click();
      await button.waitFor();

      expect(before).toEqual({ violations: [], asksForToken: false });
      expect(address).toBe(`${server.address}/runs`);
      await expect.poll(() => tokenOf(page)).toBeNull();
      await expect.poll(() => issuer.revoked).toHaveLength(1);
      expect(token.length).toBeGreaterThan(100);
      expect(addresses.join('\n')).not.toContain(token);
      expect(complaints).toEqual([]);
    });

    it('is refused with words and a way on: by the person, for a wrong state, and while the issuer is away', async () => {
      const { page, server, issuer, host } = await openView('/memory');
      issuer.script.user = null;
      await signIn(page);
      await page.getByText('refused the sign-in').waitFor();
      const told = [await alertOf(page)];
      const violations = await violationsOf(page);
      Object.assign(issuer.script, { user: 'anna', state: 'A'.repeat(43) });
      await signIn(page);
      await page.getByText('cannot be finished').waitFor();
      told.push(await alertOf(page), page.url());
      issuer.script.state = undefined;
      issuer.whenAuthorized = () => {
        issuer.failure = { status: 503 };
      };
      await signIn(page);
      await page.getByText('does not answer').waitFor();
      told.push(await alertOf(page));
      issuer.reset();
      await signIn(page);
      await page.getByText('Signed in as anna').waitFor();

      expect(told).toEqual([
        `${host} refused the sign-in. Try another account, or ask who runs the server.`,
        expect.stringContaining('Sign in again.'),
        expect.stringMatching(/\/login$/),
        `${host} does not answer. Wait a moment, then sign in again.`,
      ]);
      expect(violations).toEqual([]);
      await page.waitForURL(`${server.address}/memory`);
    });

    it('is renewed by itself, in a new tab as well, until the issuer ends it; what was written is kept', async () => {
      const { page, issuer, context, server } = await openView('/');
      await signIn(page);
      await page.getByText('Signed in as anna').waitFor();
      const tab = await context.newPage();
      await tab.goto(`${server.address}/memory`);
      await tab.getByText('Signed in as anna').waitFor();
      issuer.failure = { status: 503 };
      const late = await context.newPage();
      await late.goto(`${server.address}/memory`);
      await late.getByRole('alert').first().waitFor();
      issuer.failure = null;
      await late.getByText('Signed in as anna').waitFor();
      await late.close();
      const expired = await expire(page, issuer);
      // A renewal that the reload cuts off.
      await page.evaluate(`void fetch('/login/renew', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}',
      })`);
      await page.reload();
      await page.getByText('Signed in as anna').waitFor();
      // The name is there before the renewal is.
      await expect.poll(() => tokenOf(page)).not.toBe(expired);
      await page.locator('#question').fill(QUESTION);

      issuer.forgetRenewals();
      await expire(page, issuer);
      await page.getByText('Your sign-in has ended').waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const reloading = tab.waitForEvent('load');
      await signIn(page);
      await page.getByText('Signed in as anna').waitFor();
      await expect.poll(() => page.locator('#question').inputValue()).toBe(QUESTION);
      await reloading;
      await tab.getByText('Signed in as anna').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await tab.getByRole('button', { name: /^Sign in with/ }).waitFor();
      await expect.poll(() => tokenOf(tab)).toBeNull();
    });

    it('ends while a conversation goes on: the message that was refused is there to be sent', async () => {
      const { page, issuer } = await openView('/');
      await signIn(page);
      await page.locator('#question').fill(QUESTION);
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.locator('.turn').getByText('nine hours').first().waitFor();
      issuer.forgetRenewals();
      await expire(page, issuer);

      await page.getByLabel('Ask a further question, or answer').fill('And with whale oil?');
      await page.keyboard.press('Enter');
      await signIn(page);

      await page.getByText('Signed in as anna').waitFor();
      await expect.poll(() => page.locator('.composer textarea').inputValue()).toBe('And with whale oil?');
    });

    it('speaks German, and takes a token still', async () => {
      const { page, issuer, host } = await openView('/runs', 'de-DE');
      const button = page.getByRole('button', { name: `Anmelden mit ${host}` });
      await button.waitFor();
      await page.getByText('Stattdessen ein Token verwenden').click();
      await page.getByLabel('Token', { exact: true }).fill(await issuer.token({ sub: 'bert' }));
      await page.getByRole('button', { name: 'Weiter' }).click();

      await page.getByText('Angemeldet als bert').waitFor();
      await expect.poll(() => button.count()).toBe(0);
    });

    it('is looked at by doctor', async () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);
      const { issuer } = made;
      const world = await createCommandWorld();
      onTestFinished(() => world.close());
      const settings = { 'oidc.issuer': issuer.issuer, 'oidc.client-id': CLIENT_ID };
      const checkOf = async () => {
        const { stdout } = await world.with(settings).run('doctor', '--json');
        const checks: readonly { readonly name: string }[] = JSON.parse(stdout);
        return checks.find(({ name }) => name === 'issuer of tokens');
      };

      const answering = await checkOf();
      issuer.failure = { status: 503 };

      expect(answering).toMatchObject({ ok: true, detail: `${issuer.issuer} answers` });
      expect(await checkOf()).toMatchObject({ ok: false, detail: `${issuer.issuer}: it answers with 503` });
    });

    it('leaves nothing for the log, and the issuer saw nothing unexpected', () => {
      if (made === undefined) throw new Error(NO_CHROMIUM);

      expect(made.server.world.reported).toEqual([]);
      expect(made.issuer.complaints).toEqual([]);
    });
  },
);
