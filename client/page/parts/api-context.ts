import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ApiClient, createApiClient } from '../api/api-client.ts';

const TOKEN = 'plumbline-token';

export const ApiContext = createContext<ApiClient>(createApiClient(savedToken));

export function useApi(): ApiClient {
  return useContext(ApiContext);
}

/** The server's token, kept until the tab is closed. */
function savedToken(): string | null {
  return sessionStorage.getItem(TOKEN);
}

export function saveToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}
