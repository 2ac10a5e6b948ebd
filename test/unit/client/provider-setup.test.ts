import { describe, expect, it } from 'vitest';
import { chooseGeneralProvider, loadProviders } from '../../../client/configuration/provider-setup.ts';

describe('loadProviders', () => {
  it('knows which providers have their variables set', async () => {
    const providers = await loadProviders({ TAVILY_API_KEY: 'key', BRAVE_API_KEY: ' ' });

    const ready = providers.filter(({ isReady }) => isReady).map(({ name }) => name);
    expect(ready).toEqual(['tavily', 'crossref', 'arxiv', 'europe-pmc']);
  });
});

describe('chooseGeneralProvider', () => {
  it('does not choose a scholarly provider', async () => {
    expect(chooseGeneralProvider(await loadProviders({}))).toBeUndefined();
    expect(chooseGeneralProvider(await loadProviders({ PLUMBLINE_CONTACT: 'a@b.example' }))).toBe('wikipedia');
  });
});
