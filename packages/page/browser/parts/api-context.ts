import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { ApiFailure, type ApiRequests, createRequests, UNAUTHORISED } from '../api/api-requests.ts';
import { newSendId } from '../models/ask-draft.ts';

const TOKEN = 'plumbline-token';
/** In every tab: an id of the last sign-in, or that the issuer no longer renews it. */
const SIGN_IN = 'plumbline-sign-in';
const ENDED = 'ended';
/** The name of who has signed in, beside the token. */
const NAME = 'plumbline-name';
/** Told to the window when another token is used. */
export const TOKEN_CHANGED = 'plumbline-token-changed';

/** Told to the window: whether the server answers. */
export const REACH = 'plumbline-reach';

export const ApiContext = createContext<ApiClient>(createApiClient({ token: savedToken, renew, reached }));
/** Signing in at an issuer; the server talks to it. What renews a token is in a cookie that no script reads. */
export const LOGIN = loginOver(createRequests({ token: () => null }));

interface SignedInToken {
  readonly token: string;
  readonly name: string | null;
}

function loginOver(requests: ApiRequests) {
  return {
    /** Host of the issuer; null: people have a token. */
    issuer: async () => (await requests.get<{ readonly issuer: string | null }>('/login/issuer')).issuer,
    /** The page of the issuer to go to. */
    start: async () => (await requests.write<{ readonly address: string }>('POST', '/login/start')).address,
    /** @param query what the issuer added to the address */
    finish: (query: string) => requests.write<SignedInToken>('POST', '/login/finish', { query }),
    /** @throws {ApiFailure} 401 when the sign-in has ended */
    renew: () => requests.write<SignedInToken>('POST', '/login/renew'),
    /** @returns the page of the issuer that ends it there; null: it has none */
    end: async () => (await requests.write<{ readonly address: string | null }>('POST', '/login/end')).address,
  };
}

function reached(isThere: boolean): void {
  dispatchEvent(new CustomEvent(REACH, { detail: isThere }));
}

export function useApi(): ApiClient {
  return useContext(ApiContext);
}

/** The server's token, kept until the tab is closed. */
export function savedToken(): string | null {
  return sessionStorage.getItem(TOKEN);
}

/** @param token null: forget it @param name of who has signed in; null: the token alone says who that is */
function saveToken(token: string | null, name: string | null = null): void {
  for (const [key, value] of Object.entries({ [TOKEN]: token, [NAME]: name })) {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  }
  dispatchEvent(new Event(TOKEN_CHANGED));
}

/** Begins with a token that somebody entered. */
export function enterToken(token: string): void {
  localStorage.removeItem(SIGN_IN);
  saveToken(token);
}

/** Begins with what a sign-in gave; other tabs go on with it. */
export function enterSignIn({ token, name }: SignedInToken): void {
  localStorage.setItem(SIGN_IN, newSendId());
  saveToken(token, name);
}

/** Logs out; a sign-in ends in every tab. */
export async function leave(): Promise<void> {
  const isSignedIn = localStorage.getItem(SIGN_IN) !== null;
  const address = isSignedIn ? await LOGIN.end().catch(() => null) : null;
  localStorage.removeItem(SIGN_IN);
  leaveView(address ?? '/');
}

/** What the page has loaded goes with the token. */
function leaveView(to = '/'): void {
  saveToken(null);
  location.assign(to);
}

/** The token, the name where the issuer said it, and whether a sign-in has ended by itself; followed through changes. */
export function useSignedIn() {
  const read = () => ({
    token: savedToken(),
    name: sessionStorage.getItem(NAME),
    hasEnded: localStorage.getItem(SIGN_IN) === ENDED,
  });
  const [present, setPresent] = useState(read);
  useEffect(() => {
    const change = () => setPresent(read());
    const changeElsewhere = ({ key, oldValue, newValue }: StorageEvent) => {
      // A token that was entered here has nothing to do with it.
      if (key !== SIGN_IN || newValue === ENDED || (oldValue === null && savedToken() !== null)) return;
      if (newValue === null) return leaveView();
      // It may be another user.
      saveToken(null);
      location.reload();
    };
    addEventListener(TOKEN_CHANGED, change);
    addEventListener('storage', changeElsewhere);
    return () => {
      removeEventListener(TOKEN_CHANGED, change);
      removeEventListener('storage', changeElsewhere);
    };
  }, []);
  return present;
}

let renewing: Promise<boolean> | null = null;

/** Requests that fail together, and other tabs, wait for each other: some issuers take it for theft if one token renews twice. */
function renew(refused: string | null): Promise<boolean> {
  const act = () => renewOnce(refused);
  // Browsers have locks where the page is encrypted, or of this machine.
  const alone = async () => ('locks' in navigator ? navigator.locks.request(SIGN_IN, act) : act());
  return (renewing ??= alone().finally(() => {
    renewing = null;
  }));
}

async function renewOnce(refused: string | null): Promise<boolean> {
  if (savedToken() !== refused) return savedToken() !== null;
  const signIn = localStorage.getItem(SIGN_IN);
  if (signIn === null || signIn === ENDED) return false;
  try {
    const { token, name } = await LOGIN.renew();
    // Another tab has signed in or out meanwhile.
    if (localStorage.getItem(SIGN_IN) !== signIn) return renewOnce(refused);
    // It is the same user's: nothing has to be loaded again, except in a new tab.
    if (refused === null) saveToken(token, name);
    else sessionStorage.setItem(TOKEN, token);
    return true;
  } catch (error) {
    // The issuer may be away for a moment.
    if (!(error instanceof ApiFailure) || ![UNAUTHORISED, 404].includes(error.status)) throw error;
    // Another tab has signed in meanwhile.
    if (localStorage.getItem(SIGN_IN) !== signIn) return renewOnce(refused);
    localStorage.setItem(SIGN_IN, ENDED);
    saveToken(null);
    return false;
  }
}
