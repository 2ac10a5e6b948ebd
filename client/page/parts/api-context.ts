import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type ApiClient, createApiClient } from '../api/api-client.ts';
import { ApiFailure, type ApiRequests, createRequests, UNAUTHORISED } from '../api/api-requests.ts';

const TOKEN = 'plumbline-token';
/** In every tab: `on` after a sign-in, `ended` when the issuer no longer renews it. */
const SIGN_IN = 'plumbline-sign-in';
/** Told to the window when another token is used. */
export const TOKEN_CHANGED = 'plumbline-token-changed';

export const ApiContext = createContext<ApiClient>(createApiClient({ token: savedToken, renew }));
/** Signing in at an issuer; the server talks to it. What renews a token is in a cookie that no script reads. */
export const LOGIN = loginOver(createRequests({ token: () => null }));

function loginOver(requests: ApiRequests) {
  const tokenOf = async (name: string, body?: object) =>
    (await requests.post<{ readonly token: string }>(`/login/${name}`, body)).token;
  return {
    /** Host of the issuer; null: people have a token. */
    issuer: async () => (await requests.get<{ readonly issuer: string | null }>('/login/issuer')).issuer,
    /** The page of the issuer to go to. */
    start: async () => (await requests.post<{ readonly address: string }>('/login/start')).address,
    /** @param query what the issuer added to the address @returns the token */
    finish: (query: string) => tokenOf('finish', { query }),
    /** @returns another token @throws {ApiFailure} 401 when the sign-in has ended */
    renew: () => tokenOf('renew'),
    end: () => requests.post('/login/end'),
  };
}

export function useApi(): ApiClient {
  return useContext(ApiContext);
}

/** The server's token, kept until the tab is closed. */
export function savedToken(): string | null {
  return sessionStorage.getItem(TOKEN);
}

/** @param token null: forget it */
export function saveToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(TOKEN);
  else sessionStorage.setItem(TOKEN, token);
  dispatchEvent(new Event(TOKEN_CHANGED));
}

/** A token that somebody entered has nothing to do with a sign-in. @param isSignIn the token is of a sign-in */
export function enter(token: string, isSignIn: boolean): void {
  if (isSignIn) localStorage.setItem(SIGN_IN, 'on');
  else localStorage.removeItem(SIGN_IN);
  saveToken(token);
}

/** Logs out; a sign-in ends in every tab. */
export async function leave(): Promise<void> {
  if (localStorage.getItem(SIGN_IN) !== null) await LOGIN.end().catch(() => undefined);
  localStorage.removeItem(SIGN_IN);
  leaveView();
}

/** What the page has loaded goes with the token. */
function leaveView(): void {
  saveToken(null);
  location.assign('/');
}

/** The token, and whether a sign-in has ended by itself; followed through changes, also of other tabs. */
export function useSignedIn(): { readonly token: string | null; readonly hasEnded: boolean } {
  const read = () => ({ token: savedToken(), hasEnded: localStorage.getItem(SIGN_IN) === 'ended' });
  const [present, setPresent] = useState(read);
  useEffect(() => {
    const change = () => setPresent(read());
    const changeElsewhere = ({ key, newValue }: StorageEvent) => {
      if (key === SIGN_IN && newValue === null && savedToken() !== null) leaveView();
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
  if (localStorage.getItem(SIGN_IN) !== 'on') return false;
  try {
    const token = await LOGIN.renew();
    // It is the same user's: nothing has to be loaded again, except in a new tab.
    if (refused === null) saveToken(token);
    else sessionStorage.setItem(TOKEN, token);
    return true;
  } catch (error) {
    // The issuer may be away for a moment.
    if (!(error instanceof ApiFailure) || ![UNAUTHORISED, 404].includes(error.status)) throw error;
    localStorage.setItem(SIGN_IN, 'ended');
    saveToken(null);
    return false;
  }
}
