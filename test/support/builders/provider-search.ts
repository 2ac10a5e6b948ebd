import { readFileSync } from 'node:fs';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { ProviderError, WebQuery, WebResult } from '@plumbline/web/search';
import { createSearchProviders, type SearchProvidersConfig } from '@plumbline/web/search-providers';
import { expect } from 'vitest';

/** The question that is searched for unless another is given. */
export const QUERY = 'What noise limits hold for heat pumps?';
export const KEY = 'secret-key-of-the-account';

/** An answer in a provider's own shape, written for the tests. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/providers/${name}`, import.meta.url), 'utf8');
}

/** Asks a provider that is scripted at `baseUrl`, on 2026-10-01. */
export function searchAt(
  baseUrl: string,
  name: WebProvider,
  query: Partial<WebQuery> = {},
  timeoutMs = 600_000,
): Promise<readonly WebResult[]> {
  const config: SearchProvidersConfig = {
    contact: 'someone@contact.example',
    apiKeys: { [name]: KEY },
    baseUrls: { [name]: name === 'wikipedia' ? `${baseUrl}/{language}` : `${baseUrl}/base` },
  };
  return createSearchProviders(config, { timeoutMs, now: () => new Date('2026-10-01T12:00:00Z') })
    .open(name)
    .search({
      query: QUERY,
      language: 'en',
      topK: 10,
      domainAllow: [],
      domainBlock: [],
      since: null,
      signal: new AbortController().signal,
      ...query,
    });
}

export async function providerErrorOf(searching: Promise<unknown>): Promise<ProviderError> {
  const error = await searching.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'ProviderError' });
  return error as ProviderError;
}
