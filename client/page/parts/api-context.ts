import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ApiClient, createApiClient } from '../api/api-client.ts';

const TOKEN = 'plumbline-token';
/** Told to the window when another token is used. */
export const TOKEN_CHANGED = 'plumbline-token-changed';

export const ApiContext = createContext<ApiClient>(createApiClient(savedToken));

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
