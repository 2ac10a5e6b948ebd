import { readdirSync } from 'node:fs';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { WebResult } from '@plumbline/web/search';

/** What one provider answers and is asked, in its own shape. */
export interface ProviderCase {
  readonly name: WebProvider;
  /** In `test/fixtures/providers`. */
  readonly file: string;
  readonly results: (baseUrl: string) => readonly WebResult[];
  /** The request for a plain search. */
  readonly request: object;
  /** The request for 500 results in German since 2026-09-15, of one domain and not of another, on 2026-10-01. */
  readonly filtered: object;
  /** An answer without results. */
  readonly empty: string;
  /** An answer in another schema. */
  readonly wrong: string;
  /** What decides whether it lets us in. */
  readonly variable: string;
}

export const OFFICE: WebResult = {
  url: 'https://noise-office.example/heat-pumps',
  title: 'Heat pumps & quiet hours',
  snippet: 'Outdoor units may reach 40 dB at night.',
  publishedAt: '2026-03-14',
};
export const FORUM: WebResult = {
  url: 'https://garden-forum.example/thread/7',
  title: 'My unit hums',
  snippet: '',
  publishedAt: null,
};

const FOLDER = new URL('../../contract/provider-cases/', import.meta.url);

/** The cases of a folder, one in each file, in the order of their names. */
export async function loadProviderCases(folder: URL = FOLDER): Promise<ProviderCase[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  return Promise.all(
    files.map(async (file) => {
      const loaded: { readonly providerCase: ProviderCase } = await import(new URL(file, folder).href);
      return loaded.providerCase;
    }),
  );
}
