import { createRequests } from './api-requests.ts';

/** Signing in at an issuer; the server talks to it. What renews a token is in a cookie that no script reads. */
export interface LoginClient {
  /** Host of the issuer; null: people have a token. */
  readIssuer(): Promise<string | null>;
  /** @returns the page of the issuer to go to */
  startLogin(): Promise<string>;
  /** @param query what the issuer added to the address @returns the token */
  finishLogin(query: string): Promise<string>;
  /** @returns another token @throws {ApiFailure} 401 when the sign-in has ended */
  renewLogin(): Promise<string>;
  endLogin(): Promise<void>;
}

export function createLoginClient(): LoginClient {
  const requests = createRequests({ token: () => null });
  const tokenOf = async (name: string, body?: object): Promise<string> =>
    (await requests.post<{ readonly token: string }>(`/login/${name}`, body)).token;
  return {
    readIssuer: async () => (await requests.get<{ readonly issuer: string | null }>('/login/issuer')).issuer,
    startLogin: async () => (await requests.post<{ readonly address: string }>('/login/start')).address,
    finishLogin: (query) => tokenOf('finish', { query }),
    renewLogin: () => tokenOf('renew'),
    endLogin: async () => void (await requests.post('/login/end')),
  };
}
