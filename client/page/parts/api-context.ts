import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { savedToken } from '../api/access.ts';
import { type ApiClient, createApiClient } from '../api/api-client.ts';

const ApiContext = createContext<ApiClient>(createApiClient(savedToken));

export function useApi(): ApiClient {
  return useContext(ApiContext);
}
